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

/** What some files contain and others do not. */
export interface Parts {
  /** Operates custom controls (lists, calendars, sliders) in one call. */
  widgets?: Widgets;
  /** Keeps the revision of a snapshot, and returns the changes since an earlier one. */
  since?: typeof sinceRevision;
  /** The formats in which a snapshot can be rendered in the page. */
  readonly formats: Formats;
  /** The kinds of the verb `page`. */
  readonly kinds: PageKinds;
  /** The file, below `dist/`, that contains a missing part. */
  readonly fileOf: (part: string) => string;
}

/** The context of every verb. */
export interface Agent {
  readonly version: string;
  /** 32 hexadecimal digits that no page can guess. */
  readonly nonce: () => string;
  readonly guard: Guard;
  readonly state: DocumentState;
  /** Installs `document.modelContext` where the browser has none; absent: a part does. */
  readonly installModelContext?: () => void;
  /** The names of interactive elements as a snapshot shows them, guesses included. */
  readonly names: () => ReadonlyMap<Element, string>;
  /** The names of the page's tools; returns undefined until the browser has listed them. Absent in files that have no tools. */
  readonly toolNames?: () => readonly string[] | undefined;
  /** The text fields that were edited and have dispatched no change yet. */
  readonly edits: Edits;
  /** What only some files contain; parts that are registered later add to it. */
  readonly parts: Parts;
  /** What is kept about the page between actions, such as the causes of what it runs. */
  readonly watched: Watched;
  /** Where elements were last seen: one that has not moved since need not be watched before it is clicked. */
  readonly standing: Standing;
  /** The action under way; absent where one runs in a single task. */
  readonly action?: ActionContext;
  /** This is another attempt after a refused one. */
  readonly isRetry?: true;
  /** What the job of this call wants its host to do; absent for calls without a job. */
  readonly awaits?: Awaits;
  /** The call comes by the channel, which reports what a tool of the page has changed, with the frames of other origins. */
  readonly isInChannel?: true;
  /** What later key presses depend on. */
  readonly keys: {
    /** The position of the last focus or click, from which Tab goes on when nothing is focused. */
    tabStart?: Range;
    /** The letters typed on each select for its type-ahead, and when the last was typed (ms since the epoch). */
    readonly typed: WeakMap<Element, { text: string; at: number }>;
  };
  /** The state of the pointer after the last action. */
  readonly pointer: {
    /** The element under the pointer. */
    over?: WeakRef<Element>;
    /** The position, CSS px from the top left corner of the viewport. */
    x?: number;
    y?: number;
    /** A mouse press whose button is still down, and where it will be released. */
    held?: { press: Script<boolean>; at: Point };
    /** The pointer capture of the last press. */
    capture?: Capture;
  };
}

/** Registers how to undo a change to the page under a name; first undoes an earlier one of the same name. */
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
