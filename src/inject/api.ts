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

/** The verbs of `run` and `start`. */
const JOB_VERBS = ['snapshot', 'action', 'query', 'page'];

/** The verbs of `json`. */
const JSON_VERBS = [...JOB_VERBS, 'start', 'poll'];

/** Makes results of outcomes. Whatever throws, a bug of ours or a page that breaks the engine, becomes an `internal_error`. */
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

  /** Begins a verb that takes time; `done` gets the result. */
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
 * Creates the API that is installed as `window.__agentBrowser`.
 *
 * @param composition what this file contains
 * @param key the key of the channel to frames of other origins; undefined once a script of the page may have run
 */
export const createApi = (
  version: string,
  guard: Guard,
  state: DocumentState,
  composition: Composition,
  key: () => string | undefined = () => undefined,
): AgentBrowser => {
  const nonce = createNonces();
  const kinds: Record<string, PageKinds[string]> = { ...composition.kinds };
  const agent: Agent = {
    version,
    nonce,
    guard,
    state,
    ...(composition.installModelContext && { installModelContext: composition.installModelContext }),
    names: () => namesInSnapshot(agent),
    ...(composition.toolNames && { toolNames: () => composition.toolNames?.(agent) }),
    parts: { formats: { ...composition.formats }, kinds, fileOf: composition.fileOf },
    // Used by actions only.
    ...(composition.acting?.() as Pick<Agent, 'edits' | 'watched'>),
    standing: new WeakMap(),
    pointer: {},
    keys: { typed: new WeakMap() },
  };
  const edge = new Edge(agent);
  const { kindsElsewhere = {} } = composition;
  for (const kind of Object.keys(kindsElsewhere))
    kinds[kind] = () => partMissing(agent, `page ${kind}`, kindsElsewhere[kind] as string);
  const verbs = { ...composition.verbs, page: composition.page(kinds) };
  let channel: Channel | undefined;
  const add = (part: Part): void => {
    Object.assign(kinds, part.kinds);
    Object.assign(agent.parts.formats, part.formats);
    if (part.widgets) agent.parts.widgets = part.widgets;
    if (part.since) agent.parts.since = part.since;
    if (part.channel)
      channel = part.channel(agent, key(), (verb, outcome) => edge.result(verb as Verb, outcome));
  };
  add(composition);
  useHooked(state);
  if (state.passwords) usePasswords(state.passwords);
  // Asks the browser for the list, which arrives a moment later.
  agent.toolNames?.();
  const unknownVerb = (verb: unknown, valid: readonly string[]): ErrorResult =>
    edge.now<never>('page', () => unknownKind('verb', verb, valid));
  const noChannel = (verb: string, args: readonly unknown[]): Failure | undefined =>
    takeProof(verb, args) && partMissing(agent, 'A call with a channelProof', 'channel');
  /** Why a call with a `channelProof` can't be made in this way; undefined: it has none. */
  const refusal = (verb: string, args: readonly unknown[]): Failure | undefined =>
    channel ? channel.refuse(verb, args) : noChannel(verb, args);
  const callNow = <T extends object>(verb: keyof typeof verbs, ...args: unknown[]): T =>
    edge.now<object>(verb, () => refusal(verb, args) || verbs[verb].now(agent, args)) as T;
  const api: AgentBrowser = {
    version,
    document: state.document,
    snapshot: ((options?: SnapshotOptions) => callNow('snapshot', options)) as AgentBrowser['snapshot'],
    action: (ref, kind, payload) => callNow('action', ref, kind, payload),
    query: (ref, kind, payload) => callNow('query', ref, kind, payload),
    page: (kind, payload) => callNow('page', kind, payload),
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
          toJson((verb === 'poll' && channel?.poll(args[0], args[1])) || call(verb, args, JSON_VERBS)),
        );
      } catch {
        return '{"ok":false,"type":"page","error":{"code":"internal_error","message":"The result is no JSON."}}';
      }
    },
    register(given) {
      try {
        return guard.run(() => {
          const part = composition.open?.(given);
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
      : unknownVerb(verb, valid);
  const begin = (verb: string, args: readonly unknown[], done: Done, awaits?: Awaits): void => {
    const later = JOB_VERBS.includes(verb) && !refusal(verb, args) && verbs[verb as 'page'].later;
    if (later) edge.later(verb as Verb, later, args, done, awaits);
    else done(call(verb, args, JOB_VERBS) as Result);
  };
  return api;
};

/** Exposes the state on the API, so that the next injection goes on with the same refs and revisions. */
export const exposeState = (api: AgentBrowser, state: DocumentState): AgentBrowser =>
  Object.defineProperty(api, STATE, { value: state });
