import type { Pass } from '../dom/pass.ts';
import { attr, prop, rectOf, tagOf, textOf } from '../dom/read.ts';
import type { Draft } from './draft.ts';
import { iconName } from './icon-name.ts';
import { readable } from './text.ts';

/** What is seen where nothing is written: the tip of a dot, the mark in a cell. */

/** Lines and spacers say nothing. */
const LEAST_MARK = 6;

const isSeen = (el: Element, pass: Pass): boolean => {
  if (!pass.hasLayout) return true;
  const { width, height } = rectOf(el);
  return width >= LEAST_MARK && height >= LEAST_MARK;
};

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
