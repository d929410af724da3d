import { ancestorsOf } from './flat-tree.ts';
import { computedStyle, findAll, hasAttr, keyword, measure, prop, rectOf, tagOf, textOf } from './read.ts';

/** A box narrower or lower than this, CSS px, shows no legible text. */
const LEGIBLE_PX = 12;

/** How many ancestors of a field are searched for the box of its surface, and how many elements inside of that box. */
const MAX_SURFACE_DISTANCE = 4;
const MAX_ELEMENTS = 500;

/** Whether an EditContext receives the input of an element, whose text the page draws (https://www.w3.org/TR/edit-context/). */
export const hasEditContext = (el: Element): boolean =>
  Boolean((el as { editContext?: unknown }).editContext);

const isLegible = (el: Element): boolean => {
  const { width, height } = rectOf(el);
  return width >= LEGIBLE_PX && height >= LEGIBLE_PX;
};

/** Whether a field is legible itself and no box near it clips it away. Boxes farther up are not checked. */
const isSeen = (field: Element): boolean => {
  if (!isLegible(field) || computedStyle(field).opacity === '0') return false;
  const rect = rectOf(field);
  if (rect.right <= 0) return false;
  return ancestorsOf(field, MAX_SURFACE_DISTANCE).every(
    (at) =>
      computedStyle(at).overflow === 'visible' ||
      (measure(at, 'clientWidth') >= LEGIBLE_PX && measure(at, 'clientHeight') >= LEGIBLE_PX),
  );
};

/** The first element in a box that sets `cursor: text` and is no field: only a page that draws text by script needs to. */
const textCursorIn = (box: Element): Element | undefined => {
  const descendants = findAll(box, '*');
  for (let i = 0; i < descendants.length && i < MAX_ELEMENTS; i++) {
    const el = descendants[i] as Element;
    if (/^(?:input|textarea)$/.test(tagOf(el)) || !isLegible(el)) continue;
    const { cursor, visibility } = computedStyle(el);
    // Editors measure letters in an element of `visibility: hidden`.
    if (cursor === 'text' && visibility === 'visible') return el;
  }
  return undefined;
};

/**
 * The element where an editor draws its text that receives keys in an invisible field (Monaco, Ace, CodeMirror 5,
 * xterm). Undefined for a field that shows its text itself.
 */
export const drawingSurface = (field: Element): Element | undefined => {
  const usesEditContext = hasEditContext(field);
  // A text area outside of the tab order and without `aria-label` only measures text for another field.
  const isReachable = prop(field as HTMLElement, 'tabIndex') >= 0 || hasAttr(field, 'aria-label');
  if (!usesEditContext && !(tagOf(field) === 'textarea' && isReachable)) return undefined;
  const isShown = isSeen(field);
  // An EditContext host that is empty may lie over the drawn text, or under it.
  if (isShown && !(usesEditContext && textOf(field) === '')) return usesEditContext ? field : undefined;
  const box = ancestorsOf(field, MAX_SURFACE_DISTANCE).find(isLegible);
  return box && (textCursorIn(box) || (usesEditContext ? (isShown ? field : box) : undefined));
};

/**
 * Whether a field is the prompt of a terminal (one line, drawn by script): the shortcut that selects all in an editor
 * is a command there.
 */
export const isPrompt = (field: Element): boolean =>
  keyword(field, 'aria-multiline') === 'false' && !!drawingSurface(field);
