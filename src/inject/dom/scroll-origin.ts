import { computedStyle, documentOf, fromDocument, measure, tagOf } from './read.ts';

/**
 * Whether the offsets of what an element scrolls run from 0 down, sideways and up and down
 * (https://drafts.csswg.org/cssom-view/#scrolling-area). A page runs the way its body does
 * (https://www.w3.org/TR/css-writing-modes-4/#principal-flow).
 */
export const runsBackwards = (el: Element): readonly [x: boolean, y: boolean] => {
  const body = tagOf(el) === 'html' && fromDocument(documentOf(el), 'body');
  const { direction, writingMode, display, flexDirection } = computedStyle(body || el);
  const flow = !body && /flex/.test(display) ? flexDirection : '';
  const inline = (direction === 'rtl') !== (flow === 'row-reverse');
  const block = /rl$/.test(writingMode) !== (flow === 'column-reverse');
  return /^[vs]/.test(writingMode) ? [block, inline] : [inline, block];
};

/** How far what an element holds goes beyond it, in px. */
export const scrollRange = (el: Element): { x: number; y: number } => ({
  x: measure(el, 'scrollWidth') - measure(el, 'clientWidth'),
  y: measure(el, 'scrollHeight') - measure(el, 'clientHeight'),
});
