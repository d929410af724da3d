import type { Guard } from './dom/natives.ts';
import { fromDocument } from './dom/read.ts';
import { LONGEST_MOVE, moveLeft, noteTouched } from './move-left.ts';

/** Waiting without blocking the page: for a task, for some ms, for the DOM to be quiet. */

/** Timers as they were at injection: a page may stop or mock its own. Those of a fresh frame work on this window only. */
const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);
const requestFrame = window.requestAnimationFrame?.bind(window);
const { MessageChannel: Channel, MutationObserver: Observer } = window;

/** Where a message takes so long there are none: the page has broken them. */
const NO_MESSAGES_MS = 200;

/** A task of its own. Messages are not throttled in a hidden view, timers are. */
export const nextTask = (resume: () => void): void => {
  if (typeof Channel !== 'function') {
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
  port2.postMessage(0);
};

/** Comes after whatever the page has put off until now. */
export const afterPage = (resume: () => void): void => {
  setTimer(resume, 0);
};

/** Gives what calls it off. */
export const later = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimer(callback, ms);
  return () => clearTimer(timer);
};

export const sleep = (ms: number, resume: () => void): void => {
  if (ms > 0) setTimer(resume, ms);
  else nextTask(resume);
};

/** So long nothing may have changed, and so long it is waited for at most (ms). */
export interface Quiet {
  quietMs: number;
  atMostMs: number;
}

export const QUIET: Quiet = { quietMs: 100, atMostMs: 3000 };

const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * So many frames nothing may have changed in: what was begun goes on with them, and on a slow phone few of them come in
 * the time that it has to be quiet.
 */
const QUIET_FRAMES = 8;

/** The end of an animation is told with a frame after it, and what hears it takes things away. */
const FRAMES_AFTER_MOVE = 3;

/** So long a frame is waited for (ms): where none comes the view is not drawn, until one has come. */
const NOT_DRAWN_MS = 100;
const SLOW_MS = 1000;
let frameMs = SLOW_MS;

/** Frames in a row from now on. */
const countFrames = (isWanted: () => boolean, came: () => void): void => {
  requestFrame?.(() => {
    frameMs = SLOW_MS;
    if (!isWanted()) return;
    came();
    countFrames(isWanted, came);
  });
};

/**
 * Until none of the trees has changed for a while and nothing moves, or the time is over.
 *
 * @param rootsNow finds the trees: more may come
 * @param touched what was added or given other attributes before
 */
export const domQuiet = (
  guard: Guard,
  doc: Document,
  rootsNow: () => readonly Node[],
  touched: Set<Element>,
  { quietMs, atMostMs }: Quiet,
  resume: () => void,
): void => {
  const due = new Map<Element, number>();
  let left = LONGEST_MOVE + 1;
  /** Changes whenever what is being waited for does. */
  let round = 0;
  let timer: number;
  const finish = (): void => {
    round++;
    clearTimer(timer);
    clearTimer(last);
    observer.disconnect();
    resume();
  };
  /** So long nothing may change, and so many frames: those of this time, or those that come after it. */
  const rest = (ms: number, wanted = QUIET_FRAMES, isCountedAfter = false): void => {
    clearTimer(timer);
    const now = ++round;
    const isHidden = !requestFrame || guard.run(() => fromDocument(doc, 'hidden'));
    let frames = isHidden ? wanted : 0;
    let isOver = false;
    const end = (): void => {
      if (now === round && isOver && frames >= wanted) guard.run(goOn);
    };
    const count = (): void =>
      countFrames(
        () => now === round && frames < wanted,
        () => {
          frames++;
          end();
        },
      );
    /** Those that have not come in time do not come. */
    const waitOn = (): void => {
      const before = frames;
      timer = setTimer(() => {
        if (frames > before) return waitOn();
        frameMs = NOT_DRAWN_MS;
        frames = wanted;
        end();
      }, frameMs);
    };
    timer = setTimer(() => {
      isOver = true;
      if (frames >= wanted) return end();
      if (isCountedAfter) count();
      waitOn();
    }, ms);
    if (!isHidden && !isCountedAfter) count();
  };
  const changed = (records: MutationRecord[]): void => {
    guard.run(() => noteTouched(records, touched));
    left = LONGEST_MOVE + 1;
    rest(quietMs);
  };
  const observeAll = (): readonly Node[] => {
    const roots = rootsNow();
    for (const root of roots) observer.observe(root, EVERYTHING);
    return roots;
  };
  const goOn = (): void => {
    // WebKit calls no observer that is taken from a frame which is gone.
    const records = observer.takeRecords();
    if (records.length > 0) {
      changed(records);
      return;
    }
    const before = left;
    left = moveLeft(observeAll(), touched, due);
    // Where no frames come animations stand still.
    if (left > 0 && left < before) rest(left, FRAMES_AFTER_MOVE, true);
    else finish();
  };
  const last = setTimer(() => guard.run(finish), atMostMs);
  const observer = new Observer(changed);
  observeAll();
  rest(quietMs);
};
