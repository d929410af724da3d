import type {
  ActionResult,
  ErrorResult,
  JobStarted,
  JobState,
  PageResult,
  QueryResult,
  SnapshotOptions,
  SnapshotResult,
  Verb,
} from '../contract.ts';
import { toJson } from '../render/index.ts';
import { act } from './action/act.ts';
import { playAtOnce, type Script } from './action/script.ts';
import {
  type Agent,
  createState,
  type DocumentState,
  type Failure,
  fail,
  isFailure,
  metaOf,
  quoted,
} from './agent.ts';
import { usePasswords } from './aria/secret.ts';
import { Channel, takeProof } from './channel/channel.ts';
import { signer } from './channel/key.ts';
import type { Guard } from './dom/natives.ts';
import { pollJob, startJob } from './jobs.ts';
import { createNonces } from './nonce.ts';
import { useHooked } from './page/hooks/hooks.ts';
import { page } from './page/page.ts';
import { wrongArgument } from './payload.ts';
import { query } from './query/query.ts';
import { playInTasks, runAction } from './run.ts';
import type { Revision } from './snapshot/delta.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';

type Result = SnapshotResult | ActionResult | QueryResult | PageResult;

/** `window.__agentBrowser`: everything a host may call. Nothing of it throws, no promise of it is rejected. */
export interface AgentBrowser {
  /** Version of the script. */
  readonly version: string;
  /** Random id of this document; a host that passes it back learns when the page was left. */
  readonly document: string;
  /**
   * Reads the page: `{tree, refs, meta, stats}`, a delta with `since`, or text with `format`. Errors:
   * `invalid_argument` (an option that is unknown or of the wrong type, a selector that does not parse),
   * `ref_not_found` (`scope`, `after`).
   */
  snapshot(options?: SnapshotOptions): SnapshotResult;
  /** Acts on one element in one attempt and one task: checks, events, read-back. */
  action(ref: string, kind: string, payload?: unknown): ActionResult;
  /** Asks about one element (`text`, `value`, `describe`, ...), each string at most `limitChars` (4000): docs/page.md. */
  query(ref: string, kind: string, payload?: unknown): QueryResult;
  /** Asks about the page or does something to it (`info`, `find`, `search`, `wait`, ...): docs/page.md. */
  page(kind: string, payload?: unknown): PageResult;
  /**
   * Any of the verbs above, with time: an action waits until the element is ready (`timeoutMs`, default 5000),
   * gives each event a task of its own, waits until the page is quiet and brings what has changed.
   */
  run(verb: string, ...args: unknown[]): Promise<Result>;
  /** {@link run} for hosts that can't await: gives the name of a job at once. */
  start(verb: string, ...args: unknown[]): JobStarted | ErrorResult;
  /**
   * How a job stands; its result is given once. Errors: `job_lost`, `invalid_argument`. What was begun with a
   * `channelProof` is only told as text: `json('poll', job)`.
   */
  poll(job: string): JobState | ErrorResult;
  /** Any verb but `run`, its result as JSON text: for hosts that evaluate a string. */
  json(verb: string, ...args: unknown[]): string;
}

const STATE = Symbol.for('agent-browser-inpage');

/** Under this name a sealed script shows a later one with the same key that it is no page's. */
const PROOF = Symbol.for('agent-browser-inpage-proof');

/** Whether this is what an injection with the same key has left. */
export const knowsKey = (existing: unknown, key: string): existing is AgentBrowser => {
  const nonce = createNonces()();
  try {
    const prove = (existing as Record<symbol, ((nonce: string) => unknown) | undefined> | undefined)?.[PROOF];
    return prove?.(nonce) === signer(key)('api', nonce);
  } catch {
    // Something of the page's own.
    return false;
  }
};

/** Throws unless these are what they are said to be, whatever their prototype or a proxy says. */
const probe = ({ refs, identities, history, jobs, passwords }: DocumentState): void => {
  Map.prototype.has.call(refs.byRef, '');
  Map.prototype.has.call(jobs, '');
  WeakMap.prototype.has.call(refs.byElement, refs);
  WeakMap.prototype.has.call(identities.byElement, refs);
  if (passwords) WeakSet.prototype.has.call(passwords, refs as never);
  for (let i = 0; i < history.length; i++) Map.prototype.has.call((history[i] as Revision).nodes, '');
};

const isState = (state: DocumentState): boolean =>
  state.protocol === 1 &&
  typeof state.document === 'string' &&
  Number.isSafeInteger(state.refs.last) &&
  Number.isSafeInteger(state.identities.last) &&
  Number.isSafeInteger(state.revision) &&
  Array.isArray(state.history);

/** The state that an earlier injection left, if it is of a shape that this version knows. */
export const adoptState = (existing: () => unknown): DocumentState => {
  try {
    const state = (existing() as Record<symbol, DocumentState | undefined> | undefined)?.[STATE];
    if (state && isState(state)) {
      if (!state.passwords) state.passwords = new WeakSet();
      probe(state);
      return state;
    }
  } catch {
    // Something of the page's own that is not what it looks like, or does not want to be looked at.
  }
  return createState();
};

