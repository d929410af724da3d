import type { Delta, DeltaNode, SnapshotNode } from '../../contract.ts';
import { most } from '../../render/most.ts';
import { countUp } from '../dom/count-up.ts';
import { cut } from '../dom/cut.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isString } from '../dom/is-string.ts';
import { alone, type Side, sideOf } from './known-by.ts';
import { keyOfText, type Shown } from './record-nodes.ts';

/** A snapshot as it is kept to be compared with a later one. */
export interface Revision {
  number: number;
  /** Same options, else the comparison says nothing. */
  options: string;
  /** Names of the page's tools. */
  tools?: string;
  nodes: Map<string, Shown>;
  /** Texts of the page that are none of the nodes; absent in what older versions leave. */
  leftOut?: ReadonlySet<string> | undefined;
  /** Not all of the page was read. */
  isPartial?: boolean;
  behind?: Behind | undefined;
}

/** What was there before a popup that keeps all else from readers (`aria-hidden`, `inert`), and is seen behind it. */
export type Behind = Pick<Revision, 'nodes' | 'leftOut'>;

/** Older revisions are forgotten; a delta against them is the whole. */
const KEPT_REVISIONS = 4;
const KEPT_NODES = 20_000;

/** What may differ without anything having changed on the page. */
const NOT_A_CHANGE = /^(?:ref|children|box|offscreen|covered|more|tag|focused|hover|aside)$/;

const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
};

/** So much of what was there tells what it was: who reads of a change has read it before. */
const MOST_WAS = 200;

const brief = (was: unknown): unknown => (isString(was) ? cut(was, MOST_WAS) : was);

const isOfContext = ({ isDescribedByContext, node }: Shown): boolean =>
  isDescribedByContext || !node.description;

const calledAs = ({ node: { role, name } }: Shown): string => `${role} ${name}`;

/** How many of those that are called alike have other words around them: more than one are rows that are used again for others. */
const countReused = (before: Map<string, Shown>, after: Map<string, Shown>): Map<string, number> => {
  const reused = new Map<string, number>();
  after.forEach((now, key) => {
    const was = before.get(key)?.node.description;
    if (was && now.node.description && was !== now.node.description) countUp(reused, calledAs(now));
  });
  return reused;
};

/** The fields of `before` that `after` has otherwise, but for `same`; undefined where nothing differs. */
const differing = (
  old: Shown,
  now: Shown,
  isReused: boolean,
  same?: string,
): Partial<SnapshotNode> | undefined => {
  const before = old.node;
  const after = now.node;
  const isSaidBeside = !isReused && isOfContext(old) && isOfContext(now);
  const was: Record<string, unknown> = {};
  let differs = false;
  const from = before as unknown as Record<string, unknown>;
  const to = after as unknown as Record<string, unknown>;
  for (const field of Object.keys({ ...before, ...after })) {
    if (field === same || NOT_A_CHANGE.test(field) || isSame(from[field], to[field])) continue;
    if (field === 'description' && isSaidBeside) continue;
    // What a press or the pointer does is no state; that it can be written into is one.
    if (field === 'hint' && !/editable/.test(`${before.hint}${after.hint}`)) continue;
    differs = true;
    if (from[field] !== undefined) was[field] = brief(from[field]);
  }
  return differs ? (was as Partial<SnapshotNode>) : undefined;
};

/** The nearest node above that says where something is. */
const parentLine = (shown: Shown, { nodes, known }: Side): SnapshotNode | undefined => {
  for (let at = nodes.get(shown.above); at; at = nodes.get(at.above)) {
    if (at.node.role !== 'document' && (at.node.ref || at.node.name)) return known(at);
  }
  return undefined;
};

const place = (shown: Shown, side: Side, was?: Partial<SnapshotNode>): DeltaNode => {
  const parent = parentLine(shown, side);
  return { ...(parent && { parent }), node: shown.node, ...(was && Object.keys(was).length > 0 && { was }) };
};

/** A text whose words are other ones at the same place is the same text, changed; not so one that has moved. */
const pairTexts = (
  added: Shown[],
  removed: Shown[],
  before: Map<string, Shown>,
  after: Map<string, Shown>,
): [Shown, Shown][] => {
  const pairs: [Shown, Shown][] = [];
  // Those that stand behind the same as before come first: what is new may stand anywhere.
  for (const isBehindSame of [true, false])
    for (let i = 0; i < added.length; i++) {
      const text = added[i] as Shown;
      if (text.node.role !== 'text' || before.has(text.key)) continue;
      const twin = removed.findIndex(
        (other) =>
          other.node.role === 'text' &&
          other.above === text.above &&
          !after.has(other.key) &&
          (!isBehindSame || other.before === text.before),
      );
      if (twin < 0) continue;
      pairs.push([text, removed[twin] as Shown]);
      removed.splice(twin, 1);
      added.splice(i--, 1);
    }
  return pairs;
};

