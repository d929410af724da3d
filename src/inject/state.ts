import type { AwaitedInput, ConsoleRecord, DialogRecord, NetworkRecord } from '../contract.ts';
import type { RefTable } from './element/refs.ts';
import type { Revision } from './snapshot/delta.ts';
import type { Identities } from './snapshot/record-nodes.ts';

/**
 * The state of a document, which outlives a second injection. A newer version of the script takes it over, so
 * its shape is a protocol: only add to it.
 */
export interface DocumentState {
  readonly protocol: 2;
  /** Random id of the document; it begins with the letters of its refs. */
  readonly document: string;
  readonly refs: RefTable;
  readonly identities: Identities;
  revision: number;
  /**
   * The ancestors of the place where a snapshot has ended early: whether they are content is not decided again for the
   * rest.
   */
  judged: WeakSet<Element>;
  /** The last snapshots, to compute what has changed since. */
  history: Revision[];
  /** The texts that were known before the last whole snapshot, where that has added new ones. */
  knownTexts?: ReadonlySet<string> | undefined;
  /** Options, as the host gave them, and revision of the last snapshot of the whole page; before there is one, of a part. */
  lastOptions?: Record<string, unknown>;
  lastRevision?: number;
  /** Jobs by name: pending ones, and finished ones until their result is fetched. */
  readonly jobs: Map<string, Job>;
  /** The number of the newest job. */
  lastJob: number;
  /** How to undo changes to the page, by name: overlay, hooks, hover rules. */
  undo?: Map<string, () => void>;
  /** Fields that have been password fields; absent in the state of older versions. */
  passwords?: WeakSet<Element>;
  /** The elements that got a ref attribute in this task. */
  justMarked?: readonly Element[];
  /** The page redraws elements that get a ref attribute, so none are set. */
  isRedrawn?: boolean;
  /** What the hooks have recorded until it is read. */
  hooked?: Hooked;
  /** Names of the page's tools, as the browser has last listed them. */
  tools?: string[];
  /** The output of the last tool of the page that was called. */
  toolOutput?: { name: string; output: string; chars: number };
}

/** What a job wants its host to do, by real input. */
export interface Awaits {
  /** The input; absent while none is wanted. */
  point?: AwaitedInput;
  /** The host has cancelled the job: it stops waiting. */
  isCancelled?: boolean;
}

/** Work that was begun as a job. */
export interface Job {
  /** Absent until the work is done. */
  result?: unknown;
  /** Absent in the state of older versions. */
  readonly awaits?: Awaits;
}

/** What the hooks have recorded; all of it outlives a second injection. */
export interface Hooked {
  dialogs: DialogRecord[];
  console: ConsoleRecord[];
  network: NetworkRecord[];
  /** The types of click listeners of each node. */
  listeners: WeakMap<object, Set<string>>;
  closedRoots: WeakMap<Element, ShadowRoot>;
}

/** Undoes the change to the page of this name, if there is one. */
export const takeBack = (state: DocumentState, name: string): void => {
  const undo = state.undo?.get(name);
  state.undo?.delete(name);
  undo?.();
};