const describeCrash = (error: unknown): string => {
  try {
    return quoted(String((error as Error)?.message ?? error).slice(0, 200));
  } catch {
    return 'unknown';
  }
};

const VERBS = ['snapshot', 'action', 'query', 'page', 'start', 'poll'] as const;

/** A bug of ours, or a page that breaks the engine, must not reach the host as a throw: the last line of defence. */
class Edge {
  constructor(private readonly agent: Agent) {}

  result<T extends object>(type: Verb, outcome: T | Failure): T | ErrorResult {
    return isFailure(outcome) ? { ok: false, type, meta: metaOf(this.agent), error: outcome.error } : outcome;
  }

  crash(type: Verb, error: unknown): ErrorResult {
    const message = `${type} failed inside the page: ${describeCrash(error)}. Take a new snapshot; if it happens again, report it.`;
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

  /** Plays a script in its own time; `done` gets its result. */
  later<T extends object>(
    type: Verb,
    script: Script<T | Failure>,
    done: (result: T | ErrorResult) => void,
  ): void {
    playInTasks(
      this.agent,
      script,
      (outcome) => done(this.result(type, outcome)),
      (error) => done(this.crash(type, error)),
    );
  }
}

/** Promises and results of one task can be seen by the page: what frames of other origins show is only for `start`. */
const refuseProof = (verb: string, args: readonly unknown[]): Failure | undefined =>
  takeProof(verb, args) &&
  wrongArgument(
    'channelProof',
    'A channelProof is only for calls that are begun with start and fetched with json("poll", job).',
  );

/**
 * @param key of the channel to frames of other origins, if the script came before the page
 * @param seal the key of a script that nothing can replace, and whose state nothing can reach
 */
export const createApi = (
  version: string,
  guard: Guard,
  state: DocumentState,
  key?: string,
  seal?: string,
): AgentBrowser => {
  const nonce = createNonces();
  const agent: Agent = { version, nonce, guard, state, edited: new WeakMap(), pointer: {} };
  const edge = new Edge(agent);
  const channel = new Channel(agent, key, (verb, outcome) => edge.result(verb as Verb, outcome));
  useHooked(state);
  if (state.passwords) usePasswords(state.passwords);
  const noVerb = (verb: unknown, valid: readonly string[]): ErrorResult =>
    edge.now<never>('page', () =>
      fail(
        'unsupported_kind',
        `There is no verb "${String(verb).slice(0, 40)}". Valid: ${valid.join(', ')}.`,
        {
          valid: valid.slice(),
        },
      ),
    );
  const api: AgentBrowser = {
    version,
    document: state.document,
    snapshot: (options) =>
      edge.now('snapshot', () => refuseProof('snapshot', [options]) ?? takeSnapshot(agent, options)),
    action: (ref, kind, payload) =>
      edge.now(
        'action',
        () => refuseProof('action', [ref, kind, payload]) ?? playAtOnce(act(agent, ref, kind, payload)),
      ),
    query: (ref, kind, payload) =>
      edge.now('query', () => refuseProof('query', [ref, kind, payload]) ?? query(agent, ref, kind, payload)),
    page: (kind, payload) => edge.now('page', () => playAtOnce(page(agent, kind, payload))),
    run: (verb, ...args) =>
      guard.run(
        () => new Promise((resolve) => begin(verb, args, (result) => guard.run(() => resolve(result)))),
      ),
    start: (verb, ...args) =>
      edge.now('start', () => {
        const shown = takeProof(verb, args);
        return shown
          ? channel.start(verb, shown.args, shown.proof)
          : startJob(agent, (done) => begin(verb, args, done));
      }),
    poll: (job) => edge.now('poll', () => pollJob(agent, job)),
    json(verb, ...args) {
      try {
        return guard.run(() => toJson((verb === 'poll' && channel.poll(args[0])) || call(verb, args, VERBS)));
      } catch {
        return '{"ok":false,"type":"page","error":{"code":"internal_error","message":"The result could not be written as JSON."}}';
      }
    },
  };
  const call = (verb: string, args: readonly unknown[], valid: readonly string[]): object =>
    valid.includes(verb)
      ? (api[verb as (typeof VERBS)[number]] as (...all: unknown[]) => object)(...args)
      : noVerb(verb, valid);
  const begin = (verb: string, args: readonly unknown[], done: (result: Result) => void): void => {
    if (verb === 'action' && !takeProof(verb, args))
      edge.later('action', runAction(agent, args[0], args[1], args[2]), done);
    else if (verb === 'page') edge.later('page', page(agent, args[0], args[1], true), done);
    else done(call(verb, args, VERBS.slice(0, 4)) as Result);
  };
  if (seal === undefined) return Object.defineProperty(api, STATE, { value: state });
  const prove = (given: unknown): unknown =>
    guard.run(() => guard.isSound() && typeof given === 'string' && signer(seal)('api', given));
  return Object.freeze(Object.defineProperty(api, PROOF, { value: prove }));
};
