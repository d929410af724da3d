import { type Agent, keepUndo } from '../agent.ts';
import { allRoots } from '../dom/all-elements.ts';
import { documentOf, viewOf } from '../dom/read.ts';
import { animationClock, noteTouched } from '../timing/animations.ts';
import { type Cause, pendingMs } from '../timing/causes.ts';
import { collectCloseWatchers } from '../timing/close-watchers.ts';
import { FRAME_MS, nextFrame } from '../timing/frames.ts';
import { awaitLoads } from '../timing/loads.ts';
import { settle } from '../timing/settle.ts';
import { nextTask } from '../timing/tasks.ts';
import { MAX_REQUEST_MS } from '../timing/watch-answers.ts';
import { watchPage } from '../timing/watch-page.ts';
import type { Watched } from '../timing/watched.ts';
import { isOwnMark } from './hover-style.ts';
import type { Script } from './script.ts';

/** The longest timer that an action waits for (ms): longer ones mostly hide something again, such as a toast. */
const LONGEST_TIMER_MS = 600;

/** Added to the rest of a timer (ms): what its callback changes is drawn with the next frame. */
const SHOWN_MS = 50;

/** Mutations of unknown cause: the page may make them without the action, as a clock or a carousel does. */
interface Doubt {
  /** Whether a mutation is known to be caused by the action. */
  isSure: boolean;
  /** Whether the element itself shows an effect, so that no mutation has to. */
  isShown: () => boolean;
  /**
   * Notes mutations of unknown cause; `everyMs` is the interval of the timer or frame loop that made them, if it is
   * known.
   */
  doubt(records: readonly MutationRecord[], everyMs?: number): void;
  /**
   * Waits whether the noted nodes change again, which shows that they change without the action. Returns at once if a
   * mutation is known to be caused by the action.
   */
  lookAgain(): Script<void>;
}

/** An action that runs with pauses: it knows what the page has started because of it, and waits for that. */
export interface ActionContext extends Doubt {
  readonly cause: Cause;
  /** Notes mutations: the elements that they touch, and what these elements load. */
  note(records: readonly MutationRecord[]): void;
  /** What the page starts between `enter` and `leave` is attributed to this action. */
  enter(): void;
  leave(): void;
  /** Attributes the rest of this task, which dispatches a trusted event, to this action. */
  hear(): void;
  /** Whether something that the action has started is still pending. */
  isAwaiting(): boolean;
  /**
   * Ms until the last of its pending timers has fired and been drawn, of those due within `atMostMs`; 0 if there is
   * none.
   */
  timersLeft(atMostMs: number): number;
  /** Resumes when nothing that the action has started is pending any more. */
  settle(resume: () => void): void;
  /**
   * If the page has not changed yet, waits until it does: at most `atMostMs`, or as long as for a request if the
   * address has changed, because the load of a module (`import()`) cannot be observed. True if the page has changed
   * by then.
   */
  awaitPage(atMostMs?: number): Script<boolean>;
  dispose(): void;
}

/** How long (ms) noted nodes are watched for another change; less if the interval of their loop is known. */
const AGAIN_MS = 150;

/** A noted node that changes again during `lookAgain` is restless: it changes without the action. */
const createDoubt = ({ restless }: Watched): Doubt => {
  const targets = new Set<Node>();
  let unchanged = new Set<Node>();
  let longestMs = 0;
  return {
    isSure: false,
    isShown: () => false,
    doubt(records, everyMs = AGAIN_MS) {
      for (const { target } of records) {
        if (unchanged.delete(target)) restless.add(target);
        targets.add(target);
      }
      if (records.length > 0) longestMs = Math.max(longestMs, Math.min(AGAIN_MS, everyMs + FRAME_MS));
    },
    *lookAgain() {
      unchanged = new Set(targets);
      this.isSure ||= longestMs > 0 && this.isShown();
      for (let ms = 0; !this.isSure && unchanged.size > 0 && ms < longestMs; ms += FRAME_MS) yield nextFrame;
      unchanged.clear();
    },
  };
};

/** The URL of the page without its fragment, unless the fragment is a route (`#/`, `#!`). */
const address = (): string => location.href.replace(/#(?![/!]).*/, '');

/** Watches the window of a document, once per document; `release` undoes it. */
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
  undo.push(watchPage(agent.guard, causes, view));
  undo.push(collectCloseWatchers(agent.guard, view, watched.closeWatchers));
};

/** Begins an action on an element, or (`null`) on the page. */
export const beginAction = (agent: Agent, el: Element | null): ActionContext => {
  const { guard, watched } = agent;
  const { causes, restless } = watched;
  watchDocument(agent, document);
  if (el) watchDocument(agent, documentOf(el));
  const { cause, end } = causes.begin();
  cause.timersUpTo = LONGEST_TIMER_MS;
  const loads = awaitLoads(causes, cause);
  const touched = new Set<Element>();
  const roots = (): readonly Node[] => allRoots(document);
  const note = (records: readonly MutationRecord[]): void => {
    if (records.some((record) => !isOwnMark(record))) cause.changes++;
    noteTouched(records, touched, loads.expect);
  };
  const settling = { guard, causes, cause, touched, note, restless, roots, since: animationClock() };
  const enter = (): void => causes.enter({ cause, after: 0, frames: 0 });
  const startAddress = address();
  return {
    cause,
    ...createDoubt(watched),
    note,
    enter,
    leave: () => causes.leave(),
    hear() {
      enter();
      causes.leave(nextTask);
    },
    isAwaiting: () => pendingMs(cause) > 0,
    timersLeft(atMostMs) {
      const left = pendingMs(cause, atMostMs);
      return left && left + SHOWN_MS;
    },
    settle: (resume) => settle(settling, resume),
    *awaitPage(atMostMs = 0) {
      if (cause.changes > 0) return false;
      const until = Date.now() + (address() === startAddress ? atMostMs : MAX_REQUEST_MS);
      while (cause.changes === 0 && Date.now() < until) yield FRAME_MS;
      return cause.changes > 0;
    },
    dispose() {
      loads.end();
      end();
    },
  };
};
