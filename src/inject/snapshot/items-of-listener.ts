import { flatElements } from '../dom/flat-tree.ts';
import { matches, parentElementOf, textOf } from '../dom/read.ts';
import { hasWord } from '../dom/unicode-pattern.ts';
import { isAlike } from './captions.ts';
import { CONTROLS_AND_LINKS, LABEL_CHARS } from './guess/label-text.ts';

/** A menu is drawn of fewer. */
const MOST_PARTS = 100;

/**
 * What a box that hears presses hears them for: lines alike that say nothing else, as those of a menu drawn of boxes.
 */
export const itemsOfListener = (el: Element): readonly Element[] => {
  const parts = flatElements(el, MOST_PARTS);
  if (parts.length === MOST_PARTS || parts.some((part) => matches(part, CONTROLS_AND_LINKS))) return [];
  const items = parts.filter((part) => parentElementOf(part) === el && hasWord(textOf(part)));
  const isItem = (at: Element): boolean =>
    isAlike(at, items[0] as Element) && textOf(at).length <= LABEL_CHARS;
  return items.length > 1 && items.every(isItem) ? items : [];
};
