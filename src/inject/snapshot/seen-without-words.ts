import { readable } from '../aria/white-space.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { attr, computedStyle, px, rectOf, soleChildOf, tagOf, textOf } from '../dom/read.ts';
import { iconName } from '../element/icon-name.ts';
import type { AccessibilityNode } from './accessibility-node.ts';

/** What is seen where nothing is written: the tip of a dot, the mark in a cell. */

/** Lines and spacers say nothing. */
const LEAST_MARK = 6;

const isMarkOf = ({ width, height }: { width: number; height: number }): boolean =>
  width >= LEAST_MARK && height >= LEAST_MARK;

/** A box of its own that its style puts beside it: the dot of what is unread. */
const isDrawnBy = (el: Element, pseudo: '::before' | '::after'): boolean => {
  const { content, width, height } = computedStyle(el, pseudo);
  return /^["u]/.test(content) && isMarkOf({ width: px(width), height: px(height) });
};

const isSeen = (el: Element, cache: DomCache): boolean =>
  !cache.hasLayout || isMarkOf(rectOf(el)) || isDrawnBy(el, '::before') || isDrawnBy(el, '::after');

/** What its author says of something that has no role and no words: the tooltip of an icon, the label of a row of stars. */
export const tipOf = (el: Element, cache: DomCache): string => {
  const tip = readable(attr(el, 'aria-label') || attr(el, 'title') || '');
  return tip && readable(textOf(el)) === '' && isSeen(el, cache) ? tip : '';
};

const CELL_ROLE = /^(?:cell|gridcell)$/;
const MARK_TAG = /^(?:i|span|svg|img)$/;

/** A cell that holds nothing but an icon says what that shows: a tick or a cross. */
export const describeMark = ({ el, node, children }: AccessibilityNode, cache: DomCache): void => {
  if (!el || !CELL_ROLE.test(node.role) || node.name || node.text !== undefined) return;
  if (children.some((child) => child.node.role !== 'image' || child.node.name)) return;
  const mark = soleChildOf(el);
  if (!mark || !MARK_TAG.test(tagOf(mark)) || !isSeen(mark, cache)) return;
  const text = iconName(mark, cache);
  if (text) node.text = text;
};
