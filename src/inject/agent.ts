import type { Meta, Point } from '../contract.ts';
import type { Formats } from '../render/core.ts';
import type { ActionContext } from './action/action-context.ts';
import type { Edits } from './action/deferred-change.ts';
import type { Capture } from './action/pointer-capture.ts';
import type { Script } from './action/script.ts';
import type { Widgets } from './action/widgets/widgets.ts';
import { cut, MAX_CHARS } from './dom/cut.ts';
import type { Guard } from './dom/natives.ts';
import { fromDocument } from './dom/read.ts';
import type { Standing } from './element/standing.ts';
import type { PageKinds } from './page/page.ts';
import type { sinceRevision } from './snapshot/since-revision.ts';
import { type Awaits, type DocumentState, takeBack } from './state.ts';
import type { Watched } from './timing/watched.ts';

/** What not every file holds. */
export interface Parts {
  /** What is done in one call to controls that pages draw themselves. */
  widgets?: Widgets;
  /** Keeps the revision of a snapshot, and gives the change since an earlier one. */
  since?: typeof sinceRevision;
  /** How a snapshot is written in the page. */
  readonly formats: Formats;
  /** What the verb `page` knows. */
  readonly kinds: PageKinds;
  /** The file, below `dist/`, that has a part which is not here. */
  readonly fileOf: (part: string) => string;
}

/** What every verb works with. */
export interface Agent {
  readonly version: string;
  /** 32 hexadecimal digits that no page can guess. */
  readonly nonce: () => string;
  readonly guard: Guard;
  readonly state: DocumentState;
  /** Puts `document.modelContext` in place where there is none; absent: a part does. */
  readonly installModelContext?: () => void;
  /** What a snapshot calls the things that can be acted on, guesses included. */
  readonly names: () => ReadonlyMap<Element, string>;
  /** The names of the page's tools, undefined where the browser has not listed them yet; absent where that is not there. */
  readonly toolNames?: () => readonly string[] | undefined;
  /** The text fields that were edited and have dispatched no change yet. */
  readonly edits: Edits;
  /** What is only in some files; parts that come later add theirs. */
  readonly parts: Parts;
  /** Who has begun what on this page, once an action has been watched. */
  readonly watched: Watched;
  /** Where things stand: what has not moved since it was read need not be watched before it is pressed. */
  readonly standing: Standing;
  /** The action under way; absent where one is played in one task. */
  readonly action?: ActionContext;
  /** An attempt after one that was refused. */
  readonly isRetry?: true;
  /** What the job that this is done for wants of its host; absent where nobody polls. */
  readonly awaits?: Awaits;
  /** What a tool of the page has changed is reported by the channel, with the frames of other origins. */
  readonly isInChannel?: true;
  /** What keys go on from. */
  readonly keys: {
    /** Where the focus or a press was last: for Tab when nothing has the focus. */
    tabStart?: Range;
    /** Letters that were typed on a select, and when the last was (ms). */
    readonly typed: WeakMap<Element, { text: string; at: number }>;
  };
  /** What the last action left the pointer over. */
  readonly pointer: {
    over?: WeakRef<Element>;
    /** Where that was, px from the top left corner of the viewport. */
    x?: number;
    y?: number;
    /** A press whose button is still down, and where it comes up. */
    held?: { press: Script<boolean>; at: Point };
    /** Of the last press. */
    capture?: Capture;
  };
}

/** Registers how to take back something that is in the page from now on; what was there under this name goes first. */
export const keepUndo = ({ state }: Agent, name: string, undo: () => void): void => {
  takeBack(state, name);
  state.undo ||= new Map();
  state.undo.set(name, undo);
};

export const metaOf = (agent: Agent): Meta => ({
  url: cut(location.href, MAX_CHARS.address),
  title: cut(fromDocument(document, 'title'), MAX_CHARS.title),
  ts: Date.now(),
  document: agent.state.document,
});
