import type { Guard } from '../inject/dom/natives.ts';

/** Replaces the guard of built-ins: no script of the page runs here that could change any. */
const guard: Guard = {
  run: (work) => work(),
  page: (work) => work(),
  enter: () => () => undefined,
  isUntouched: true,
  isSound: () => true,
};

export const captureNatives = (): Guard => guard;

export const isNativeFunction = (value: unknown): boolean => typeof value === 'function';
