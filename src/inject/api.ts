import type {
  ActionResult,
  ErrorResult,
  PageResult,
  QueryResult,
  SnapshotOptions,
  SnapshotResult,
  Verb,
} from '../contract.ts';
import { toJson } from '../render/index.ts';
import { act } from './action/act.ts';
import {
  type Agent,
  createState,
  type DocumentState,
  type Failure,
  fail,
  isFailure,
  metaOf,
} from './agent.ts';
import type { Guard } from './dom/natives.ts';
import { page } from './page/page.ts';
import { query } from './query/query.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';

/** `window.__agentBrowser`: everything a host may call. Nothing of it throws. */
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
  /** Acts on one element in one attempt: checks, events, read-back. Errors: see docs/actions.md. */
  action(ref: string, kind: string, payload?: unknown): ActionResult;
  /** Asks about one element: `text`, `value`, `attrs`, `outerHTML`, each at most `limitChars` (4000). */
  query(ref: string, kind: string, payload?: unknown): QueryResult;
  /** Asks about the page: `info`. */
  page(kind: string, payload?: unknown): PageResult;
  /** Any verb, its result as JSON text: for hosts that evaluate a string. */
  json(verb: string, ...args: unknown[]): string;
}

type Result = SnapshotResult | ActionResult | QueryResult | PageResult;

const STATE = Symbol.for('agent-browser-inpage');

/** The state that an earlier injection left, if it is of a shape that this version knows. */
export const adoptState = (existing: () => unknown): DocumentState => {
  try {
    const state = (existing() as Record<symbol, Partial<DocumentState> | undefined> | undefined)?.[STATE];
    const known =
      state?.protocol === 1 &&
      typeof state.document === 'string' &&
      state.refs?.byRef instanceof Map &&
      state.refs.byElement instanceof WeakMap &&
      Array.isArray(state.history);
    if (known) return state as DocumentState;
  } catch {
    // Something of the page's own that does not want to be looked at.
  }
  return createState();
};

const describeCrash = (error: unknown): string => {
  try {
    return String((error as Error)?.message ?? error).slice(0, 200);
  } catch {
    return 'unknown';
  }
};

export const createApi = (version: string, guard: Guard, state: DocumentState): AgentBrowser => {
  const agent: Agent = { version, guard, state, pointer: {} };
  const toResult = <T extends object>(type: Verb, outcome: T | Failure): T | ErrorResult =>
    isFailure(outcome) ? { ok: false, type, meta: metaOf(agent), error: outcome.error } : outcome;
  // The last line of defence: a bug of ours or a page that breaks the engine must not reach the host as a throw.
  const safely = <T extends object>(type: Verb, work: () => T | Failure): T | ErrorResult => {
    try {
      return guard.run(() => {
        try {
          return toResult(type, work());
        } catch (error) {
          const message = `${type} failed inside the page: ${describeCrash(error)}. Take a new snapshot; if it happens again, report it.`;
          return toResult<T>(type, fail('internal_error', message));
        }
      });
    } catch (error) {
      const meta = { url: '', title: '', ts: 0, document: state.document };
      return { ok: false, type, meta, error: { code: 'internal_error', message: describeCrash(error) } };
    }
  };
  const api = {
    version,
    document: state.document,
    snapshot: (options?: SnapshotOptions) => safely('snapshot', () => takeSnapshot(agent, options)),
    action: (ref: string, kind: string, payload?: unknown) =>
      safely('action', () => act(agent, ref, kind, payload)),
    query: (ref: string, kind: string, payload?: unknown) =>
      safely('query', () => query(agent, ref, kind, payload)),
    page: (kind: string, payload?: unknown) => safely('page', () => page(agent, kind, payload)),
  };
  const call = (verb: string, args: readonly unknown[]): Result => {
    const [first, second, third] = args as [string, string, unknown];
    if (verb === 'snapshot') return api.snapshot(first as unknown as SnapshotOptions);
    if (verb === 'action') return api.action(first, second, third);
    if (verb === 'query') return api.query(first, second, third);
    if (verb === 'page') return api.page(first, second);
    const valid = ['snapshot', 'action', 'query', 'page'];
    return safely<PageResult>('page', () =>
      fail(
        'unsupported_kind',
        `There is no verb "${String(verb).slice(0, 40)}". Valid: ${valid.join(', ')}.`,
        { valid },
      ),
    );
  };
  const json = (verb: string, ...args: unknown[]): string => {
    const result = call(verb, args);
    try {
      return guard.run(() => toJson(result));
    } catch {
      return '{"ok":false,"type":"page","error":{"code":"internal_error","message":"The result could not be written as JSON."}}';
    }
  };
  return Object.defineProperty({ ...api, json }, STATE, { value: state });
};
