/** Waiting without blocking the page: for a task, for some ms, for the DOM to be quiet. */

/** Timers as they were at injection: a page may stop or mock its own. */
const { setTimeout, clearTimeout, requestAnimationFrame: requestFrame } = window;

/** A task of its own. Messages are not throttled in a hidden view, timers are. */
export const nextTask = (resume: () => void): void => {
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

/** The end of an animation is told with a later frame, and what hears it takes things away. */
const AFTERWARDS_MS = 50;

/** Animations that last longer are there to be looked at (ms). */
const LONGEST_MOVE = 1000;

/** They change what a thing looks like, not whether it is there. */
const COSMETIC = /color|shadow|filter|outline|fill|stroke|decoration|background/;

/** Ms until what appears or goes away by animation is there or gone; things that show no text may move on. */
const moveLeft = (doc: Document): number => {
  let longest = 0;
  try {
    for (const animation of doc.getAnimations()) {
      const { effect, currentTime, playState } = animation;
      const { transitionProperty = '' } = animation as CSSTransition;
      if (playState !== 'running' || COSMETIC.test(transitionProperty)) continue;
      if (!(effect as KeyframeEffect).target?.textContent) continue;
      const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime);
      if (left <= LONGEST_MOVE) longest = Math.max(longest, left);
    }
  } catch {
    // An engine without the Web Animations API, or something in the place of it.
  }
  return longest;
};

/** Where frames come later than that there are none: a view that is not drawn. */
const NO_FRAMES_MS = 100;

/** After two frames, in which what was begun goes on: libraries begin a transition so. */
const afterFrames = (doc: Document, resume: () => void): number => {
  if (!doc.hidden) requestFrame?.(() => requestFrame(resume));
  return setTimeout(resume, doc.hidden || !requestFrame ? 0 : NO_FRAMES_MS);
};

/** Until none of the trees has changed for a while and nothing moves. True if it became quiet in time. */
export const domQuiet = (
  doc: Document,
  roots: readonly Node[],
  { quietMs, atMostMs }: Quiet,
): Promise<boolean> =>
  new Promise((resolve) => {
    let left = LONGEST_MOVE + 1;
    /** Changes whenever what is being waited for does. */
    let round = 0;
    let timer: number;
    const finish = (quiet: boolean): void => {
      round++;
      clearTimeout(timer);
      clearTimeout(last);
      observer.disconnect();
      resolve(quiet);
    };
    const rest = (ms: number): void => {
      clearTimeout(timer);
      const now = ++round;
      timer = setTimeout(() => {
        timer = afterFrames(doc, () => now === round && goOn());
      }, ms);
    };
    const goOn = (): void => {
      const before = left;
      left = moveLeft(doc);
      // Where no frames come animations stand still.
      if (left > 0 && left < before) rest(left + AFTERWARDS_MS);
      else finish(true);
    };
    const last = setTimeout(() => finish(false), atMostMs);
    const observer = new MutationObserver(() => {
      left = LONGEST_MOVE + 1;
      rest(quietMs);
    });
    for (const root of roots) observer.observe(root, EVERYTHING);
    rest(quietMs);
  });
