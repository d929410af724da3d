import { type Item, isUrgent, nodesOf } from './items.ts';

/** Level of what only says where other things are. */
const CONTEXT = 5;

/**
 * What goes first when there is too much: the higher the number, the earlier. Each line of the table is what an
 * item is (first that applies) and its level elsewhere and in something that goes last.
 */
const LEVELS: readonly (readonly [is: (item: Item) => boolean, level: number, urgent: number])[] = [
  [(item) => item.mark !== 'parent' && nodesOf(item).some(isUrgent), 0, 0],
  [({ reach }) => reach === 2, 4, 1],
  [({ reach }) => reach === 1, 6, 1],
  [({ node, mark }) => mark === 'parent' || LANDMARK.test(node.role), CONTEXT, 2],
  [({ node }) => LOOSE.test(node.role) && !node.name, 8, 3],
  [() => true, 7, 2],
];

/** Says where the controls below it are; goes after the far ones and before the near ones. */
const LANDMARK = /^(?:main|navigation|banner|contentinfo|complementary|search|form|region)$/;

const LOOSE = /^(?:text|paragraph|generic)$/;

/** Below `maxDepth` and not worth being listed there. */
const TOO_DEEP = 9;

export const isTooDeep = (item: Item, maxDepth: number): boolean =>
  item.depth >= maxDepth && item.reach === 0 && !item.urgent;

const levelOf = (item: Item, maxDepth: number): number => {
  if (isTooDeep(item, maxDepth)) return TOO_DEEP;
  for (const [is, level, urgent] of LEVELS) if (is(item)) return item.urgent ? urgent : level;
  return 0;
};

/** How far each item is, in items, from the nearest one with a ref in the viewport. */
const distances = (items: readonly Item[]): Int32Array => {
  const far = new Int32Array(items.length);
  let last = -1;
  items.forEach(({ reach }, i) => {
    if (reach === 2) last = i;
    far[i] = last < 0 ? items.length : i - last;
  });
  last = -1;
  for (let i = items.length - 1; i >= 0; i--) {
    if ((items[i] as Item).reach === 2) last = i;
    if (last >= 0 && last - i < (far[i] as number)) far[i] = last - i;
  }
  return far;
};

/**
 * A named box says what the things in it are about: it goes after the last of them that is far from the viewport,
 * and like a landmark before those that are near.
 */
const keepContext = (items: readonly Item[], keys: number[], far: Int32Array): void => {
  const best = keys.slice();
  const width = items.length + 1;
  for (let i = items.length - 1; i >= 0; i--) {
    const { node, parent, hasChildren } = items[i] as Item;
    const key = best[i] as number;
    const own = keys[i] as number;
    if (hasChildren && node.name && own < TOO_DEEP * width) {
      keys[i] = Math.min(own, Math.max(CONTEXT * width + (far[i] as number), key));
    }
    if (parent >= 0) best[parent] = Math.min(best[parent] as number, key);
  }
};

/**
 * The order in which items are given up, as a place for each: level by level; within a level the farthest from what
 * is in the viewport first; among equals the last in the document first. Linear: the places are counted, not sorted.
 */
export const givingUpOrder = (items: readonly Item[], maxDepth: number): Uint32Array => {
  const n = items.length;
  const far = distances(items);
  const width = n + 1;
  const keys = items.map((item, i) => levelOf(item, maxDepth) * width + (far[i] as number));
  keepContext(items, keys, far);
  const heads = new Int32Array((TOO_DEEP + 1) * width).fill(-1);
  const next = new Int32Array(n);
  keys.forEach((key, i) => {
    next[i] = heads[key] as number;
    heads[key] = i;
  });
  const order = new Uint32Array(n);
  let place = 0;
  for (let key = heads.length - 1; key >= 0; key--) {
    for (let i = heads[key] as number; i >= 0; i = next[i] as number) order[i] = place++;
  }
  return order;
};
