/** Waiting without blocking the page: for a task, for some ms, for the DOM to be quiet. */

/** Timers as they were at injection: a page may stop or mock its own. */
const { setTimeout, clearTimeout } = window;

/** A task of its own. Messages are not throttled in a hidden view, timers are. */
const nextTask = (resume: () => void): void => {
  if (typeof MessageChannel !== 'function') {
    setTimeout(resume, 0);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    resume();
  };
  port2.postMessage(0);
};

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    if (ms > 0) setTimeout(resolve, ms);
    else nextTask(resolve);
  });

/** So long nothing may have changed, and so long it is waited for at most (ms). */
export interface Quiet {
  quietMs: number;
  atMostMs: number;
}

export const QUIET: Quiet = { quietMs: 100, atMostMs: 3000 };

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };

/** Until the DOM has not changed for a while. True if it became quiet in time. */
export const domQuiet = (doc: Document, { quietMs, atMostMs }: Quiet): Promise<boolean> =>
  new Promise((resolve) => {
    const finish = (quiet: boolean): void => {
      clearTimeout(timer);
      clearTimeout(last);
      observer.disconnect();
      resolve(quiet);
    };
    let timer = setTimeout(() => finish(true), quietMs);
    const last = setTimeout(() => finish(false), atMostMs);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => finish(true), quietMs);
    });
    observer.observe(doc, EVERYTHING);
  });
