import type { RefEntry, SnapshotNode, SnapshotStats } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { pathOf } from '../element/path.ts';
import { isRecord } from '../payload.ts';
import { type AccessibilityNode, append, createNode } from '../snapshot/accessibility-node.ts';
import { commit, entriesOf } from '../snapshot/commit.ts';
import type { Reading } from '../snapshot/read-page.ts';
import { identityOf } from '../snapshot/record-nodes.ts';
import { identityHere, readEntry, readNode, refHere } from './read-node.ts';
import { namesHere } from './tool-names.ts';

/** A document's report to the document above it. */
export interface FrameReport {
  tree: object;
  refs: Record<string, RefEntry>;
  stats: SnapshotStats;
  focus?: string;
  /** Names of its tools. */
  tools?: readonly string[];
}

/** Most nodes of a report, made or read: real pages have fewer, a hostile one could send any number. */
const MAX_NODES = 20_000;

/** The reading as a report for the document above, each node with its identity. */
export const toFrameResponse = (agent: Agent, reading: Reading): FrameReport => {
  const { state } = agent;
  const { root, byRef, stats, meta, request, cache } = reading;
  const shown: string[] = [];
  let left = MAX_NODES;
  const reported = (built: AccessibilityNode): Record<string, unknown> => {
    const id = built.el ? identityOf(built.el, state.identities) : built.identity;
    if (built.node.ref) shown.push(built.node.ref);
    left--;
    const { children: _, ...node } = built.node;
    return { ...node, ...(id !== undefined && { id }) };
  };
  const tree = reported(root);
  const stack: [AccessibilityNode, Record<string, unknown>][] = [[root, tree]];
  for (let next = stack.pop(); next && left > 0; next = stack.pop()) {
    const [built, node] = next;
    if (built.children.length === 0) continue;
    const children = built.children.map(
      (child) => [child, reported(child)] as [AccessibilityNode, Record<string, unknown>],
    );
    node.children = children.map(([, child]) => child);
    for (const child of children) stack.push(child);
  }
  const refs = entriesOf(shown, reading, request.options);
  commit(shown, byRef, agent, request.options.markRefs, cache);
  return {
    tree,
    refs,
    stats,
    ...(meta.focus !== undefined && { focus: meta.focus }),
    ...(meta.tools && { tools: meta.tools }),
  };
};

/** Where a report is grafted: the frame's node, its number, and its place in this document. */
export interface GraftPoint {
  frame: AccessibilityNode;
  number: number;
  offset: { x: number; y: number };
  path: string | undefined;
}

export const framePathOf = (frame: AccessibilityNode, { request }: Reading): string | undefined =>
  request.options.paths && frame.el ? pathOf(frame.el) : undefined;

/** Makes a node of a frame's document one of this document: moves its box, and marks it as offscreen with its frame. */
const moveHere = (node: SnapshotNode, { frame, offset }: GraftPoint): SnapshotNode => {
  if (node.box) node.box = { ...node.box, x: node.box.x + offset.x, y: node.box.y + offset.y };
  if (frame.node.offscreen && node.ref) node.offscreen = true;
  return node;
};

type Wire = Readonly<Record<string, unknown>>;

const childrenOf = ({ children }: Wire): readonly unknown[] => (Array.isArray(children) ? children : []);

/** Appends the nodes that a frame has reported to the frame's node. */
export const graft = (reading: Reading, point: GraftPoint, report: Wire): void => {
  const { frame, number } = point;
  const { request, foreign } = reading;
  const reportedRefs = isRecord(report.refs) ? report.refs : {};
  let left = MAX_NODES;
  const add = (wire: Wire, parent: AccessibilityNode): AccessibilityNode => {
    const node = moveHere(readNode(wire, number, request.options), point);
    const built = createNode(node);
    const identity = identityHere(wire.id, number);
    if (identity) built.identity = identity;
    append(parent, built);
    const entry =
      node.ref && readEntry(reportedRefs[wire.ref as string], node.ref, request.options, point.path);
    if (entry) foreign.set(entry.ref, entry);
    return built;
  };
  const stack: [unknown, AccessibilityNode][] = [];
  const open = (wire: Wire, built: AccessibilityNode): void => {
    const below = childrenOf(wire);
    for (let i = below.length - 1; i >= 0; i--) stack.push([below[i], built]);
  };
  if (isRecord(report.tree)) open(report.tree, frame);
  for (let next = stack.pop(); next && left > 0; next = stack.pop(), left--) {
    const [wire, parent] = next;
    if (isRecord(wire)) open(wire, add(wire, parent));
  }
  addStats(reading, report);
  const tools = namesHere(report.tools, number);
  if (tools.length > 0) reading.meta.tools = (reading.meta.tools || []).concat(tools);
  keepFocus(frame, reading.meta, refHere(report.focus, number));
};

const numberIn = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** Adds the frame's counts to the statistics of this document. */
const addStats = ({ stats }: Reading, report: Wire): void => {
  const reportedStats: Wire = isRecord(report.stats) ? report.stats : {};
  stats.nodesVisited += numberIn(reportedStats.nodesVisited);
  stats.nodesHidden += numberIn(reportedStats.nodesHidden);
  stats.interactive += numberIn(reportedStats.interactive);
  if (reportedStats.truncated === true) {
    stats.truncated = true;
    stats.truncateReasons = ['timeBudget'];
  }
};

/** A node in a frame counts as focused only where the frame itself has the focus. */
const keepFocus = (frame: AccessibilityNode, meta: Reading['meta'], focus: string | undefined): void => {
  const hasFocus = frame.node.focused === true;
  let found = false;
  const stack = frame.children.slice();
  for (let built = stack.pop(); built; built = stack.pop()) {
    if (built.node.focused && hasFocus) found = true;
    else delete built.node.focused;
    for (const child of built.children) stack.push(child);
  }
  if (found) delete frame.node.focused;
  if (hasFocus && focus) meta.focus = focus;
};
