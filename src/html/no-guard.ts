import type { Guard } from '../inject/dom/natives.ts';

/** In the place of the captured built-ins: no script of a page runs here that could change any. */
const guard: Guard = {
  run: (work) => work(),
  page: (work) => work(),
  enter: () => () => undefined,
  isUntouched: true,
  isSound: () => true,
};

export const captureNatives = (): Guard => guard;

export const isNativeFunction = (value: unknown): boolean => typeof value === 'function';
