import { countUp } from '../dom/count-up.ts';
import { EVERYTHING } from '../dom/mutations.ts';
import type { Guard } from '../dom/natives.ts';
import { animationMsLeft, isAwaited, MAX_ANIMATION_MS } from './animations.ts';
import { BY_FRAME, type Cause, type Causes, pendingMs } from './causes.ts';
import { nextFrame } from './frames.ts';
import { clearTimer, nextTask, setTimer } from './tasks.ts';

const { MutationObserver: Observer } = window;

/**
 * How many frames have to be drawn, with the tasks that follow them, after the last arrival or change by the action. What the
 * page has postponed further is known to be pending.
 */
const QUIET_FRAMES = 1;

/** The same after an animation: its end event comes a frame later, and listeners may then remove elements. */
const FRAMES_AFTER_ANIMATION = 3;

/** An element that changes in a longer chain of frames is animated by script. */
const DRIVEN_FRAMES = 2;

/** How many tasks in a row that the page posts to itself are awaited: a page may do so for ever. */
const MAX_POSTED_TASKS = 30;

/** The longest wait in all, ms. */
const MAX_SETTLE_MS = 3000;

/** How often, ms, it is checked whether something awaited has arrived early. */
const POLL_MS = 16;

/** A node that changes more often than this, by code of unknown origin, changes all the time. */
const MAX_CHANGES = 8;

/** An action to settle, with what it has changed so far. */
export interface Settling {
  readonly guard: Guard;
  readonly causes: Causes;
  readonly cause: Cause;
  /** When the action began, on the clock of the page's animations. */
  readonly since: number;
  /** The elements that were added since, or whose attributes changed. */
  readonly touched: Set<Element>;
  /** Adds the elements of mutation records to `touched`. */
  readonly note: (records: readonly MutationRecord[]) => void;
  /** Nodes that change all the time: their changes are not awaited. */
  readonly restless: WeakSet<Node>;
  /** The trees to watch; found anew at each call, as more may be added. */
  readonly roots: () => readonly Node[];
}

/**
 * Resumes once the page has settled after an action: a frame was drawn after its last effect, and nothing that it has begun
 * is pending; after 3 s in any case. What goes on without the action is not awaited.
 */
export const settle = (
  { guard, causes, cause, since, touched, note, restless, roots }: Settling,
  resume: () => void,
): void => {
  const due = new Map<Element, number>();
  const changeCounts = new Map<Node, number>();
  const deadline = Date.now() + MAX_SETTLE_MS;
  let animationMs = MAX_ANIMATION_MS + 1;
  let frames = 0;
  let wanted = QUIET_FRAMES;
  let came = cause.came;
  let posts = cause.posts;
  let tasks = 0;
  let timer: number | undefined;
  const restart = (from = 0): void => {
    frames = from;
    wanted = QUIET_FRAMES;
    animationMs = MAX_ANIMATION_MS + 1;
  };
  /** The records without those of nodes that change all the time. */
  const withoutRestless = (records: MutationRecord[]): MutationRecord[] => {
    for (const target of new Set(records.map((record) => record.target))) {
      if (countUp(changeCounts, target) > MAX_CHANGES) restless.add(target);
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
      counted.some(({ type, target }) => type === 'attributes' && isAwaited(target as Element));
    // A frame draws what its own callbacks change, so it counts. An animation by script needs the frame after it too.
    restart(isDriven ? -1 : frame > 0 ? frames : 0);
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
  /** Waits for another frame if something has arrived since the last check: the next frame draws what that has changed. */
  const noteArrivals = (): void => {
    if (cause.came === came) return;
    came = cause.came;
    restart();
  };
  /** Ms until what the action has begun has arrived and is drawn; 0 where nothing is left. */
  const leftMs = (): number => {
    noteArrivals();
    const pending = pendingMs(cause);
    if (pending > 0) return pending;
    if (frames < wanted) return 0;
    const before = animationMs;
    animationMs = animationMsLeft(observeAll(), touched, due, since);
    // Animations that do not advance are not awaited: they stand still where the view is not drawn.
    if (animationMs <= 0 || animationMs >= before) return 0;
    frames = 0;
    wanted = FRAMES_AFTER_ANIMATION;
    return animationMs;
  };
  /**
   * Finishes, or waits for what is left. Takes the records itself: WebKit does not call an observer whose class is of a
   * removed frame.
   */
  const check = (): void =>
    guard.run(() => {
      const records = observer.takeRecords();
      if (records.length > 0) changed(records);
      const rest = deadline - Date.now();
      const left = Math.min(leftMs(), rest);
      const isPosting = cause.posts !== posts && tasks < MAX_POSTED_TASKS;
      posts = cause.posts;
      if (rest > 0 && left <= 0 && frames >= wanted && isPosting) {
        tasks++;
        nextTask(check);
      } else if (rest <= 0 || (left <= 0 && frames >= wanted)) finish();
      else if (left > BY_FRAME) timer = setTimer(check, Math.min(left, POLL_MS));
      else nextFrame(countFrame);
    });
  const countFrame = (): void => {
    noteArrivals();
    frames++;
    // Observers of sizes and intersections are called after the frame: check in a task after theirs.
    if (frames >= wanted) nextTask(() => nextTask(check));
    else guard.run(() => nextFrame(countFrame));
  };
  observeAll();
  guard.run(() => nextFrame(countFrame));
};
