import type { ScrollState } from '../../contract.ts';
import { measure, rootElement } from '../dom/read.ts';
import { runsBackwards, scrollRange } from '../dom/scroll-origin.ts';
import type { Viewport } from '../dom/view-box.ts';

/** Where the document stands, and how far it can still be scrolled. */
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

/** Below this many px, content that is larger than its box is a matter of rounding. */
const SLACK = 1;

/** Where a scroll container stands and how far it can still go; undefined where nothing scrolls. */
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
