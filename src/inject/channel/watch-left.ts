import type { Agent } from '../agent.ts';
import type { FrameDocument } from './frames.ts';
import type { Answer, Link, Request } from './link.ts';
import { inStep } from './step.ts';

/** How long the probe whether a document is still there may take. */
const PROBE_MS = 1000;

/** How long after a load the probe waits, so that an answer which the document still sent comes first. */
const AFTER_LOAD_MS = 150;

const { setTimeout } = window;

/** Calls `left` when a frame has loaded another document; a `load` event may also be that of the same document, so it is probed. Returns a function that ends the watch. */
export const watchLeft = (
  { guard }: Agent,
  link: Link,
  { document, element, window: to }: FrameDocument,
  depth: number,
  left: () => void,
): (() => void) => {
  const el = element.deref();
  const isThere: Request = { verb: 'query', args: ['', 'box', {}], depth: depth + 1, ms: PROBE_MS };
  const answered = (answer: Answer | undefined): void => {
    if (answer?.document !== document) left();
  };
  const look = (): unknown =>
    link.safely(() => link.ask(to, isThere, answered, document)) || answered(undefined);
  const onLoad = (): void => {
    setTimeout(() => inStep(guard, look), AFTER_LOAD_MS);
  };
  const listen = (how: 'addEventListener' | 'removeEventListener'): void => {
    if (el) guard.run(() => EventTarget.prototype[how].call(el, 'load', onLoad));
  };
  listen('addEventListener');
  return () => listen('removeEventListener');
};
