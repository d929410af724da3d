import type { ErrorResult, JobStarted, JobState } from '../contract.ts';
import type { Formats } from '../render/core.ts';
import type { Widgets } from './action/widgets/widgets.ts';
import type { Agent } from './agent.ts';
import type { PageKinds } from './page/page.ts';
import type { Failure } from './result.ts';

/** What a verb comes to: the result, or why there is none. */
export type Outcome = object | Failure;

export interface VerbPart {
  /** In one task, without waiting. */
  now(agent: Agent, args: readonly unknown[]): Outcome;
  /** Takes its time between steps, each in a task of its own; absent: as at once. */
  later?(
    agent: Agent,
    args: readonly unknown[],
    done: (outcome: Outcome) => void,
    crashed: (error: unknown) => void,
  ): void;
}

/** Calls that bring a `channelProof`, and so reach frames of other origins. */
export interface Channel {
  /** Undefined: the call brings none. */
  start(verb: string, args: readonly unknown[]): JobStarted | undefined;
  /** Undefined: no job of this name. */
  poll(job: unknown, sent: unknown): JobState | undefined;
  /** Why a call with a proof can't be made in any other way; undefined: it brings none. */
  refuse(verb: string, args: readonly unknown[]): Failure | undefined;
}

/** What a file of `dist/parts` adds; what one file lacks of it is in another one. */
export interface Part {
  /** More kinds of the verb `page`. */
  readonly kinds?: PageKinds;
  /** How lists and sliders that pages draw themselves are chosen in. */
  readonly widgets?: Widgets;
  readonly formats?: Formats;
  readonly since?: Agent['parts']['since'];
  /** @param key absent where the script has none, or did not come before the page */
  channel?(
    agent: Agent,
    key: string | undefined,
    finished: (verb: string, outcome: Outcome) => object | ErrorResult,
  ): Channel;
}

/** What one file holds. Only the composition roots ({@link file://./main.ts} and {@link file://./parts}) know what there is. */
export interface Composition extends Part {
  readonly verbs: Readonly<Record<'snapshot' | 'action' | 'query', VerbPart>>;
  /** How the kinds of `page` are run. */
  page(kinds: PageKinds): VerbPart;
  readonly kinds: PageKinds;
  readonly formats: Formats;
  /** Puts `document.modelContext` in place where there is none; absent: `parts/model-context.js` does. */
  installModelContext?(): void;
  /** The names of the page's tools; undefined: the browser has not listed them yet. */
  toolNames?(agent: Agent): readonly string[] | undefined;
  /** What actions keep from one to the next; absent where there are none. */
  acting?(): Pick<Agent, 'edits' | 'watched'>;
  /** The file, below `dist/`, that has a part which is not here. */
  fileOf(part: string): string;
  /** Kinds of `page` that are elsewhere, and the parts that have them. */
  readonly kindsElsewhere?: Readonly<Record<string, string>>;
  /** The part that is handed in, if it is one that the build has made for this file. */
  open?(given: unknown): Part | undefined;
}