/** Positions in `order` of the longest run that rises: what is not among them has moved. */
const longestRise = (order: readonly number[]): Set<number> => {
  const ends: number[] = [];
  const before: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const lower = most(
      0,
      ends.length,
      (n) => (order[ends[n - 1] as number] as number) < (order[i] as number),
    );
    before[i] = lower > 0 ? (ends[lower - 1] as number) : -1;
    ends[lower] = i;
  }
  const rise = new Set<number>();
  for (let at = ends[ends.length - 1] ?? -1; at >= 0; at = before[at] as number) rise.add(at);
  return rise;
};

/** Nodes that stand below the same node as before, at another place among those that do. */
const movedAmongSiblings = (before: Map<string, Shown>, after: Map<string, Shown>): Set<string> => {
  const rank = new Map<string, number>();
  before.forEach((_, key) => {
    rank.set(key, rank.size);
  });
  const families = new Map<string, string[]>();
  after.forEach(({ above }, key) => {
    if (before.get(key)?.above !== above) return;
    getOrInsertComputed(families, above, (): string[] => []).push(key);
  });
  const moved = new Set<string>();
  families.forEach((family) => {
    const rise = longestRise(family.map((key) => rank.get(key) as number));
    if (rise.size === family.length) return;
    family.forEach((key, i) => {
      if (!rise.has(i)) moved.add(key);
    });
  });
  return moved;
};

/** Whether a node has been taken from below another one that is still there; not where only something came between. */
const hasLeft = (old: Shown, now: Shown, before: Map<string, Shown>, after: Map<string, Shown>): boolean => {
  if (old.above === now.above || !after.has(old.above)) return false;
  let at = after.get(now.above);
  while (at && !before.has(at.key)) at = after.get(at.above);
  return at?.key !== old.above;
};

const isTop = (shown: Shown, among: Map<string, Shown>): boolean => !among.has(shown.above);

const byKey = (list: Shown[]): Map<string, Shown> => new Map(list.map((shown) => [shown.key, shown]));

/** Whether the value of a select has changed with what is chosen of its options. */
const isToldByValue = (
  { node, above }: Shown,
  before: Map<string, Shown>,
  after: Map<string, Shown>,
): boolean => {
  const box = after.get(above);
  if (node.role !== 'option' || !box) return false;
  const select = box.node.tag === 'optgroup' ? after.get(box.above) : box;
  return select?.node.tag === 'select' && before.get(select.key)?.node.value !== select.node.value;
};

/** What says what has happened, wherever it stands. */
const NEWS = /^(?:text|alert|status)$/;

/** What stands before the first, as in a cursor. */
const FIRST: SnapshotNode = { ref: 'top', role: 'none' };

/** The sibling behind which something stands now. */
const siblingBefore = ({ before }: Shown, { nodes, known }: Side): SnapshotNode => {
  const sibling = nodes.get(before);
  return sibling ? known(sibling) : FIRST;
};

/** A box is told once it scrolls or can be acted on: what stays in it is no news. */
const withoutStaying = (node: SnapshotNode, stays: ReadonlySet<SnapshotNode>): SnapshotNode => {
  const { children = [], ...box } = node;
  const added = children.filter((child) => !stays.has(child));
  return added.length > 0 ? { ...box, children: added } : box;
};

/** As it is printed that it is gone from a place: the ref of what has moved is not dead. */
const withoutRef = ({ ref: _, ...node }: SnapshotNode): SnapshotNode => node;

/**
 * What changed from one record of nodes to the next. Added nodes bring what is below them; what has moved is removed
 * where it was, without its ref, and added where it stands now. A text that was left out then, or is now, is no news.
 */
