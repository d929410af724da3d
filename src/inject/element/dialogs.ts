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

/** Open dialogs in document order, only the outermost of nested ones. Shadow roots are not searched. */
export const openDialogs = (cache: DomCache): Element[] => {
  const open: Element[] = [];
  for (const el of elementsIn(document, DIALOG)) {
    if (attr(el, 'aria-hidden') === 'true' || isInsideValue(el) || !isVisibleByStyle(el, cache)) continue;
    // In document order, a nested dialog is inside of the last one found.
    const outer = open[open.length - 1];
    if (!outer || !flatContains(outer, el)) open.push(el);
  }
  return open;
};

/**
 * Whether all controls outside of a dialog are `aria-hidden` or `inert`, and there are some: Radix has no other sign of
 * a modal.
 */
const disablesTheRest = (dialog: Element): boolean => {
  let disables = false;
  for (
    let at: Element = dialog, above = parentElementOf(at);
    above;
    at = above, above = parentElementOf(at)
  ) {
    for (const sibling of Array.from(prop(above, 'children'))) {
      if (sibling === at || !isOrHolds(sibling, CONTROLS)) continue;
      if (attr(sibling, 'aria-hidden') !== 'true' && !hasAttr(sibling, 'inert')) return false;
      disables = true;
    }
  }
  return disables;
};

/** Whether a layer covers the whole window, as a backdrop does. */
export const coversWindow = (layer: Element): boolean => {
  const { width, height } = rectOf(layer);
  const window = createViewport();
  return width >= window.width && height >= window.height;
};

/**
 * Whether a dialog is part of a layer with other controls. Not of a backdrop, which may contain the button that closes
 * the dialog.
 */
const isPartOfLayer = (dialog: Element, cache: DomCache): boolean => {
  const layer = layerOf(dialog, cache);
  return (
    !!layer &&
    !coversWindow(layer) &&
    elementsIn(layer, CONTROLS).some((at) => !flatContains(dialog, at) && isVisibleByStyle(at, cache))
  );
};

/**
 * Whether a dialog is modal: the rest of the page can't be used while it is open. `aria-modal` on a part of a panel or menu
 * is ignored (the rows of colours in Excalidraw).
 */
export const isModal = (dialog: Element, cache: DomCache): boolean =>
  isNativeModal(dialog) ||
  disablesTheRest(dialog) ||
  (attr(dialog, 'aria-modal') === 'true' && !isPartOfLayer(dialog, cache));

/** What may hide the rest of the page: dialogs, and in some libraries open lists. */
const LAYER = `${DIALOG}, ${withRole('menu listbox')}`;

/** The last open layer that does not contain an element: for an element that is hidden or inert, the likely cause. */
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

/** The nearest element out of the flow of the page, from `el` upwards. */
export const layerOf = (el: Element, cache: DomCache): Element | undefined =>
  ancestors(el).find((at) => isOutOfFlow(at, cache));
