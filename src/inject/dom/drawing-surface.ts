import { flatParentAcrossFrames } from './flat-tree.ts';
import { computedStyle, findAll, hasAttr, keyword, measure, prop, rectOf, tagOf, textOf } from './read.ts';

/** Nobody reads text in a box that is narrower. */
const LEGIBLE_PX = 12;

/** So far up and down from the field its surface is looked for. */
const SURFACE_DISTANCE = 4;
const ELEMENTS = 500;

/** An EditContext takes the keys, and the page draws the text (https://www.w3.org/TR/edit-context/). */
export const hasEditContext = (el: Element): boolean =>
  Boolean((el as { editContext?: unknown }).editContext);

const isLegible = (el: Element): boolean => {
  const { width, height } = rectOf(el);
  return width >= LEGIBLE_PX && height >= LEGIBLE_PX;
};

/** Whether some box around clips it to nothing, as far as the surface is looked for. */
const isSeen = (field: Element): boolean => {
  if (!isLegible(field) || computedStyle(field).opacity === '0') return false;
  const rect = rectOf(field);
  if (rect.right <= 0) return false;
  let at = flatParentAcrossFrames(field);
  for (let i = 0; at && i < SURFACE_DISTANCE; i++, at = flatParentAcrossFrames(at)) {
    if (computedStyle(at).overflow === 'visible') continue;
    if (measure(at, 'clientWidth') < LEGIBLE_PX || measure(at, 'clientHeight') < LEGIBLE_PX) return false;
  }
  return true;
};

/** What lies under a text cursor that is no field: only who draws text by script has to ask for that cursor. */
const textCursorIn = (box: Element): Element | undefined => {
  const inside = findAll(box, '*');
  for (let i = 0; i < inside.length && i < ELEMENTS; i++) {
    const el = inside[i] as Element;
    if (/^(?:input|textarea)$/.test(tagOf(el)) || !isLegible(el)) continue;
    const { cursor, visibility } = computedStyle(el);
    // What measures letters is not seen.
    if (cursor === 'text' && visibility === 'visible') return el;
  }
  return undefined;
};

/**
 * Where the text of an editor is drawn that takes its keys in a field which nobody sees (Monaco, Ace, CodeMirror 5,
 * xterm). Undefined for a field that shows its text itself.
 */
export const drawingSurface = (field: Element): Element | undefined => {
  const drawn = hasEditContext(field);
  // Without a name, one that Tab leaves out measures text for another; editors that Enter goes into have one.
  const isKept = prop(field as HTMLElement, 'tabIndex') >= 0 || hasAttr(field, 'aria-label');
  if (!drawn && !(tagOf(field) === 'textarea' && isKept)) return undefined;
  const isShown = isSeen(field);
  // One that is empty may lie over the text, or under it.
  if (isShown && !(drawn && textOf(field) === '')) return drawn ? field : undefined;
  let box = flatParentAcrossFrames(field);
  for (let i = 0; box && i < SURFACE_DISTANCE; i++, box = flatParentAcrossFrames(box)) {
    if (isLegible(box)) return textCursorIn(box) || (drawn ? (isShown ? field : box) : undefined);
  }
  return undefined;
};

/** Of one line, and drawn among others: the prompt of a terminal. What selects all in an editor is a command there. */
export const isPrompt = (field: Element): boolean =>
  keyword(field, 'aria-multiline') === 'false' && !!drawingSurface(field);
