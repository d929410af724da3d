import type { Point } from '../../contract.ts';
import { computedStyle, prop, px, tagOf } from '../dom/read.ts';
import { viewBoxOf } from '../dom/view-box.ts';
import { ONE_PIXEL } from '../dom/visibility.ts';

/** The size of the resize corner (px), as browsers draw it. */
const CORNER_PX = 16;

/**
 * Resizes an element as a drag of its lower right corner by (dx, dy) does, which no event of a script sets off
 * (https://drafts.csswg.org/css-ui/#resize); undefined where `point` is not in such a corner.
 */
export const resizerAt = (el: Element, point: Point): ((dx: number, dy: number) => void) | undefined => {
  const style = computedStyle(el);
  const { resize } = style;
  const box = viewBoxOf(el, undefined, ONE_PIXEL);
  if (!box || !resize || resize === 'none') return undefined;
  if (tagOf(el) !== 'textarea' && style.overflow === 'visible') return undefined;
  if (box.x + box.width - point.x > CORNER_PX || box.y + box.height - point.y > CORNER_PX) return undefined;
  return (dx, dy) => {
    const own = prop(el as HTMLElement, 'style');
    const { width, height } = style;
    if (!/vertical|block/.test(resize)) own.width = `${Math.max(0, px(width) + dx)}px`;
    if (!/horizontal|inline/.test(resize)) own.height = `${Math.max(0, px(height) + dy)}px`;
  };
};
