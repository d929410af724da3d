import { countUp } from '../dom/count-up.ts';
import { EVERYTHING } from '../dom/mutations.ts';
import type { Guard } from '../dom/natives.ts';
import { isWaitedFor, LONGEST_MOVE, moveLeft } from './animations.ts';
import type { Cause, Causes } from './causes.ts';
import { nextFrame } from './frames.ts';
import { clearTimer, nextTask, setTimer } from './tasks.ts';
import { BY_FRAME, pendingMs } from './watch-page.ts';

const { MutationObserver: Observer } = window;

/**
 * A frame that is drawn, with the tasks that it brings, has to pass after the last thing that has come of the action:
 * what the page has put off further is known to be pending.
 */
const QUIET_FRAMES = 1;

/** The end of an animation is announced a frame after it, and what hears it takes things away. */
const FRAMES_AFTER_MOVE = 3;

/** What is drawn by more frames in a row is moved by them, as by an animation. */
const DRIVEN_FRAMES = 2;

/** So many tasks in a row that the page leaves to itself are waited for: who does so for ever is not. */
const TASKS_IN_A_ROW = 30;

/** Whatever is to come still (ms). */
const LATEST_MS = 3000;

/** So often (ms) it is looked whether what is awaited has come earlier. */
const POLL_MS = 16;

/** What changes so often, and nobody knows by what, changes all the time. */
const OFTEN = 8;

/** What is settled: an action, with what it has changed so far. */
export interface Settling {
  readonly guard: Guard;
  readonly causes: Causes;
  readonly cause: Cause;
  /** When it began, on the clock of the page's animations. */
  readonly since: number;
  /** What was added or given other attributes since. */
  readonly touched: Set<Element>;
  /** Notes it. */
  readonly note: (records: readonly MutationRecord[]) => void;
  /** What changes all the time. */
  readonly restless: WeakSet<Node>;
  /** Finds the trees to watch: more may come. */
  readonly roots: () => readonly Node[];
}

/**
 * Resumes when a frame was drawn after the last thing that has come of the action, and nothing that it has begun
 * is still to come; after 3 s in any case. What goes on without it is not waited for.
 */
export const settle = (
  { guard, causes, cause, since, touched, note, restless, roots }: Settling,
  resume: () => void,
): void => {
  const due = new Map<Element, number>();
  const often = new Map<Node, number>();
  const deadline = Date.now() + LATEST_MS;
  let moving = LONGEST_MOVE + 1;
  let frames = 0;
  let wanted = QUIET_FRAMES;
  let came = cause.came;
  let posts = cause.posts;
  let tasks = 0;
  let timer: number | undefined;
  const startAnew = (from = 0): void => {
    frames = from;
    wanted = QUIET_FRAMES;
    moving = LONGEST_MOVE + 1;
  };
  /** Without what changes all the time. */
  const withoutRestless = (records: MutationRecord[]): MutationRecord[] => {
    for (const target of new Set(records.map((record) => record.target))) {
      if (countUp(often, target) > OFTEN) restless.add(target);
    }
    return records.filter(({ target }) => !restless.has(target));
  };
  const changed = (records: MutationRecord[]): void => {
    const doer = causes.doer(cause);
    const isOurs = doer === 'action';
    if (isOurs || doer === 'unknown') guard.run(() => take(records, isOurs));
  };
  const take = (records: MutationRecord[], isOurs: boolean): void => {
    const counted = isOurs ? records : withoutRestless(records);
    if (counted.length === 0) return;
    note(counted);
    const frame = causes.frame();
    const isDriven =
      isOurs &&
      frame > DRIVEN_FRAMES &&
      counted.some(({ type, target }) => type === 'attributes' && isWaitedFor(target as Element));
    // What a frame changes is drawn with it; what moves from frame to frame goes on with the next one.
    startAnew(isDriven ? -1 : frame > 0 ? frames : 0);
  };
  const observer = new Observer(changed);
  const observeAll = (): readonly Node[] => {
    const all = roots();
    for (const root of all) observer.observe(root, EVERYTHING);
    return all;
  };
  const finish = (): void => {
    clearTimer(timer);
    observer.disconnect();
    resume();
  };
  /** What has come since the last frame is drawn with the next one. */
  const hearWhatCame = (): void => {
    if (cause.came === came) return;
    came = cause.came;
    startAnew();
  };
  /** Ms until what has been begun has come, or has been shown; 0 where nothing is left. */
  const leftMs = (): number => {
    hearWhatCame();
    const pending = pendingMs(cause);
    if (pending > 0) return pending;
    if (frames < wanted) return 0;
    const before = moving;
    moving = moveLeft(observeAll(), touched, due, since);
    // Where no frames come animations stand still.
    if (moving <= 0 || moving >= before) return 0;
    frames = 0;
    wanted = FRAMES_AFTER_MOVE;
    return moving;
  };
  /** WebKit calls no observer that is taken from a frame which is gone. */
  const look = (): void =>
    guard.run(() => {
      const records = observer.takeRecords();
      if (records.length > 0) changed(records);
      const rest = deadline - Date.now();
      const left = Math.min(leftMs(), rest);
      const isPosting = cause.posts !== posts && tasks < TASKS_IN_A_ROW;
      posts = cause.posts;
      if (rest > 0 && left <= 0 && frames >= wanted && isPosting) {
        tasks++;
        nextTask(look);
      } else if (rest <= 0 || (left <= 0 && frames >= wanted)) finish();
      else if (left > BY_FRAME) timer = setTimer(look, Math.min(left, POLL_MS));
      else nextFrame(counted);
    });
  const counted = (): void => {
    hearWhatCame();
    frames++;
    // Those who watch sizes and places hear of what was drawn in a task after it.
    if (frames >= wanted) nextTask(() => nextTask(look));
    else guard.run(() => void nextFrame(counted));
  };
  observeAll();
  guard.run(() => void nextFrame(counted));
};
