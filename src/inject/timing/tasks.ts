/** Waiting without blocking the page: for a task, for some ms. */

/** Timers as they were at injection: a page may stop or mock its own. Those of a fresh frame work on this window only. */
export const setTimer = window.setTimeout.bind(window);
export const clearTimer = window.clearTimeout.bind(window);
const { MessageChannel: Channel, MessagePort: Port } = window as Partial<typeof globalThis>;
const { apply } = Reflect;
const post = Port?.prototype.postMessage;
const { then: resolved } = Promise.prototype;

/** So many microtasks in a row are taken to be all that the page has left to them. */
const MICROTASKS = 100;

/** Of no class that the page could have changed. */
const kept: Promise<void> = Object.defineProperty(Promise.resolve(), 'constructor', { value: undefined });

/** Where a message takes so long there are none: the page has broken them. */
const NO_MESSAGES_MS = 200;

/** A task of its own. Messages are not throttled in a hidden view, timers are. */
export const nextTask = (resume: () => void): void => {
  if (typeof Channel !== 'function' || !post) {
    setTimer(resume, 0);
    return;
  }
  const { port1, port2 } = new Channel();
  let waits = true;
  const goOn = (): void => {
    if (!waits) return;
    waits = false;
    clearTimer(late);
    resume();
  };
  const late = setTimer(goOn, NO_MESSAGES_MS);
  port1.onmessage = () => {
    port1.close();
    goOn();
  };
  // Past whoever watches what the page posts.
  apply(post, port2, [0]);
};

/** Comes after the page's microtasks, but before any other task. */
export const afterMicrotasks = (resume: () => void, left = MICROTASKS): void =>
  void apply(resolved, kept, [left > 0 ? () => afterMicrotasks(resume, left - 1) : resume]);

export const sleep = (ms: number, resume: () => void): void => {
  if (ms > 0) setTimer(resume, ms);
  else nextTask(resume);
};
