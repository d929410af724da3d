import type { ScrollState } from '../../contract.ts';
import { measure, rootElement } from '../dom/read.ts';
import { runsBackwards, scrollRange } from '../dom/scroll-origin.ts';
import type { Viewport } from '../dom/view-box.ts';

/** The scroll position of the document and how far it can be scrolled, CSS px. */
export const documentScroll = (viewport: Viewport): ScrollState => {
  const root = rootElement();
  const x = Math.round(window.scrollX || 0);
  const y = Math.round(window.scrollY || 0);
  if (!root) return { x, y };
  return offsets(
    root,
    x,
    y,
    measure(root, 'scrollWidth') - viewport.width,
    measure(root, 'scrollHeight') - viewport.height,
  );
};

const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

/** Overflow up to this many CSS px is a rounding difference. */
const SLACK = 1;

/** The scroll position of a container and how far it can be scrolled, CSS px; undefined for an element that does not scroll. */
export const scrollState = (el: Element, style: CSSStyleDeclaration): ScrollState | undefined => {
  const downwards = scrolls(style.overflowY);
  const sideways = scrolls(style.overflowX);
  if (!downwards && !sideways) return undefined;
  const range = scrollRange(el);
  const rangeY = downwards ? range.y : 0;
  const rangeX = sideways ? range.x : 0;
  if (rangeX <= SLACK && rangeY <= SLACK) return undefined;
  return offsets(
    el,
    Math.round(measure(el, 'scrollLeft')),
    Math.round(measure(el, 'scrollTop')),
    rangeX,
    rangeY,
  );
};

/** A scroll state by the raw offsets, which are negative or zero where an axis runs backwards. */
const offsets = (el: Element, x: number, y: number, rangeX: number, rangeY: number): ScrollState => {
  const [isLeftwards, isUpwards] = runsBackwards(el);
  const left = isLeftwards ? rangeX + x : x;
  const up = isUpwards ? rangeY + y : y;
  const state: ScrollState = { x, y };
  if (left > (isLeftwards ? SLACK : 0)) state.left = left;
  if (rangeX - left > SLACK) state.right = rangeX - left;
  if (up > (isUpwards ? SLACK : 0)) state.up = up;
  if (rangeY - up > SLACK) state.down = rangeY - up;
  return state;
};
