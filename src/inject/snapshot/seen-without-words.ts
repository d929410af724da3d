import { readable } from '../aria/white-space.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { attr, computedStyle, px, rectOf, soleChildOf, tagOf, textOf } from '../dom/read.ts';
import { iconName } from '../element/icon-name.ts';
import type { AccessibilityNode } from './accessibility-node.ts';

/** Text for what is seen without words: the tooltip of a dot, the mark in a cell. */

/** Px: what is smaller is a line or a spacer. */
const MIN_MARK_SIZE = 6;

const isMarkSize = ({ width, height }: { width: number; height: number }): boolean =>
  width >= MIN_MARK_SIZE && height >= MIN_MARK_SIZE;

/** Whether a pseudo-element draws a mark, such as the dot of an unread item. */
const isDrawnByPseudo = (el: Element, pseudo: '::before' | '::after'): boolean => {
  const { content, width, height } = computedStyle(el, pseudo);
  return /^["u]/.test(content) && isMarkSize({ width: px(width), height: px(height) });
};

const isSeen = (el: Element, cache: DomCache): boolean =>
  !cache.hasLayout ||
  isMarkSize(rectOf(el)) ||
  isDrawnByPseudo(el, '::before') ||
  isDrawnByPseudo(el, '::after');

/** The label or tooltip of a visible element without role and text: of an icon, or a row of stars. */
export const tipOf = (el: Element, cache: DomCache): string => {
  const tip = readable(attr(el, 'aria-label') || attr(el, 'title') || '');
  return tip && readable(textOf(el)) === '' && isSeen(el, cache) ? tip : '';
};

const CELL_ROLE = /^(?:cell|gridcell)$/;
const MARK_TAG = /^(?:i|span|svg|img)$/;

/** Gives a cell that holds nothing but an icon the icon's name as its text: a tick or a cross. */
export const describeMark = ({ el, node, children }: AccessibilityNode, cache: DomCache): void => {
  if (!el || !CELL_ROLE.test(node.role) || node.name || node.text !== undefined) return;
  if (children.some((child) => child.node.role !== 'image' || child.node.name)) return;
  const mark = soleChildOf(el);
  if (!mark || !MARK_TAG.test(tagOf(mark)) || !isSeen(mark, cache)) return;
  const text = iconName(mark, cache);
  if (text) node.text = text;
};
