import type { Box } from '../../contract.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import type { MinSize } from '../dom/hidden.ts';
import { isNearViewport, type Viewport, viewBoxOf } from '../dom/view-box.ts';
import type { Draft } from './draft.ts';
import type { ResolvedOptions } from './options.ts';

/** A field without a size may take the keys for what is drawn beside it. */
const surfaceBox = (el: Element, viewport: Viewport, min: MinSize): Box | undefined => {
  const surface = drawingSurface(el);
  return surface && viewBoxOf(surface, viewport, min);
};

/** Reads where an element is seen. False: it is too small, or out of the wanted part of the page. */
export const readBox = (draft: Draft, el: Element, viewport: Viewport, options: ResolvedOptions): boolean => {
  const min = options.minElementSize;
  const box = viewBoxOf(el, viewport, min) ?? surfaceBox(el, viewport, min);
  if (!box) return draft.node.hidden === true || draft.node.role === 'option';
  if (!isNearViewport(box, viewport, 0)) draft.node.offscreen = true;
  if (options.boxes) draft.node.box = box;
  if (options.viewport === 'all') return true;
  return isNearViewport(box, viewport, options.viewport === 'visible' ? 0 : options.viewport.buffer);
};
