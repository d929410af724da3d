import type {
  ActionResult,
  ErrorResult,
  PageResult,
  QueryResult,
  SnapshotOptions,
  SnapshotResult,
  Verb,
} from '../contract.ts';
import { toJson } from '../render/core.ts';
import { STATE } from './adopt-state.ts';
import { type Agent, metaOf } from './agent.ts';
import type { AgentBrowser } from './agent-browser.ts';
import { usePasswords } from './aria/secret.ts';
import { takeProof } from './channel/proof.ts';
import type { Channel, Composition, Part, VerbPart } from './composition.ts';
import type { Guard } from './dom/natives.ts';
import { useHooked } from './element/hooked.ts';
import { pollJob, startJob } from './jobs.ts';
import { createNonces } from './nonce.ts';
import type { PageKinds } from './page/page.ts';
import { partMissing } from './part-missing.ts';
import { unknownKind } from './payload.ts';
import { type Failure, isFailure, quoted } from './result.ts';
import { namesInSnapshot } from './snapshot/snapshot.ts';
import type { Awaits, DocumentState } from './state.ts';

type Result = SnapshotResult | ActionResult | QueryResult | PageResult;

export type { AgentBrowser };

const describeCrash = (error: unknown): string => {
  try {
    return quoted(String((error as Error)?.message || error).slice(0, 200));
  } catch {
    return 'unknown';
  }
};

type Done = (result: Result) => void;

/** What can be begun, */
const BEGUN = ['snapshot', 'action', 'query', 'page'];

/** and what `json` can be asked for. */
const ASKED = [...BEGUN, 'start', 'poll'];

/** A bug of ours, or a page that breaks the engine, must not reach the host as a throw: the last line of defence. */
class Edge {
  constructor(private readonly agent: Agent) {}

  result<T extends object>(type: Verb, outcome: T | Failure): T | ErrorResult {
    return isFailure(outcome) ? { ok: false, type, meta: metaOf(this.agent), error: outcome.error } : outcome;
  }

  crash(type: Verb, error: unknown): ErrorResult {
    const message = `${type} failed inside the page: ${describeCrash(error)}. Take a new snapshot.`;
    const meta = { url: '', title: '', ts: 0, document: this.agent.state.document };
    return { ok: false, type, meta, error: { code: 'internal_error', message } };
  }

  now<T extends object>(type: Verb, work: () => T | Failure): T | ErrorResult {
    try {
      return this.agent.guard.run(() => this.result(type, work()));
    } catch (error) {
      return this.crash(type, error);
    }
  }

  /** In its own time; `done` gets the result. */
  later(
    type: Verb,
    begin: NonNullable<VerbPart['later']>,
    args: readonly unknown[],
    done: Done,
    awaits?: Awaits,
  ): void {
    const give = (result: object): void => done(result as Result);
    begin(
      awaits ? { ...this.agent, awaits } : this.agent,
      args,
      (outcome) => give(this.result(type, outcome)),
      (error) => give(this.crash(type, error)),
    );
  }
}

/**
 * @param holds what this file does
 * @param key of the channel to frames of other origins, while no script of the page has run
 */
