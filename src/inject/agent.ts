import type {
  AwaitedInput,
  ConsoleRecord,
  DeadRefCause,
  DialogRecord,
  ElementLabel,
  ErrorCode,
  ErrorInfo,
  Meta,
  NetworkRecord,
  Point,
} from '../contract.ts';
import { type Formats, oneLine, toJson } from '../render/core.ts';
import type { ActionContext } from './action/action-context.ts';
import type { Edits } from './action/deferred-change.ts';
import type { Capture } from './action/pointer-capture.ts';
import type { Script } from './action/script.ts';
import type { Widgets } from './action/widgets/widgets.ts';
import { hexOf } from './channel/hmac.ts';
import { cut, LONGEST } from './dom/cut.ts';
import type { Guard } from './dom/natives.ts';
import { fromDocument } from './dom/read.ts';
import { createRefTable, type RefTable } from './element/refs.ts';
import type { Standing } from './element/standing.ts';
import { randomBytes } from './nonce.ts';
import type { PageKinds } from './page/page.ts';
import type { Revision } from './snapshot/delta.ts';
import type { Identities } from './snapshot/record-nodes.ts';
import type { sinceRevision } from './snapshot/since-revision.ts';
import type { Watched } from './timing/watched.ts';

/**
 * What belongs to this document and outlives a second injection. A newer version of the script takes it over, so
 * its shape is a protocol: only add to it.
 */
export interface DocumentState {
  readonly protocol: 2;
  /** Random id of the document; it begins with the letters of its refs. */
  readonly document: string;
  readonly refs: RefTable;
  readonly identities: Identities;
  revision: number;
  /** What counts as content of this page whatever is found further on in it. */
  judged: WeakSet<Element>;
  /** The last snapshots, to tell what has changed since. */
  history: Revision[];
  /** The texts that were known before those that the last whole snapshot has put in; absent: it has put in none. */
  knownTexts?: ReadonlySet<string> | undefined;
  /** Options of the last snapshot of all, as the host gave them, and its revision; of one of a part where there is no other. */
  lastOptions?: Record<string, unknown>;
  lastRevision?: number;
  /** Jobs by name: pending, or their result until it is fetched. */
  readonly jobs: Map<string, Job>;
  lastJob: number;
  /** How to take back what was put into the page, by what it is: overlay, hooks, hover rules. */
  undo?: Map<string, () => void>;
  /** Fields that have been passwords; absent in what older versions leave. */
  passwords?: WeakSet<Element>;
  /** What was marked in this task. */
  justMarked?: readonly Element[];
  /** The page draws anew what is marked: no marks. */
  isRedrawn?: boolean;
  /** What the hooks have kept until it is read. */
  hooked?: Hooked;
  /** Names of the page's tools, as the browser has listed them last. */
  tools?: string[];
  /** What the last tool of the page gave, until the next one does. */
  toolOutput?: { name: string; output: string; chars: number };
}

/** What the host shall do with its own input; nothing while nothing is wanted of it. */
export interface Awaits {
  point?: AwaitedInput;
  /** The host has given it up: what is waited for is not waited for any longer. */
  isCancelled?: boolean;
}

/** Work that was begun: its result until it is fetched, and what it waits for. */
export interface Job {
  result?: unknown;
  /** Absent in what older versions leave. */
  readonly awaits?: Awaits;
}

/** What the hooks know; all of it outlives a second injection. */
export interface Hooked {
  dialogs: DialogRecord[];
  console: ConsoleRecord[];
  network: NetworkRecord[];
  /** Who listens for presses, and for how many kinds of them. */
  listeners: WeakMap<object, Set<string>>;
  closedRoots: WeakMap<Element, ShadowRoot>;
}

/** Registers how to take back something that is in the page from now on; what was there under this name goes first. */
export const keepUndo = ({ state }: Agent, name: string, undo: () => void): void => {
  takeBack(state, name);
  state.undo ||= new Map();
  state.undo.set(name, undo);
};

/** Takes back what is in the page under a name, if anything is. */
export const takeBack = (state: DocumentState, name: string): void => {
  const undo = state.undo?.get(name);
  state.undo?.delete(name);
  undo?.();
};

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

export const createState = (refs = createRefTable()): DocumentState => ({
  protocol: 2,
  document: refs.letters + hexOf(randomBytes(8)),
  refs,
  identities: { byElement: new WeakMap(), last: 0 },
  revision: 0,
  judged: new WeakSet(),
  history: [],
  passwords: new WeakSet(),
  jobs: new Map(),
  lastJob: 0,
});

export const metaOf = (agent: Agent): Meta => ({
  url: cut(location.href, LONGEST.address),
  title: cut(fromDocument(document, 'title'), LONGEST.title),
  ts: Date.now(),
  document: agent.state.document,
});

/** An expected failure inside of a verb: carried up as a value, made a result at the edge. */
export interface Failure {
  error: ErrorInfo;
  /** Not to be tried again: something has been done before it was known, or it does not become another. */
  isFinal?: true;
}

type Details = Omit<ErrorInfo, 'code' | 'message'>;

export const fail = (code: ErrorCode, message: string, details: Details = {}): Failure => ({
  error: { code, message: oneLine(message), ...details },
});

/** A failure that is not worth another attempt. */
export const final = ({ error }: Failure): Failure => ({ error, isFinal: true });

export const isFailure = (value: unknown): value is Failure =>
  // Its own: a page may put an `error` on Object.prototype. Not Object.hasOwn, which is younger than many WebViews.
  typeof value === 'object' &&
  !!value &&
  Object.keys(value).includes('error') &&
  typeof (value as { error?: unknown }).error === 'object';

/** Page text in a message: it must not look like the end of itself, like a line or like a ref. */
export const quoted = (text: string): string => toJson(oneLine(text)).replace(/\[ref=/g, '\\u005bref=');

/** How an element is called in a message. */
export const nameInWords = ({ role, name, ref }: Pick<ElementLabel, 'role' | 'name' | 'ref'>): string =>
  `${role}${name ? ` ${quoted(name)}` : ''}${ref ? ` [ref=${ref}]` : ''}`;

export const DEAD_REF_WORDS: Readonly<Record<DeadRefCause, string>> = {
  unknown: 'was never issued in this document',
  detached: 'is gone: its element was removed from the page',
  replaced: 'now stands for something else',
  navigated: 'belongs to a page that has been left',
};
