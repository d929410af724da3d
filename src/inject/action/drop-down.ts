import { flatContains, flatElements, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { ONE_PIXEL } from '../dom/hidden.ts';
import { elementAt } from '../dom/hit-test.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import { matches } from '../dom/read.ts';
import { isAriaHidden } from '../dom/rendered.ts';
import { createViewport, viewBoxOf } from '../dom/view-box.ts';
import { layerOf } from '../snapshot/dialogs.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { createDelegated, handledOn, readAround } from '../snapshot/handlers.ts';
import { roleAndName } from '../snapshot/lookup.ts';

/** So near to a field its list begins, or ends where it opens upwards. */
const NEAR_PX = 24;

/** Looked for within the list by its first letters. */
const INSET_PX = 20;

const layerWithout = (el: Element, at: Element | null, pass: Pass): Element | undefined => {
  let found: Element | undefined;
  let layer = at ? layerOf(at, pass) : undefined;
  while (layer && !flatContains(layer, el)) {
    found = layer;
    const above = flatParentAcrossFrames(layer);
    layer = above ? layerOf(above, pass) : undefined;
  }
  return found;
};

/** What is laid over the page right below a field, or right above it: lists without a role are known by nothing else. */
export const layerBeside = (el: Element, pass: Pass): Element | undefined => {
  const viewport = createViewport();
  const field = pass.hasLayout ? viewBoxOf(el, viewport, ONE_PIXEL) : undefined;
  if (!field) return undefined;
  const x = field.x + Math.min(INSET_PX, field.width / 2);
  const bottom = field.y + field.height;
  for (const y of [bottom + NEAR_PX / 2, field.y - NEAR_PX / 2]) {
    const layer = layerWithout(el, elementAt({ x, y }, viewport), pass);
    const box = layer && viewBoxOf(layer, viewport, ONE_PIXEL);
    if (!box) continue;
    const gap = Math.min(Math.abs(box.y - bottom), Math.abs(box.y + box.height - field.y));
    if (gap <= NEAR_PX) return layer;
  }
  return undefined;
};

/** A cursor that it does not have from what is around it. */
const hasPointer = (el: Element, pass: Pass): boolean => {
  const above = flatParentAcrossFrames(el);
  return (
    styleOf(el, pass).cursor === 'pointer' && (above === null || styleOf(above, pass).cursor !== 'pointer')
  );
};

/** What can be pressed in a layer, innermost: antd's options only look like some, while others are for screen readers. */
export const pressableIn = (layer: Element, pass: Pass): Element[] => {
  const delegated = createDelegated();
  readAround(layer, delegated);
  handledOn(layer, delegated);
  const all = flatElements(layer).filter(
    (el) => isVisible(el, pass) && !isAriaHidden(el) && roleAndName(el, pass).name !== '',
  );
  const innermost = (found: Element[]): Element[] =>
    found.filter((el) => !found.some((inner) => inner !== el && flatContains(el, inner)));
  const pressed = innermost(all.filter((el) => handledOn(el, delegated) === 'press'));
  if (pressed.length > 0) return pressed;
  return innermost(all.filter((el) => matches(el, 'li') || hasPointer(el, pass)));
};
