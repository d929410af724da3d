import { type Agent, keepUndo } from '../agent.ts';
import { allRoots } from '../dom/all-elements.ts';
import { documentOf, viewOf } from '../dom/read.ts';
import { animationClock, noteTouched } from '../timing/animations.ts';
import type { Cause } from '../timing/causes.ts';
import { collectCloseWatchers } from '../timing/close-watchers.ts';
import { FRAME_MS, nextFrame } from '../timing/frames.ts';
import { awaitFrames, awaitLoad } from '../timing/loads.ts';
import { settle } from '../timing/settle.ts';
import { MAX_REQUEST_MS, pendingMs, watchPage } from '../timing/watch-page.ts';
import type { Watched } from '../timing/watched.ts';
import { isHoverMark } from './hover-style.ts';
import type { Script } from './script.ts';

/** Longer timers are of what goes away by itself (ms). */
const LONGEST_TIMER_MS = 600;

/** What a timer begins is shown with the next frame. */
const SHOWN_MS = 50;

/** What has changed, and may go on without an action. */
interface Doubt {
  /** Something has changed that is known to be its doing. */
  isSure: boolean;
  /** What has changed, perhaps by what goes on without it, where that is known with so many ms in between. */
  doubt(records: readonly MutationRecord[], everyMs?: number): void;
  /** Waits until what goes on without it has changed the page again, where nothing else may have changed it. */
  lookAgain(): Script<void>;
}

/** One action that is given its time: what it has begun, and how to wait for that. */
export interface ActionContext extends Doubt {
  readonly cause: Cause;
  /** Notes what was added or given other attributes, and what that loads. */
  note(records: readonly MutationRecord[]): void;
  /** What the page does until it is left is of this action. */
  enter(): void;
  leave(): void;
  /** What the page does in this task, which brings an event of the browser's, is of this action. */
  hear(): void;
  /** Whether something that it has begun is still to come. */
  isAwaiting(): boolean;
  /** Ms until the last of its timers, of those of at most so many ms. */
  timersLeft(atMostMs: number): number;
  /** Resumes when what it has begun has come. */
  settle(resume: () => void): void;
  /**
   * Where the page has shown nothing yet, waits until it does, so long at most, or longer where it has gone to another
   * address: nobody hears of a module that it loads (`import()`). True where something has come then.
   */
  awaitPage(atMostMs?: number): Script<boolean>;
  dispose(): void;
}

/** So long (ms) it is looked whether something changes again; less where it is known when it would. */
const AGAIN_MS = 150;

/** What changes again without the action goes on by itself. */
const createDoubt = ({ restless }: Watched): Doubt => {
  const targets = new Set<Node>();
  let again: Set<Node> | undefined;
  let longest = 0;
  return {
    isSure: false,
    doubt(records, everyMs = AGAIN_MS) {
      for (const { target } of records) {
        if (again?.delete(target)) restless.add(target);
        targets.add(target);
      }
      if (records.length > 0) longest = Math.max(longest, Math.min(AGAIN_MS, everyMs + FRAME_MS));
    },
    *lookAgain() {
      again = new Set(targets);
      for (let ms = 0; !this.isSure && again.size > 0 && ms < longest; ms += FRAME_MS) yield nextFrame;
      again = undefined;
    },
  };
};

/** Where the page is: the place in it that a fragment names is none, unless its routes are written there. */
const address = (): string => location.href.replace(/#(?![/!]).*/, '');

/** Puts the watch into the window of a document, once; `release` takes it back. */
const watchDocument = (agent: Agent, doc: Document): void => {
  const { watched } = agent;
  const { documents, undo, causes } = watched;
  const view = viewOf(doc);
  if (!view || documents.has(doc)) return;
  if (undo.length === 0)
    keepUndo(agent, 'watch', () => {
      for (const step of undo.splice(0)) step();
      watched.documents = new WeakSet();
    });
  documents.add(doc);
  undo.push(watchPage(agent.guard, causes, view as Window & typeof globalThis));
  undo.push(collectCloseWatchers(agent.guard, view, watched.closeWatchers));
};

/** Begins an action on an element, or on whatever is there. */
export const beginAction = (agent: Agent, el: Element | null): ActionContext => {
  const { guard, watched } = agent;
  const { causes, restless } = watched;
  watchDocument(agent, document);
  if (el) watchDocument(agent, documentOf(el));
  const { cause, end } = causes.begin();
  cause.timersUpTo = LONGEST_TIMER_MS;
  const endFrames = awaitFrames(causes, cause);
  const touched = new Set<Element>();
  const roots = (): readonly Node[] => allRoots(document);
  const note = (records: readonly MutationRecord[]): void => {
    if (records.some((record) => !isHoverMark(record))) cause.changes++;
    noteTouched(records, touched, (added) => awaitLoad(added, causes, cause));
  };
  const settling = { guard, causes, cause, touched, note, restless, roots, since: animationClock() };
  const enter = (): void => causes.enter({ cause, after: 0, frames: 0 });
  const from = address();
  return {
    cause,
    ...createDoubt(watched),
    note,
    enter,
    leave: () => causes.leave(),
    hear() {
      enter();
      causes.leaveTask();
    },
    isAwaiting: () => pendingMs(cause) > 0,
    timersLeft(atMostMs) {
      const left = pendingMs(cause, atMostMs);
      return left && left + SHOWN_MS;
    },
    settle: (resume) => settle(settling, resume),
    *awaitPage(atMostMs = 0) {
      if (cause.changes > 0) return false;
      const until = Date.now() + (address() === from ? atMostMs : MAX_REQUEST_MS);
      while (cause.changes === 0 && Date.now() < until) yield FRAME_MS;
      return cause.changes > 0;
    },
    dispose() {
      endFrames();
      end();
    },
  };
};
