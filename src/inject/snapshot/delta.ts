import type { Delta, DeltaNode, SnapshotNode } from '../../contract.ts';
import { most } from '../../render/most.ts';
import { toJson } from '../../render/to-json.ts';
import { countUp } from '../dom/count-up.ts';
import { cut } from '../dom/cut.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isString } from '../dom/is-string.ts';
import { type Side, sideOf, withoutChildren } from './known-by.ts';
import { keyOfText, type Shown } from './record-nodes.ts';

/** A snapshot as recorded for comparison with a later one. */
export interface Revision {
  number: number;
  /** Key of its options: only snapshots with the same options can be compared. */
  options: string;
  /** Names of the page's tools. */
  tools?: string;
  nodes: Map<string, Shown>;
  /**
   * Keys of texts on the page that are not in the tree; absent in revisions that an older version of the script left.
   */
  leftOut?: ReadonlySet<string> | undefined;
  /** Not all of the page was read. */
  isPartial?: boolean;
  behind?: Behind | undefined;
}

/**
 * What was shown before a popup that hides all else from assistive technology (`aria-hidden`, `inert`), and is still
 * visible behind it.
 */
export type Behind = Pick<Revision, 'nodes' | 'leftOut'>;

/**
 * Most revisions, and most nodes of all revisions together, that are kept. A delta against an older one is the whole
 * snapshot.
 */
const KEPT_REVISIONS = 4;
const KEPT_NODES = 20_000;

/** Fields that may differ without a change on the page. */
const NOT_A_CHANGE = /^(?:ref|children|box|offscreen|covered|more|tag|focused|hover|aside)$/;

const isSame = (a: unknown, b: unknown): boolean => a === b || toJson(a) === toJson(b);

/** Characters of an old value in a delta: the reader has read it before. */
const MAX_OLD_CHARS = 200;

const cutOld = (was: unknown): unknown => (isString(was) ? cut(was, MAX_OLD_CHARS) : was);

const isDescribedByTextAround = ({ isDescribedByContext, node }: Shown): boolean =>
  isDescribedByContext || !node.description;

const roleAndName = ({ node: { role, name } }: Shown): string => `${role} ${name}`;

/**
 * Number of nodes, by role and name, whose description differs from before. More than one with the same role and name
 * are rows whose elements are used again for other items.
 */
const countReusedRows = (before: Map<string, Shown>, after: Map<string, Shown>): Map<string, number> => {
  const reused = new Map<string, number>();
  after.forEach((now, key) => {
    const was = before.get(key)?.node.description;
    if (was && now.node.description && was !== now.node.description) countUp(reused, roleAndName(now));
  });
  return reused;
};

/** The old values of fields that have changed, except `ignored`; undefined where nothing has. */
const changedFields = (
  old: Shown,
  now: Shown,
  isReused: boolean,
  ignored?: string,
): Partial<SnapshotNode> | undefined => {
  const before = old.node;
  const after = now.node;
  const isContextChange = !isReused && isDescribedByTextAround(old) && isDescribedByTextAround(now);
  const oldValues: Record<string, unknown> = {};
  let differs = false;
  const from = before as unknown as Record<string, unknown>;
  const to = after as unknown as Record<string, unknown>;
  for (const field of Object.keys({ ...before, ...after })) {
    if (field === ignored || NOT_A_CHANGE.test(field) || isSame(from[field], to[field])) continue;
    if (field === 'description' && isContextChange) continue;
    // Handlers and cursors are no state; whether a node can be edited is one.
    if (field === 'hint' && !/editable/.test(`${before.hint}${after.hint}`)) continue;
    differs = true;
    if (from[field] !== undefined) oldValues[field] = cutOld(from[field]);
  }
  return differs ? (oldValues as Partial<SnapshotNode>) : undefined;
};

/** The nearest ancestor that says where a node is. */
const parentLine = (shown: Shown, { nodes, known }: Side): SnapshotNode | undefined => {
  for (let at = nodes.get(shown.above); at; at = nodes.get(at.above)) {
    if (at.node.role !== 'document' && (at.node.ref || at.node.name)) return known(at);
  }
  return undefined;
};

const inPlace = (shown: Shown, side: Side, oldValues?: Partial<SnapshotNode>): DeltaNode => {
  const parent = parentLine(shown, side);
  return {
    ...(parent && { parent }),
    node: shown.node,
    ...(oldValues && Object.keys(oldValues).length > 0 && { was: oldValues }),
  };
};

