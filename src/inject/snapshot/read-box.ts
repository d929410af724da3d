import type { Box } from '../../contract.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import type { MinSize } from '../dom/hidden.ts';
import type { Pass } from '../dom/pass.ts';
import { isNearViewport, type Viewport, viewBoxOf } from '../dom/view-box.ts';
import type { Draft } from './draft.ts';
import type { ResolvedOptions } from './options.ts';
import { isPressed, pressedInPlaceOf } from './stand-in.ts';

/** A field without a size may take the keys for what is drawn beside it, a label the press for a box out of sight. */
const boxOf = (el: Element, viewport: Viewport, min: MinSize, pass: Pass): Box | undefined => {
  const own = viewBoxOf(el, viewport, min);
  if (own && !isPressed(el, pass)) return own;
  const surface = own ? pressedInPlaceOf(el, pass) : (drawingSurface(el) ?? pressedInPlaceOf(el, pass));
  return surface ? viewBoxOf(surface, viewport, min) : own;
};

/** Reads where an element is seen. False: it is too small, or out of the wanted part of the page. */
export const readBox = (
  draft: Draft,
  el: Element,
  viewport: Viewport,
  options: ResolvedOptions,
  pass: Pass,
): boolean => {
  const box = boxOf(el, viewport, options.minElementSize, pass);
  if (!box) return draft.node.hidden === true || draft.node.role === 'option';
  if (!isNearViewport(box, viewport, 0)) draft.node.offscreen = true;
  if (options.boxes) draft.node.box = box;
  if (options.viewport === 'all') return true;
  return isNearViewport(box, viewport, options.viewport === 'visible' ? 0 : options.viewport.buffer);
};
