import type { SnapshotDelta, SnapshotNode, SnapshotText, SnapshotTree } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { pushInOrder } from '../dom/push-in-order.ts';
import { msInPlace } from '../element/standing.ts';
import { type Failure, isFailure } from '../result.ts';
import { preOrder, toSnapshotNode } from './accessibility-node.ts';
import { commit, entriesOf } from './commit.ts';
import type { Revision } from './delta.ts';
import { insertNew } from './left-out.ts';
import { limit, type Whole } from './limit.ts';
import { type Reading, readPage } from './read-page.ts';

export type SnapshotSuccess = SnapshotTree | SnapshotDelta | SnapshotText;

/**
 * Reads the page, returns what fits, and records the revision. The only write, the mirror of the refs, comes after
 * all reading.
 */
export const takeSnapshot = (agent: Agent, given: unknown): SnapshotSuccess | Failure => {
  const started = Date.now();
  const reading = readPage(agent, given);
  if (isFailure(reading)) return reading;
  const result = toResult(agent, reading);
  if (!isFailure(result)) result.stats.jsTimeMs = Date.now() - started;
  return result;
};

/** Names of the interactive elements in a snapshot, guesses included. */
export const namesInSnapshot = (agent: Agent): Map<Element, string> => {
  const names = new Map<Element, string>();
  const reading = readPage(agent, { maxNodes: 1e5 });
  if (!isFailure(reading))
    for (const { el, interactivity, node } of preOrder(reading.root))
      if (el && interactivity && node.name) names.set(el, node.name);
  return names;
};

const wholeOf = ({ root, stats, meta }: Reading, revision: number): Whole => ({
  ok: true,
  type: 'snapshot',
  version: 1,
  meta: { ...meta, revision },
  stats,
  refs: {},
  tree: toSnapshotNode(root),
});

/** The result where the script keeps no revisions. */
const withUnknownRevision = ({ request }: Reading, whole: Whole): Whole =>
  !request.options.since ? whole : { ...whole, whole: 'unknown_revision' };

/**
 * Inserts left-out texts into a whole tree: the first ones where nothing is interactive, or where the page replaced
 * another one (`since` is 0), because they say what the page is; new ones where the change was too large for a delta.
 * Behind a cursor the same ones are inserted again, because the cursor counts them.
 */
const withTexts = (
  { state }: Agent,
  { root, leftOut, request }: Reading,
  given: Whole | SnapshotDelta,
): Whole | SnapshotDelta => {
  const { since, after, maxTextPerNode } = request.options;
  if (!('tree' in given)) return given;
  const isNext = since === 0 || (given.stats.interactive === 0 && !request.isScoped);
  const mayHaveNew = after !== undefined || given.whole === 'not_smaller';
  const known = isNext ? new Set<string>() : mayHaveNew ? state.knownTexts : undefined;
  if (after === undefined) state.knownTexts = known;
  if (!known) return given;
  insertNew(root, leftOut, known, maxTextPerNode);
  return { ...given, tree: toSnapshotNode(root) };
};

/**
 * Turns what was read, or its change since a revision in `history`, into a result that fits, records it and mirrors
 * the refs. Reads nothing more.
 */
export const toResult = (
  agent: Agent,
  reading: Reading,
  history: Revision[] = agent.state.history,
): SnapshotSuccess | Failure => {
  const { state } = agent;
  const { request, byRef, cache } = reading;
  const whole = wholeOf(reading, state.revision + 1);
  const { since } = agent.parts;
  const given = since ? since(agent, reading, whole, history) : withUnknownRevision(reading, whole);
  const result = limit(agent, reading, withTexts(agent, reading, given));
  if (isFailure(result)) return result;
  state.revision++;
  // A snapshot of a scope does not limit the report of an action's changes to that scope.
  if (!request.isScoped || !state.lastRevision) {
    state.lastOptions = { ...request.given, since: undefined, after: undefined };
    state.lastRevision = state.revision;
  }
  const shown = refsShown(result);
  if (!('text' in result)) Object.assign(result.refs, entriesOf(shown, reading, request.options));
  commit(shown, byRef, agent, request.options.markRefs, cache);
  for (const { el, facts } of byRef.values()) if (el && facts?.box) msInPlace(agent.standing, el, facts.box);
  return result;
};

/** The refs that a result shows. */
const refsShown = (result: SnapshotSuccess): Iterable<string> => {
  if ('text' in result) return result.refs;
  const refs = new Set<string>();
  const stack: SnapshotNode[] = [];
  if ('tree' in result) stack.push(result.tree);
  else {
    const { added = [], changed = [] } = result.delta;
    for (const { node, parent, after } of [...added, ...changed])
      for (const at of [after, parent, node]) if (at) stack.push(at);
  }
  const found: string[] = [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.ref && !refs.has(node.ref)) {
      refs.add(node.ref);
      found.push(node.ref);
    }
    pushInOrder(stack, node.children || []);
  }
  return found;
};