/**
 * Pairs an added text with a removed one at the same place: it is one text that has changed. A text that has moved is
 * no pair.
 */
const pairTexts = (
  added: Shown[],
  removed: Shown[],
  before: Map<string, Shown>,
  after: Map<string, Shown>,
): [Shown, Shown][] => {
  const pairs: [Shown, Shown][] = [];
  // Texts with the same sibling before them are paired first: a new text may stand anywhere.
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

/** Positions of the longest increasing subsequence of `order`: nodes at other positions have moved. */
const longestIncreasing = (order: readonly number[]): Set<number> => {
  const runEnds: number[] = [];
  const before: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const lower = most(
      0,
      runEnds.length,
      (n) => (order[runEnds[n - 1] as number] as number) < (order[i] as number),
    );
    before[i] = lower > 0 ? (runEnds[lower - 1] as number) : -1;
    runEnds[lower] = i;
  }
  const rise = new Set<number>();
  for (let at = runEnds[runEnds.length - 1] ?? -1; at >= 0; at = before[at] as number) rise.add(at);
  return rise;
};

/** Keys of nodes that have the same parent as before, at another place among its children. */
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
    const unmoved = longestIncreasing(family.map((key) => rank.get(key) as number));
    if (unmoved.size === family.length) return;
    family.forEach((key, i) => {
      if (!unmoved.has(i)) moved.add(key);
    });
  });
  return moved;
};

/** Whether a node has left a parent that is still there; not where a new node only came between the two. */
const hasLeft = (old: Shown, now: Shown, before: Map<string, Shown>, after: Map<string, Shown>): boolean => {
  if (old.above === now.above || !after.has(old.above)) return false;
  let at = after.get(now.above);
  while (at && !before.has(at.key)) at = after.get(at.above);
  return at?.key !== old.above;
};

const isTop = (shown: Shown, among: Map<string, Shown>): boolean => !among.has(shown.above);

const byKey = (list: Shown[]): Map<string, Shown> => new Map(list.map((shown) => [shown.key, shown]));

/** Whether this is an option of a select whose value has changed: that says already what is selected. */
const isInValueOfSelect = (
  { node, above }: Shown,
  before: Map<string, Shown>,
  after: Map<string, Shown>,
): boolean => {
  const parent = after.get(above);
  if (node.role !== 'option' || !parent) return false;
  const select = parent.node.tag === 'optgroup' ? after.get(parent.above) : parent;
  return select?.node.tag === 'select' && before.get(select.key)?.node.value !== select.node.value;
};

/** Roles that say what has happened: their place does not matter. */
const NEWS_ROLE = /^(?:text|alert|status)$/;

/** Stands for the sibling before the first child, as in a cursor. */
const BEFORE_FIRST: SnapshotNode = { ref: 'top', role: 'none' };

/** The sibling before a node now. */
const siblingBefore = ({ before }: Shown, { nodes, known }: Side): SnapshotNode => {
  const sibling = nodes.get(before);
  return sibling ? known(sibling) : BEFORE_FIRST;
};

/** A box that has become interactive, without the children that were there before: these are no news. */
const withoutKept = (node: SnapshotNode, stayed: ReadonlySet<SnapshotNode>): SnapshotNode => {
  const { children = [], ...box } = node;
  const added = children.filter((child) => !stayed.has(child));
  return added.length > 0 ? { ...box, children: added } : box;
};

/** A moved node as printed among what was removed: without its ref, which is still valid. */
const withoutRef = ({ ref: _, ...node }: SnapshotNode): SnapshotNode => node;

/**
 * The changes from one record of nodes to the next. An added node brings what is below it; a moved node is removed at
 * its old place, without its ref, and added at its new one. A text that is left out in one of the two snapshots is no
 * news.
 */
