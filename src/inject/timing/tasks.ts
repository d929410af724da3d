/** Waiting without blocking the page: for a task, for some ms. */

/**
 * Timers as they were at injection: a page may stop or mock its own. Bound, as those of a fresh frame would set timers
 * there.
 */
export const setTimer = window.setTimeout.bind(window);
export const clearTimer = window.clearTimeout.bind(window);
const { MessageChannel: Channel, MessagePort: Port } = window as Partial<typeof globalThis>;
export const { apply } = Reflect;
const post = Port?.prototype.postMessage;
export const { then } = Promise.prototype;

/** After this many microtasks in a row, those of the page are taken to be over. */
const MICROTASKS = 100;

/** A resolved promise without a `constructor`, so that `then` does not use a class that the page may have changed. */
const resolvedPromise: Promise<void> = Object.defineProperty(Promise.resolve(), 'constructor', {
  value: undefined,
});

/** If a message takes longer, ms, the page has broken messages. */
const NO_MESSAGES_MS = 200;

/** Resumes in a task of its own. By a message, as timers are throttled in a hidden view. */
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
  // The captured function: that of the prototype may be replaced to watch what the page posts.
  apply(post, port2, [0]);
};

/** Calls a function after the page's microtasks, before any other task. */
export const afterMicrotasks = (resume: () => void, left = MICROTASKS): void =>
  void apply(then, resolvedPromise, [left > 0 ? () => afterMicrotasks(resume, left - 1) : resume]);

export const sleep = (ms: number, resume: () => void): void => {
  if (ms > 0) setTimer(resume, ms);
  else nextTask(resume);
};
