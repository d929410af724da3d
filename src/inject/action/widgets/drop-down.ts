import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { flatContains, flatElements, flatParentAcrossFrames } from '../../dom/flat-tree.ts';
import { elementAt } from '../../dom/hit-test.ts';
import { matches } from '../../dom/read.ts';
import { isAriaHidden } from '../../dom/rendered.ts';
import { createViewport, viewBoxOf } from '../../dom/view-box.ts';
import { ONE_PIXEL } from '../../dom/visibility.ts';
import { layerOf } from '../../element/dialogs.ts';
import { isVisible } from '../../element/element-state.ts';
import { createDelegated, handledOn, readAncestorRecords } from '../../element/handlers.ts';
import { roleAndName } from '../../element/lookup.ts';

/** How far from a field its list may begin (px), or end if it opens upwards. */
const NEAR_PX = 24;

/** How far from the left edge of the field its list is looked for (px). */
const INSET_PX = 20;

const outermostLayerWithout = (el: Element, at: Element | null, cache: DomCache): Element | undefined => {
  let found: Element | undefined;
  let layer = at ? layerOf(at, cache) : undefined;
  while (layer && !flatContains(layer, el)) {
    found = layer;
    const above = flatParentAcrossFrames(layer);
    layer = above ? layerOf(above, cache) : undefined;
  }
  return found;
};

/**
 * The layer over the page right below a field, or right above it: lists without a role can be found by nothing else.
 */
export const layerBeside = (el: Element, cache: DomCache): Element | undefined => {
  const viewport = createViewport();
  const field = cache.hasLayout ? viewBoxOf(el, viewport, ONE_PIXEL) : undefined;
  if (!field) return undefined;
  const x = field.x + Math.min(INSET_PX, field.width / 2);
  const bottom = field.y + field.height;
  for (const y of [bottom + NEAR_PX / 2, field.y - NEAR_PX / 2]) {
    const layer = outermostLayerWithout(el, elementAt({ x, y }), cache);
    const box = layer && viewBoxOf(layer, viewport, ONE_PIXEL);
    if (!box) continue;
    const gap = Math.min(Math.abs(box.y - bottom), Math.abs(box.y + box.height - field.y));
    if (gap <= NEAR_PX) return layer;
  }
  return undefined;
};

/** Whether an element has a pointer cursor that it does not inherit. */
const hasOwnPointerCursor = (el: Element, cache: DomCache): boolean => {
  const above = flatParentAcrossFrames(el);
  return styleOf(el, cache).cursor === 'pointer' && (!above || styleOf(above, cache).cursor !== 'pointer');
};

/**
 * The innermost clickable elements of a layer. The options of antd have no role: those with one are hidden, for
 * screen readers.
 */
export const clickableIn = (layer: Element, cache: DomCache): Element[] => {
  const delegated = createDelegated();
  readAncestorRecords(layer, delegated);
  handledOn(layer, delegated);
  const all = flatElements(layer).filter(
    (el) => isVisible(el, cache) && !isAriaHidden(el) && roleAndName(el, cache).name !== '',
  );
  const innermost = (found: Element[]): Element[] =>
    found.filter((el) => !found.some((inner) => inner !== el && flatContains(el, inner)));
  const handlingClicks = innermost(all.filter((el) => handledOn(el, delegated) === 'click'));
  if (handlingClicks[0]) return handlingClicks;
  return innermost(all.filter((el) => matches(el, 'li, [tabindex]') || hasOwnPointerCursor(el, cache)));
};
