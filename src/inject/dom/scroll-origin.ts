import { computedStyle, documentOf, fromDocument, measure, tagOf } from './read.ts';

/**
 * Whether the scroll offsets of an element run from 0 downwards to negative numbers, horizontally and vertically: right to
 * left text, reversed flex boxes (https://drafts.csswg.org/cssom-view/#scrolling-area). A document follows its body
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

/** How far an element can be scrolled, CSS px. */
export const scrollRange = (el: Element): { x: number; y: number } => ({
  x: measure(el, 'scrollWidth') - measure(el, 'clientWidth'),
  y: measure(el, 'scrollHeight') - measure(el, 'clientHeight'),
});
