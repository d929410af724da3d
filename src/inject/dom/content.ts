import { attr, hasAttr, parentElementOf, tagOf } from './read.ts';
import { isNeverRendered } from './rendered.ts';

/** Drawings and tables of symbols, never shown as such. */
const NOT_CONTENT =
  /^(?:defs|symbol|clippath|mask|metadata|desc|lineargradient|radialgradient|filter|marker|pattern|rp)$/;

/** Neither it nor what is in it is content. */
export const isNotContent = (tag: string): boolean => isNeverRendered(tag) || NOT_CONTENT.test(tag);

export const isFrame = (tag: string): boolean => tag === 'iframe' || tag === 'frame';

/** Their value says what their content is. */
const HOLDS_VALUE = /^(?:input|select|textarea|progress|meter)$/;

export const holdsValue = (tag: string): boolean => HOLDS_VALUE.test(tag);

/** In something of which only the value, another document or nothing is shown. */
export const isInsideValue = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = parentElementOf(at)) {
    const tag = tagOf(at);
    if (holdsValue(tag) || isFrame(tag) || isNotContent(tag)) return true;
  }
  return false;
};

/** A box of its own: text before and after it does not join. Engines without layout say nothing of inline elements. */
export const isBlock = (display: string): boolean =>
  !(display === '' || display.startsWith('inline') || display === 'contents' || display.startsWith('ruby'));

export const isLiveRegion = (el: Element): boolean => {
  const live = attr(el, 'aria-live');
  return live === 'polite' || live === 'assertive';
};

export const isLabelled = (el: Element): boolean =>
  hasAttr(el, 'aria-label') || hasAttr(el, 'aria-labelledby');
