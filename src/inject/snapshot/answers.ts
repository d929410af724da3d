import { listAttr, rectOf } from '../dom/read.ts';

/** So many boxes further out the one that is answered stands at most. */
export const MOST_BETWEEN = 10;

/** What a box has at its side, such as its border or a bar to scroll with (px). */
const BESIDE = 24;

/** Less (px) is no step, */
const STEP = 4;

/** and no line. */
const LINE = 14;

/**
 * Boxes of a kind have the same first class, if that is a word; a page's own elements are of a kind by their name. Empty: of
 * none.
 */
export const kindOf = (el: Element, tag: string): string => {
  const [word = ''] = listAttr(el, 'class').trim().split(/\s/);
  return word.length > 2 || tag.includes('-') ? `${tag} ${word}` : '';
};

/**
 * Whether a box in one of its own kind begins below what that one says, and is set in a little from one side of it,
 * that where lines begin: the answer to a comment.
 */
export const isAnswerTo = (inner: Element, outer: Element): boolean => {
  const [own, around] = [rectOf(inner), rectOf(outer)];
  const sides = [own.left - around.left, around.right - own.right];
  const [near, far] = [Math.min(...sides), Math.max(...sides)];
  const isBelow = own.height > 0 && own.top > around.top + LINE;
  return isBelow && near < BESIDE && far > near + STEP && own.width * 2 > around.width;
};
