import type { Agent } from '../agent.ts';
import type { FrameDocument } from './frames.ts';
import type { Answer, Link, Request } from './link.ts';
import { inStep } from './step.ts';

/** To see whether a document is still there. */
const PROBE_MS = 1000;

/** A frame that loads another document takes the answer of the last one with it. */
const AFTER_LOAD_MS = 150;

const { setTimeout } = window;

/** Tells when another document is in a frame; a load may be the end of its own loading. Gives how to watch no longer. */
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
