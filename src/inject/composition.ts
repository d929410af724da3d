import type { ErrorResult, JobStarted, JobState } from '../contract.ts';
import type { Formats } from '../render/core.ts';
import type { Widgets } from './action/widgets/widgets.ts';
import type { Agent } from './agent.ts';
import type { PageKinds } from './page/page.ts';
import type { Failure } from './result.ts';

/** The outcome of a verb: its result, or a failure. */
export type Outcome = object | Failure;

/** An implementation of a verb. */
export interface VerbPart {
  /** Runs in one task, without waiting. */
  now(agent: Agent, args: readonly unknown[]): Outcome;
  /** Runs in several tasks, with waits between them; absent: `now` is used. */
  later?(
    agent: Agent,
    args: readonly unknown[],
    done: (outcome: Outcome) => void,
    crashed: (error: unknown) => void,
  ): void;
}

/** Handles calls with a `channelProof`, which reach frames of other origins. */
export interface Channel {
  /** Starts the job of a call; undefined: the call has no proof. */
  start(verb: string, args: readonly unknown[]): JobStarted | undefined;
  /** The state of a job; undefined: the channel has no job of this name. */
  poll(job: unknown, sent: unknown): JobState | undefined;
  /** Why a call with a proof has to be made by `start`; undefined: it has none. */
  refuse(verb: string, args: readonly unknown[]): Failure | undefined;
}

/** What a file of `dist/parts` adds; each has some of it. */
export interface Part {
  /** More kinds of the verb `page`. */
  readonly kinds?: PageKinds;
  /** Operates custom lists, calendars and sliders. */
  readonly widgets?: Widgets;
  readonly formats?: Formats;
  readonly since?: Agent['parts']['since'];
  /**
   * Opens the channel to frames of other origins.
   *
   * @param key absent where the script has none, or did not run before the page
   */
  channel?(
    agent: Agent,
    key: string | undefined,
    finished: (verb: string, outcome: Outcome) => object | ErrorResult,
  ): Channel;
}

/** What one built file contains. Only the composition roots ({@link file://./main.ts} and {@link file://./parts}) choose it. */
export interface Composition extends Part {
  readonly verbs: Readonly<Record<'snapshot' | 'action' | 'query', VerbPart>>;
  /** Creates the verb `page` of its kinds. */
  page(kinds: PageKinds): VerbPart;
  readonly kinds: PageKinds;
  readonly formats: Formats;
  /** Installs `document.modelContext` where the browser has none; absent: `parts/model-context.js` does. */
  installModelContext?(): void;
  /** The names of the page's tools; undefined: the browser has not listed them yet. */
  toolNames?(agent: Agent): readonly string[] | undefined;
  /** Creates what actions keep between them; absent in files without actions. */
  acting?(): Pick<Agent, 'edits' | 'watched'>;
  /** The file, below `dist/`, that contains a missing part. */
  fileOf(part: string): string;
  /** Kinds of `page` that this file lacks, and the parts that have them. */
  readonly kindsElsewhere?: Readonly<Record<string, string>>;
  /** The part that was passed to `register`; undefined unless the build has made it for this file. */
  open?(given: unknown): Part | undefined;
}
