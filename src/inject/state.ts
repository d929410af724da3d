import type { AwaitedInput, ConsoleRecord, DialogRecord, NetworkRecord } from '../contract.ts';
import type { RefTable } from './element/refs.ts';
import type { Revision } from './snapshot/delta.ts';
import type { Identities } from './snapshot/record-nodes.ts';

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

/** Takes back what is in the page under a name, if anything is. */
export const takeBack = (state: DocumentState, name: string): void => {
  const undo = state.undo?.get(name);
  state.undo?.delete(name);
  undo?.();
};