export const compare = (
  since: number,
  { nodes: before, leftOut: then }: Behind,
  { nodes: after, leftOut: now }: Behind,
): Delta => {
  const isLeftOut = ({ said }: Shown, among: ReadonlySet<unknown> | undefined): boolean => !!among?.has(said);
  const added: Shown[] = [];
  const removed: Shown[] = [];
  const changed: DeltaNode[] = [];
  const moved = movedAmongSiblings(before, after);
  const reused = countReusedRows(before, after);
  const sideNow = sideOf(after, before);
  const sideThen = sideOf(before, after);
  /**
   * Keys of texts that were merged into the line of their box (as its only child) in one of the snapshots, and have a
   * line of their own in the other.
   */
  const mergedTexts = new Set<string>();
  const isMergedText = ({ key, node: { text } }: Shown, others: Map<string, Shown>): boolean => {
    const line = keyOfText(key, text);
    if (!text || others.get(line)?.node.text !== text) return false;
    mergedTexts.add(line);
    return true;
  };
  after.forEach((shown, key) => {
    const old = before.get(key);
    if (old && hasLeft(old, shown, before, after)) moved.add(key);
    if (moved.has(key) || !(old || isLeftOut(shown, then) || mergedTexts.has(key))) added.push(shown);
    else if (old) {
      const isOneText = isMergedText(old, after) || isMergedText(shown, before);
      const ignored = isOneText ? 'text' : isInValueOfSelect(shown, before, after) ? 'selected' : undefined;
      const oldValues = changedFields(old, shown, (reused.get(roleAndName(shown)) || 0) > 1, ignored);
      if (oldValues)
        changed.push({ ...inPlace(shown, sideNow, oldValues), node: withoutChildren(shown.node) });
    }
  });
  before.forEach((shown, key) => {
    if (moved.has(key) || !(after.has(key) || isLeftOut(shown, now) || mergedTexts.has(key)))
      removed.push(shown);
  });
  for (const [text, twin] of pairTexts(added, removed, before, after))
    changed.push(inPlace(text, sideNow, { text: cutOld(twin.node.text) as string }));
  const newByKey = byKey(added);
  const goneByKey = byKey(removed);
  const stayed = new Set<SnapshotNode>();
  after.forEach(({ node }, key) => {
    const above = before.get(key)?.above;
    if (above !== undefined && after.has(above) && !newByKey.has(key)) stayed.add(node);
  });
  // New nodes before nodes that stayed are printed with the sibling that they stand behind: else a reader would take
  // the nodes that stayed to come before or after all new ones. At the end of a parent that goes without saying, and
  // for news it does not matter.
  const beforeKept = new Set<Shown>();
  const parentsOfKept = new Set<string>();
  for (const shown of Array.from(after.values()).reverse()) {
    const { key, above, node } = shown;
    if (NEWS_ROLE.test(node.role)) continue;
    if (!newByKey.has(key)) parentsOfKept.add(above);
    else if (parentsOfKept.has(above) && !newByKey.has(shown.before)) beforeKept.add(shown);
  }
  const newTops = added
    .filter((shown) => isTop(shown, newByKey))
    .map((shown) => ({
      ...inPlace(shown, sideNow),
      ...(shown.node.hint && !before.has(shown.key) && { node: withoutKept(shown.node, stayed) }),
      ...((moved.has(shown.key) || beforeKept.has(shown)) && { after: siblingBefore(shown, sideNow) }),
    }));
  const goneTops = removed
    .filter((shown) => isTop(shown, goneByKey))
    .map((shown) => {
      const node = withoutChildren(shown.node);
      return { ...inPlace(shown, sideThen), node: moved.has(shown.key) ? withoutRef(node) : node };
    });
  const isUnchanged = newTops.length + goneTops.length + changed.length === 0;
  return {
    since,
    ...(isUnchanged && { unchanged: true }),
    ...(newTops.length > 0 && { added: newTops }),
    ...(changed.length > 0 && { changed }),
    ...(goneTops.length > 0 && { removed: goneTops }),
  };
};

/** Appends a revision and drops old ones. */
export const keepRevision = (history: Revision[], revision: Revision): void => {
  history.push(revision);
  let nodes = 0;
  for (const kept of history) nodes += kept.nodes.size;
  while (history.length > KEPT_REVISIONS || (nodes > KEPT_NODES && history.length > 1))
    nodes -= (history.shift() as Revision).nodes.size;
};

/** About how many characters of text a node makes. */
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

/** A delta of more than this share of the whole snapshot is not worth reading. */
const MAX_SHARE_OF_WHOLE = 0.7;

export const isMuchSmaller = (
  { added = [], changed = [], removed = [] }: Delta,
  whole: SnapshotNode,
): boolean => {
  let total = 0;
  for (const { node } of [...added, ...changed, ...removed]) total += weightBelow(node);
  return total <= weightBelow(whole) * MAX_SHARE_OF_WHOLE;
};
