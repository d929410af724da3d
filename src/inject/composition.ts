import type { ErrorResult, JobStarted, JobState } from '../contract.ts';
import type { Widgets } from './action/widgets/widgets.ts';
import type { Agent, DocumentState, Failure } from './agent.ts';

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
export interface ChannelPart {
  /** Undefined: the call brings none. */
  start(verb: string, args: readonly unknown[]): JobStarted | undefined;
  /** Undefined: no job of this name. */
  poll(job: unknown): JobState | undefined;
  /** Why a call with a proof can't be made in any other way; undefined: it brings none. */
  refuse(verb: string, args: readonly unknown[]): Failure | undefined;
}

/**
 * What one file holds. Only the composition roots ({@link file://./main.ts} and {@link file://./parts}) know what there
 * is; what a file lacks is registered in it as a part that says where it is (`partMissing`).
 */
export interface Composition {
  readonly verbs: Readonly<Record<'snapshot' | 'action' | 'query' | 'page', VerbPart>>;
  /** How lists and sliders that pages draw themselves are chosen in. */
  readonly widgets?: Widgets;
  /** The names of the page's tools, as far as they are known at once. */
  toolNames?(agent: Agent): readonly string[];
  /** Goes on with what an earlier injection has put into the page. */
  resume?(state: DocumentState): void;
  channel?(
    agent: Agent,
    key: string | undefined,
    finished: (verb: string, outcome: Outcome) => object | ErrorResult,
  ): ChannelPart;
}
