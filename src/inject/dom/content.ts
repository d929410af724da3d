import { attr, hasAttr, parentElementOf, tagOf } from './read.ts';
import { isNeverRendered } from './rendered.ts';

/** SVG definitions and metadata, which are not drawn where they stand, and the fallback parentheses of ruby. */
const NOT_CONTENT =
  /^(?:defs|symbol|clippath|mask|metadata|desc|lineargradient|radialgradient|filter|marker|pattern|rp)$/;

/** Whether neither an element nor its descendants are content. */
export const isNotContent = (tag: string): boolean => isNeverRendered(tag) || NOT_CONTENT.test(tag);

export const isFrame = (tag: string): boolean => tag === 'iframe' || tag === 'frame';

/** Elements that show a value instead of their child nodes. */
const HOLDS_VALUE = /^(?:input|select|textarea|progress|meter)$/;

export const holdsValue = (tag: string): boolean => HOLDS_VALUE.test(tag);

/** Whether `el` or an ancestor in its tree shows its value, another document or nothing in place of its children. */
export const isInsideValue = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = parentElementOf(at)) {
    const tag = tagOf(at);
    if (holdsValue(tag) || isFrame(tag) || isNotContent(tag)) return true;
  }
  return false;
};

/**
 * Whether a `display` makes a block-level box, which separates the text around it. Without layout engine, inline
 * elements have `''`.
 */
export const isBlock = (display: string): boolean =>
  !(display === '' || display.startsWith('inline') || display === 'contents' || display.startsWith('ruby'));

export const isLiveRegion = (el: Element): boolean => {
  const live = attr(el, 'aria-live');
  return live === 'polite' || live === 'assertive';
};

export const isLabelled = (el: Element): boolean =>
  hasAttr(el, 'aria-label') || hasAttr(el, 'aria-labelledby');