export const createApi = (
  version: string,
  guard: Guard,
  state: DocumentState,
  holds: Composition,
  key: () => string | undefined = () => undefined,
): AgentBrowser => {
  const nonce = createNonces();
  const kinds: Record<string, PageKinds[string]> = { ...holds.kinds };
  const agent: Agent = {
    version,
    nonce,
    guard,
    state,
    ...(holds.installModelContext && { installModelContext: holds.installModelContext }),
    names: () => namesInSnapshot(agent),
    ...(holds.toolNames && { toolNames: () => holds.toolNames?.(agent) }),
    parts: { formats: { ...holds.formats }, kinds, fileOf: holds.fileOf },
    // Only actions ask for it.
    ...(holds.acting?.() as Pick<Agent, 'edits' | 'watched'>),
    standing: new WeakMap(),
    pointer: {},
    keys: { typed: new WeakMap() },
  };
  const edge = new Edge(agent);
  const { kindsElsewhere = {} } = holds;
  for (const kind of Object.keys(kindsElsewhere))
    kinds[kind] = () => partMissing(agent, `page ${kind}`, kindsElsewhere[kind] as string);
  const verbs = { ...holds.verbs, page: holds.page(kinds) };
  let channel: Channel | undefined;
  const add = (part: Part): void => {
    Object.assign(kinds, part.kinds);
    Object.assign(agent.parts.formats, part.formats);
    if (part.widgets) agent.parts.widgets = part.widgets;
    if (part.since) agent.parts.since = part.since;
    if (part.channel)
      channel = part.channel(agent, key(), (verb, outcome) => edge.result(verb as Verb, outcome));
  };
  add(holds);
  useHooked(state);
  if (state.passwords) usePasswords(state.passwords);
  // The browser tells them a moment later.
  agent.toolNames?.();
  const noVerb = (verb: unknown, valid: readonly string[]): ErrorResult =>
    edge.now<never>('page', () => unknownKind('verb', verb, valid));
  const noChannel = (verb: string, args: readonly unknown[]): Failure | undefined =>
    takeProof(verb, args) && partMissing(agent, 'A call with a channelProof', 'channel');
  /** Why a call that brings a proof can't be made like any other. */
  const refusal = (verb: string, args: readonly unknown[]): Failure | undefined =>
    channel ? channel.refuse(verb, args) : noChannel(verb, args);
  const atOnce = <T extends object>(verb: keyof typeof verbs, ...args: unknown[]): T =>
    edge.now<object>(verb, () => refusal(verb, args) || verbs[verb].now(agent, args)) as T;
  const api: AgentBrowser = {
    version,
    document: state.document,
    snapshot: ((options?: SnapshotOptions) => atOnce('snapshot', options)) as AgentBrowser['snapshot'],
    action: (ref, kind, payload) => atOnce('action', ref, kind, payload),
    query: (ref, kind, payload) => atOnce('query', ref, kind, payload),
    page: (kind, payload) => atOnce('page', kind, payload),
    run: (verb, ...args) =>
      guard.run(
        () => new Promise((resolve) => begin(verb, args, (result) => guard.run(() => resolve(result)))),
      ),
    start: (verb, ...args) =>
      edge.now(
        'start',
        () =>
          (channel ? channel.start(verb, args) : noChannel(verb, args)) ||
          startJob(agent, (done, awaits) => begin(verb, args, done, awaits)),
      ),
    poll: (job, sent) => edge.now('poll', () => pollJob(agent, job, sent)),
    json(verb, ...args) {
      try {
        return guard.run(() =>
          toJson((verb === 'poll' && channel?.poll(args[0], args[1])) || call(verb, args, ASKED)),
        );
      } catch {
        return '{"ok":false,"type":"page","error":{"code":"internal_error","message":"The result could not be written as JSON."}}';
      }
    },
    register(given) {
      try {
        return guard.run(() => {
          const part = holds.open?.(given);
          if (part) add(part);
          return !!part;
        });
      } catch {
        return false;
      }
    },
  };
  const call = (verb: string, args: readonly unknown[], valid: readonly string[]): object =>
    valid.includes(verb)
      ? (api[verb as 'run'] as (...all: unknown[]) => object)(...args)
      : noVerb(verb, valid);
  const begin = (verb: string, args: readonly unknown[], done: Done, awaits?: Awaits): void => {
    const later = BEGUN.includes(verb) && !refusal(verb, args) && verbs[verb as 'page'].later;
    if (later) edge.later(verb as Verb, later, args, done, awaits);
    else done(call(verb, args, BEGUN) as Result);
  };
  return api;
};

/** The same for the next script that comes: refs and revisions go on. */
export const showState = (api: AgentBrowser, state: DocumentState): AgentBrowser =>
  Object.defineProperty(api, STATE, { value: state });
