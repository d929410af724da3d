import type {
  Cursor,
  Omitted,
  RenderOptions,
  SnapshotDelta,
  SnapshotNode,
  SnapshotText,
  SnapshotTree,
  TruncateReason,
} from '../../contract.ts';
import { chainOf, cutBefore, limitTree, parseCursor, placeOf, rendererOf } from '../../render/core.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { isAfter } from '../dom/read.ts';
import { lookUp } from '../element/lookup.ts';
import type { KnownSteps } from '../element/path.ts';
import { wrongArgument } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { preOrder } from './accessibility-node.ts';
import { entriesOf } from './commit.ts';
import type { Reading } from './read-page.ts';

/** All that was read, as it would be returned without budgets. */
export type Whole = SnapshotTree;

const wrongCursor = (given: string): Failure =>
  wrongArgument('after', `after takes what a cut has named, such as "kd8+3", not "${cut(given, 40)}".`);

/** Ref of the last node before an element that is not in the tree any more. */
const lastRefBefore = ({ root }: Reading, element: Element): string => {
  let last = 'top';
  for (const { el, node } of preOrder(root)) {
    if (!el || !node.ref) continue;
    if (isAfter(el, element)) break;
    last = node.ref;
  }
  return last;
};

/** The cursor (`after`) as a place in the tree that was read now; a failure where its element is gone. */
const currentCursor = (
  agent: Agent,
  reading: Reading,
  tree: SnapshotNode,
  given: string,
): Cursor | Failure => {
  const ref = given.trim().replace(/^(?:@|\[?\s*ref=)|\]$/g, '');
  const cursor = /^\d/.test(ref) ? agent.state.refs.letters + ref : ref;
  const parts = parseCursor(cursor);
  if (!parts) return wrongCursor(given);
  if (placeOf(tree, cursor)) return cursor;
  const found = lookUp(agent, parts.ref);
  return isFailure(found) ? found : lastRefBefore(reading, found.element);
};

const addOmitted = (some: Omitted, more: Omitted | undefined): Omitted =>
  more
    ? {
        ...some,
        nodes: some.nodes + more.nodes,
        interactive: (some.interactive || 0) + (more.interactive || 0),
      }
    : some;

const limitedTree = (agent: Agent, reading: Reading, whole: Whole): Whole | Failure => {
  const { unread } = reading;
  const { options, rendering } = reading.request;
  const { after: given, maxNodes, maxJsonBytes } = options;
  const cursor = given === undefined ? undefined : currentCursor(agent, reading, whole.tree, given);
  if (cursor && isFailure(cursor)) return cursor;
  const cutPlace = cursor === undefined ? undefined : placeOf(whole.tree, cursor);
  const rest = cutPlace ? cutBefore(whole.tree, cutPlace) : whole.tree;
  const stats = { ...whole.stats, ...(cursor && { after: cursor }) };
  const steps: KnownSteps = new Map();
  const entryOf = (ref: string) => entriesOf([ref], reading, options, steps)[ref];
  // The renderer limits texts, but it does not know of what was not read.
  if (rendering && !unread) return { ...whole, tree: rest, stats };
  // The last node is left to the next call, which reads everything.
  const maxTreeNodes = unread
    ? Math.min(rendering ? chainOf(rest).order.length - 1 : maxNodes, nodesBeforeAsides(rest) - 1)
    : maxNodes;
  const { tree, next, omitted } = limitTree(rest, {
    maxNodes: maxTreeNodes,
    maxJsonBytes,
    after: cursor,
    entryOf: maxJsonBytes < Infinity ? entryOf : undefined,
  });
  const nodesEmitted = chainOf(tree).order.length;
  const isByNodes = !!rendering || nodesEmitted >= maxNodes;
  const truncateReasons: TruncateReason[] = [isByNodes ? 'maxNodes' : 'maxJsonBytes'];
  const truncation = next &&
    omitted && { truncated: true, truncateReasons, omitted: addOmitted(omitted, unread), next };
  return { ...whole, tree, stats: { ...stats, nodesEmitted, ...truncation } };
};

/**
 * Number of nodes before far repetition, lists of links and the footer, which are printed when they are asked for;
 * Infinity where there are none.
 */
const nodesBeforeAsides = (tree: SnapshotNode): number => {
  const { order, ranks } = chainOf(tree);
  const first = order.findIndex((index) => (ranks[index] as number) >= 2);
  return first <= 0 ? Infinity : first;
};

/**
 * The options for the renderer. For acting, the first text ends before what is set aside, unless the host's budget is
 * smaller.
 */
const renderingOf = ({ request }: Reading, result: Whole | SnapshotDelta): RenderOptions | undefined => {
  const { rendering, options, isScoped } = request;
  if (
    !rendering ||
    !('tree' in result) ||
    !options.interactiveOnly ||
    isScoped ||
    options.after !== undefined
  )
    return rendering;
  const { maxNodes = DEFAULT_NODES } = rendering;
  return { ...rendering, maxNodes: Math.min(maxNodes, nodesBeforeAsides(result.tree)) };
};

/** The renderer's default. */
const DEFAULT_NODES = 200;

const asText = (
  agent: Agent,
  result: SnapshotTree | SnapshotDelta,
  rendering: RenderOptions,
): SnapshotText => {
  const rendered = rendererOf(agent.parts.formats)(result, rendering);
  const { text, truncated, truncateReasons, nodes, refs, omitted, next } = rendered;
  const { ok, type, version, meta, stats } = result;
  const format = rendering.format === 'text' || !rendering.format ? 'tree' : rendering.format;
  const hasOmitted = omitted.nodes + omitted.interactive + omitted.textChars > 0;
  return {
    ok,
    type,
    version,
    meta,
    stats: { ...stats, nodesEmitted: nodes },
    format,
    text,
    truncated,
    ...(truncateReasons.length > 0 && { truncateReasons }),
    nodes,
    refs,
    ...(hasOmitted && { omitted }),
    ...(next && { next }),
  };
};

/** What fits of a result, from the cursor `after` on, as a tree or as text. */
export const limit = (
  agent: Agent,
  reading: Reading,
  result: Whole | SnapshotDelta,
): SnapshotTree | SnapshotDelta | SnapshotText | Failure => {
  const rendering = renderingOf(reading, result);
  const limited = 'tree' in result ? limitedTree(agent, reading, result) : result;
  if (isFailure(limited)) return limited;
  return rendering ? asText(agent, limited, rendering) : limited;
};
