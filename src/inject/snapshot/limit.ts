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

/** All that was read, as it would be given if there were no budgets. */
export type Whole = SnapshotTree;

const noCursor = (given: string): Failure =>
  wrongArgument('after', `after takes what a cut has named, such as "kd8+3", not "${cut(given, 40)}".`);

/** The last node of the tree with a ref that stands before an element, which is not in the tree any more. */
const lastBefore = ({ root }: Reading, element: Element): string => {
  let last = 'top';
  for (const { el, node } of preOrder(root)) {
    if (!el || !node.ref) continue;
    if (isAfter(el, element)) break;
    last = node.ref;
  }
  return last;
};

/** Where a cursor leads in what was read now; a failure where it names an element that is gone. */
const cursorNow = (agent: Agent, reading: Reading, tree: SnapshotNode, given: string): Cursor | Failure => {
  const spelled = given.trim().replace(/^(?:@|\[?\s*ref=)|\]$/g, '');
  const cursor = /^\d/.test(spelled) ? agent.state.refs.letters + spelled : spelled;
  const parts = parseCursor(cursor);
  if (!parts) return noCursor(given);
  if (placeOf(tree, cursor)) return cursor;
  const found = lookUp(agent, parts.ref);
  return isFailure(found) ? found : lastBefore(reading, found.element);
};

const sum = (some: Omitted, more: Omitted | undefined): Omitted =>
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
  const cursor = given === undefined ? undefined : cursorNow(agent, reading, whole.tree, given);
  if (cursor && isFailure(cursor)) return cursor;
  const place = cursor === undefined ? undefined : placeOf(whole.tree, cursor);
  const rest = place ? cutBefore(whole.tree, place) : whole.tree;
  const stats = { ...whole.stats, ...(cursor && { after: cursor }) };
  const steps: KnownSteps = new Map();
  const entryOf = (ref: string) => entriesOf([ref], reading, options, steps)[ref];
  // Texts are limited by the renderer, which can't know of what was not read.
  if (rendering && !unread) return { ...whole, tree: rest, stats };
  // The end of what was read is left to the next call, which reads all.
  const most = unread
    ? Math.min(rendering ? chainOf(rest).order.length - 1 : maxNodes, nodesBeforeAsides(rest) - 1)
    : maxNodes;
  const { tree, next, omitted } = limitTree(rest, {
    maxNodes: most,
    maxJsonBytes,
    after: cursor,
    entryOf: maxJsonBytes < Infinity ? entryOf : undefined,
  });
  const nodesEmitted = chainOf(tree).order.length;
  const isByNodes = !!rendering || nodesEmitted >= maxNodes;
  const truncateReasons: TruncateReason[] = [isByNodes ? 'maxNodes' : 'maxJsonBytes'];
  const cutOff = next && omitted && { truncated: true, truncateReasons, omitted: sum(omitted, unread), next };
  return { ...whole, tree, stats: { ...stats, nodesEmitted, ...cutOff } };
};

/** How many nodes come before far repetition, lists of links and the footer: these are given when they are asked for. */
const nodesBeforeAsides = (tree: SnapshotNode): number => {
  const { order, ranks } = chainOf(tree);
  const first = order.findIndex((index) => (ranks[index] as number) >= 2);
  return first <= 0 ? Infinity : first;
};

/** For acting, the first text leaves out what lies aside, unless the host says for how much it has room. */
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

/** As the renderer has it. */
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
  const some = omitted.nodes + omitted.interactive + omitted.textChars > 0;
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
    ...(some && { omitted }),
    ...(next && { next }),
  };
};

/** What fits of a result, from where `after` says, as a tree or as text. */
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