export const compare = (
  since: number,
  { nodes: before, leftOut: then }: Behind,
  { nodes: after, leftOut: now }: Behind,
): Delta => {
  const isSaid = ({ said }: Shown, among: ReadonlySet<unknown> | undefined): boolean => !!among?.has(said);
  const added: Shown[] = [];
  const removed: Shown[] = [];
  const changed: DeltaNode[] = [];
  const moved = movedAmongSiblings(before, after);
  const reused = countReused(before, after);
  const sideNow = sideOf(after, before);
  const sideThen = sideOf(before, after);
  /** What was in the line of its box, for it was alone in there, and has one of its own now, or the other way round. */
  const inBox = new Set<string>();
  const isInBox = ({ key, node: { text } }: Shown, others: Map<string, Shown>): boolean => {
    const line = keyOfText(key, text);
    if (!text || others.get(line)?.node.text !== text) return false;
    inBox.add(line);
    return true;
  };
  after.forEach((shown, key) => {
    const old = before.get(key);
    if (old && hasLeft(old, shown, before, after)) moved.add(key);
    if (moved.has(key) || !(old || isSaid(shown, then) || inBox.has(key))) added.push(shown);
    else if (old) {
      const isOneText = isInBox(old, after) || isInBox(shown, before);
      const same = isOneText ? 'text' : isToldByValue(shown, before, after) ? 'selected' : undefined;
      const was = differing(old, shown, (reused.get(calledAs(shown)) || 0) > 1, same);
      if (was) changed.push({ ...place(shown, sideNow, was), node: alone(shown.node) });
    }
  });
  before.forEach((shown, key) => {
    if (moved.has(key) || !(after.has(key) || isSaid(shown, now) || inBox.has(key))) removed.push(shown);
  });
  for (const [text, twin] of pairTexts(added, removed, before, after))
    changed.push(place(text, sideNow, { text: brief(twin.node.text) as string }));
  const isNew = byKey(added);
  const isGone = byKey(removed);
  const stays = new Set<SnapshotNode>();
  after.forEach(({ node }, key) => {
    const above = before.get(key)?.above;
    if (above !== undefined && after.has(above) && !isNew.has(key)) stays.add(node);
  });
  // Of what stands before others it is printed behind which it does: what stayed would be taken to come before or after all
  // new ones. Of the last ones it goes without saying, and of news.
  const isBetween = new Set<Shown>();
  const endsKept = new Set<string>();
  for (const shown of Array.from(after.values()).reverse()) {
    const { key, above, node } = shown;
    if (NEWS.test(node.role)) continue;
    if (!isNew.has(key)) endsKept.add(above);
    else if (endsKept.has(above) && !isNew.has(shown.before)) isBetween.add(shown);
  }
  const newTops = added
    .filter((shown) => isTop(shown, isNew))
    .map((shown) => ({
      ...place(shown, sideNow),
      ...(shown.node.hint && !before.has(shown.key) && { node: withoutStaying(shown.node, stays) }),
      ...((moved.has(shown.key) || isBetween.has(shown)) && { after: siblingBefore(shown, sideNow) }),
    }));
  const goneTops = removed
    .filter((shown) => isTop(shown, isGone))
    .map((shown) => {
      const node = alone(shown.node);
      return { ...place(shown, sideThen), node: moved.has(shown.key) ? withoutRef(node) : node };
    });
  const nothing = newTops.length + goneTops.length + changed.length === 0;
  return {
    since,
    ...(nothing && { unchanged: true }),
    ...(newTops.length > 0 && { added: newTops }),
    ...(changed.length > 0 && { changed }),
    ...(goneTops.length > 0 && { removed: goneTops }),
  };
};

/** Keeps a revision and forgets old ones. */
export const keepRevision = (history: Revision[], revision: Revision): void => {
  history.push(revision);
  let nodes = 0;
  for (const kept of history) nodes += kept.nodes.size;
  while (history.length > KEPT_REVISIONS || (nodes > KEPT_NODES && history.length > 1))
    nodes -= (history.shift() as Revision).nodes.size;
};

/** About how much text a node makes. */
const weight = ({ name = '', text = '', value = '', url = '' }: SnapshotNode): number =>
  30 + `${name}${text}${value}${url}`.length;

const weightBelow = (root: SnapshotNode): number => {
  let total = 0;
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    total += weight(node);
    for (const child of node.children || []) stack.push(child);
  }
  return total;
};

/** A delta that says more than this share of the whole is not worth reading. */
const MOST_OF_WHOLE = 0.7;

export const isMuchSmaller = (
  { added = [], changed = [], removed = [] }: Delta,
  whole: SnapshotNode,
): boolean => {
  let total = 0;
  for (const { node } of [...added, ...changed, ...removed]) total += weightBelow(node);
  return total <= weightBelow(whole) * MOST_OF_WHOLE;
};
