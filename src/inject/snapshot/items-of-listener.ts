import { flatElements } from '../dom/flat-tree.ts';
import { matches, parentElementOf, textOf } from '../dom/read.ts';
import { hasWord } from '../dom/unicode-pattern.ts';
import { isAlike } from './captions.ts';
import { CONTROLS_AND_LINKS, LABEL_CHARS } from './guess/label-text.ts';

/** Most descendants of a menu. */
const MAX_DESCENDANTS = 100;

/**
 * The items that the click listener of a box is for: children alike that are all of its text, as in a menu drawn of
 * boxes.
 */
export const itemsOfListener = (el: Element): readonly Element[] => {
  const descendants = flatElements(el, MAX_DESCENDANTS);
  if (descendants.length === MAX_DESCENDANTS || descendants.some((part) => matches(part, CONTROLS_AND_LINKS)))
    return [];
  const items = descendants.filter((part) => parentElementOf(part) === el && hasWord(textOf(part)));
  const isItem = (at: Element): boolean =>
    isAlike(at, items[0] as Element) && textOf(at).length <= LABEL_CHARS;
  return items.length > 1 && items.every(isItem) ? items : [];
};
