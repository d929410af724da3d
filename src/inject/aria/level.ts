import type { DomCache } from '../dom/dom-cache.ts';
import { flatParent, tagOf } from '../dom/flat-tree.ts';
import { matched } from '../dom/matched.ts';
import { integerAttr } from '../dom/read.ts';
import { roleOf } from './role.ts';

const DEFAULT_HEADING_LEVEL = 2;

/** The level of a heading, or the depth of a tree item, from 1; undefined for other roles without `aria-level`. */
export const levelOf = (el: Element, role: string, cache: DomCache): number | undefined => {
  const given = integerAttr(el, 'aria-level');
  if (given >= 1) return given;
  if (role === 'heading') return Number(matched(/^h([1-6])$/, tagOf(el), 1) || DEFAULT_HEADING_LEVEL);
  return role === 'treeitem' ? treeDepth(el, cache) : undefined;
};

/** The depth of a tree item: 1, and one more for each group between the item and its tree. */
const treeDepth = (el: Element, cache: DomCache): number => {
  let depth = 1;
  for (let at = flatParent(el); at; at = flatParent(at)) {
    const role = roleOf(at, cache);
    if (role === 'tree') return depth;
    if (role === 'group') depth++;
  }
  return depth;
};
