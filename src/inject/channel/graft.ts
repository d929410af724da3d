import type { RefEntry, SnapshotNode, SnapshotStats, TruncateReason } from '../../contract.ts';
import { isRecord } from '../payload.ts';
import { type Identities, identityOf } from '../snapshot/delta.ts';
import { createDraft, type Draft } from '../snapshot/draft.ts';
import { pathOf } from '../snapshot/path.ts';
import type { Reading } from '../snapshot/snapshot.ts';
import { identityHere, readEntry, readNode, readOmitted, refHere } from './read-node.ts';

/** What a document tells of itself to the one above. */
export interface Told {
  tree: object;
  refs: Record<string, RefEntry>;
  stats: SnapshotStats;
  focus?: string;
}

/** What was read, with what each node is known by, for the document above. */
export const tellAbove = ({ root, refs, stats, meta }: Reading, identities: Identities): Told => {
  const told = (draft: Draft): Record<string, unknown> => {
    const id = draft.el ? identityOf(draft.el, identities) : draft.identity;
    return { ...draft.node, ...(id !== undefined && { id }) };
  };
  const tree = told(root);
  const stack: [Draft, Record<string, unknown>][] = [[root, tree]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [draft, node] = next;
    if (draft.children.length === 0) continue;
    const children = draft.children.map((child) => [child, told(child)] as [Draft, Record<string, unknown>]);
    node.children = children.map(([, child]) => child);
    for (const child of children) stack.push(child);
  }
  return { tree, refs, stats, ...(meta.focus !== undefined && { focus: meta.focus }) };
};

/** A frame that was asked: its node, and what it is in this document's coordinates and paths. */
export interface Asked {
  frame: Draft;
  number: number;
  offset: { x: number; y: number };
  path: string | undefined;
}

export const pathAbove = (frame: Draft, { options }: Reading): string | undefined =>
  options.paths && frame.el ? pathOf(frame.el) : undefined;

/** Makes a node of another document one of this one: where it is, and whether it is seen. */
const settle = (node: SnapshotNode, { frame, offset }: Asked): SnapshotNode => {
  if (node.box) node.box = { ...node.box, x: node.box.x + offset.x, y: node.box.y + offset.y };
  if (frame.node.offscreen && node.ref) node.offscreen = true;
  return node;
};

type Wire = Readonly<Record<string, unknown>>;

const childrenOf = ({ children }: Wire): readonly unknown[] => (Array.isArray(children) ? children : []);

/** Puts what a frame told below its node, as far as there is room. Gives the ref to go on after, if not all is there. */
export const graft = (reading: Reading, asked: Asked, told: Wire): string | undefined => {
  const { frame, number } = asked;
  const { budget, options, refs } = reading;
  const given = isRecord(told.refs) ? told.refs : {};
  let dropped = 0;
  let last = frame.node.ref;
  const add = (wire: Wire, parent: Draft): Draft | undefined => {
    const node = settle(readNode(wire, number, options), asked);
    const draft = createDraft(node);
    const identity = identityHere(wire.id, number);
    if (identity) draft.identity = identity;
    draft.parent = parent;
    if (dropped > 0 || !frame.el || !budget.reserve(draft, frame.el)) {
      dropped++;
      return undefined;
    }
    parent.children.push(draft);
    last = node.ref ?? last;
    const entry = node.ref && readEntry(given[wire.ref as string], node.ref, options, asked.path);
    if (entry) refs[entry.ref] = entry;
    return draft;
  };
  const stack: [unknown, Draft][] = [];
  const open = (wire: Wire, draft: Draft): void => {
    const below = childrenOf(wire);
    for (let i = below.length - 1; i >= 0; i--) stack.push([below[i], draft]);
  };
  if (isRecord(told.tree)) open(told.tree, frame);
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [wire, parent] = next;
    if (isRecord(wire)) open(wire, add(wire, parent) ?? parent);
  }
  addStats(reading, told, dropped);
  keepFocus(frame, reading.meta, refHere(told.focus, number));
  return dropped > 0 ? last : refHere(isRecord(told.stats) && told.stats.next, number);
};

const REASONS: readonly TruncateReason[] = ['maxNodes', 'maxJsonBytes', 'timeBudget'];

const numberIn = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** What was done and left out there counts here. */
const addStats = ({ stats, budget }: Reading, told: Wire, dropped: number): void => {
  const theirs: Wire = isRecord(told.stats) ? told.stats : {};
  stats.nodesVisited += numberIn(theirs.nodesVisited);
  stats.nodesHidden += numberIn(theirs.nodesHidden);
  stats.interactive += numberIn(theirs.interactive);
  stats.nodesEmitted = budget.emitted;
  const reasons = Array.isArray(theirs.truncateReasons) ? theirs.truncateReasons : [];
  const all = new Set([
    ...(stats.truncateReasons ?? []),
    ...REASONS.filter((reason) => reasons.includes(reason)),
  ]);
  if (dropped > 0) all.add(budget.stopped?.reason ?? 'maxNodes');
  const before = stats.omitted ?? { nodes: 0 };
  const there = readOmitted(theirs.omitted);
  const nodes = before.nodes + there.nodes + dropped;
  const interactive = (before.interactive ?? 0) + (there.interactive ?? 0);
  const textChars = (before.textChars ?? 0) + (there.textChars ?? 0);
  if (all.size > 0) {
    stats.truncated = true;
    stats.truncateReasons = Array.from(all);
    stats.omitted = { nodes, ...(interactive > 0 && { interactive }), ...(textChars > 0 && { textChars }) };
  }
};

/** What has the focus there has it here only where its frame has it. */
const keepFocus = (frame: Draft, meta: Reading['meta'], focus: string | undefined): void => {
  const hasFocus = frame.node.focused === true;
  let found = false;
  const stack = frame.children.slice();
  for (let draft = stack.pop(); draft; draft = stack.pop()) {
    if (draft.node.focused && hasFocus) found = true;
    else delete draft.node.focused;
    for (const child of draft.children) stack.push(child);
  }
  if (found) delete frame.node.focused;
  if (hasFocus && focus) meta.focus = focus;
};
