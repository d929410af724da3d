import { isInsideValue } from '../dom/content.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import {
  attr,
  CONTROLS,
  elementsIn,
  hasAttr,
  isNativeModal,
  isOrHolds,
  parentElementOf,
  prop,
  rectOf,
  withRole,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { createViewport } from '../dom/view-box.ts';

const DIALOG = `dialog[open], ${withRole('dialog alertdialog')}, [aria-modal=true]:not(option):not(optgroup)`;

/** Open dialogs in document order; the outermost where they nest. Shadow roots are not searched. */
export const openDialogs = (cache: DomCache): Element[] => {
  const open: Element[] = [];
  for (const el of elementsIn(document, DIALOG)) {
    if (attr(el, 'aria-hidden') === 'true' || isInsideValue(el) || !isVisibleByStyle(el, cache)) continue;
    // In document order what is in one of them is in the last.
    const outer = open[open.length - 1];
    if (!outer || !flatContains(outer, el)) open.push(el);
  }
  return open;
};

/** Whether controls beside a dialog are hidden or inert, and none of them is left to use: Radix says it only so. */
const hidesTheRest = (dialog: Element): boolean => {
  let hides = false;
  for (
    let at: Element = dialog, above = parentElementOf(at);
    above;
    at = above, above = parentElementOf(at)
  ) {
    for (const beside of Array.from(prop(above, 'children'))) {
      if (beside === at || !isOrHolds(beside, CONTROLS)) continue;
      if (attr(beside, 'aria-hidden') !== 'true' && !hasAttr(beside, 'inert')) return false;
      hides = true;
    }
  }
  return hides;
};

/** A veil holds the button that closes its dialog, too. */
const coversWindow = (layer: Element): boolean => {
  const { width, height } = rectOf(layer);
  const window = createViewport();
  return width >= window.width && height >= window.height;
};

/** Whether it stands in the flow of a layer that holds other controls as well. */
const isPartOfLayer = (dialog: Element, cache: DomCache): boolean => {
  const layer = layerOf(dialog, cache);
  return (
    !!layer &&
    !coversWindow(layer) &&
    elementsIn(layer, CONTROLS).some((at) => !flatContains(dialog, at) && isVisibleByStyle(at, cache))
  );
};

/**
 * Modal: the rest of the page can't be used while it is open. A part of a panel or of a menu is not taken at its word
 * (the rows of colours in Excalidraw).
 */
export const isModal = (dialog: Element, cache: DomCache): boolean =>
  isNativeModal(dialog) ||
  hidesTheRest(dialog) ||
  (attr(dialog, 'aria-modal') === 'true' && !isPartOfLayer(dialog, cache));

/** Open lists hide the rest in some libraries, as a modal dialog does. */
const LAYER = `${DIALOG}, ${withRole('menu listbox')}`;

/** The last of what is open over an element that is hidden or inert: what must have made it so. */
export const layerOver = (el: Element, cache: DomCache): Element | undefined =>
  elementsIn(document, LAYER)
    .filter(
      (layer) =>
        !flatContains(layer, el) &&
        isVisibleByStyle(layer, cache) &&
        (isModal(layer, cache) || layerOf(layer, cache)),
    )
    .pop();

export const isOutOfFlow = (el: Element, cache: DomCache): boolean =>
  /^(?:absolute|fixed)$/.test(styleOf(el, cache).position);

/** What an element is in that is out of the flow of the page, itself perhaps. */
export const layerOf = (el: Element, cache: DomCache): Element | undefined =>
  ancestors(el).find((at) => isOutOfFlow(at, cache));
