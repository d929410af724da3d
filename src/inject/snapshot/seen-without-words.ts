import type { Pass } from '../dom/pass.ts';
import { attr, computedStyle, prop, rectOf, tagOf, textOf } from '../dom/read.ts';
import type { Draft } from './draft.ts';
import { iconName } from './icon-name.ts';
import { readable } from './text.ts';

/** What is seen where nothing is written: the tip of a dot, the mark in a cell. */

/** Lines and spacers say nothing. */
const LEAST_MARK = 6;

const isMarkOf = ({ width, height }: { width: number; height: number }): boolean =>
  width >= LEAST_MARK && height >= LEAST_MARK;

/** A box of its own that its style puts beside it: the dot of what is unread. */
const isDrawnBy = (el: Element, pseudo: '::before' | '::after'): boolean => {
  const { content, width, height } = computedStyle(el, pseudo);
  return (
    /^["u]/.test(content) && isMarkOf({ width: Number.parseFloat(width), height: Number.parseFloat(height) })
  );
};

const isSeen = (el: Element, pass: Pass): boolean =>
  !pass.hasLayout || isMarkOf(rectOf(el)) || isDrawnBy(el, '::before') || isDrawnBy(el, '::after');

/** What its author says of something that has no role and no words: the tooltip of an icon, the label of a row of stars. */
export const tipOf = (el: Element, pass: Pass): string => {
  const tip = readable(attr(el, 'aria-label') || attr(el, 'title') || '');
  return tip && readable(textOf(el)) === '' && isSeen(el, pass) ? tip : '';
};

const CELL = /^(?:cell|gridcell)$/;
const MARK = /^(?:i|span|svg|img)$/;

/** A cell that holds nothing but an icon says what that shows: a tick or a cross. */
export const tellMark = ({ el, node, children }: Draft, pass: Pass): void => {
  if (!el || !CELL.test(node.role) || node.name || node.text !== undefined) return;
  if (children.some((child) => child.node.role !== 'image' || child.node.name)) return;
  const mark = prop(el, 'childElementCount') === 1 ? prop(el, 'firstElementChild') : null;
  if (!mark || !MARK.test(tagOf(mark)) || !isSeen(mark, pass)) return;
  const text = iconName(mark, pass);
  if (text) node.text = text;
};
