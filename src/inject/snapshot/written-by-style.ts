import { generatedText } from '../aria/generated-content.ts';
import { readable } from '../aria/white-space.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { generatedContentIndex, mayBeWrittenInto } from '../dom/generated-content-index.ts';
import { findAll, tagOf } from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';

/** Words that a style sheet writes into a page: a currency, a mark of what is required, `New`. */

type Pseudo = '::before' | '::after';

/** Words, amounts, ticks, stars and emoji; arrows, bullets and other ornaments are not. */
const says = unicodeTest('[\\p{L}\\p{N}]{2}|[\\p{Lo}\\p{Sc}\\p{Emoji_Presentation}*%★☆✓-✘]');

const beginsAWord = unicodeTest('^[\\p{L}]');
const endsAWord = unicodeTest('[\\p{L}\\p{So}]$');

/** So often it is looked whether it has become late. */
const AT_ONCE = 500;

/**
 * The elements that a style sheet may write into. They are few: to ask every element for its pseudo-elements would take a
 * quarter of the time of a snapshot.
 */
export const writtenByStyle = (
  document: Document,
  cache: DomCache,
  isLate: () => boolean,
): ReadonlySet<Element> => {
  const hosts = new Set<Element>();
  const index = generatedContentIndex(document, cache);
  // Quotation marks are in the engine's own style sheet.
  const isWritten = index.keys.size > 1 || index.rest !== '';
  const all = cache.hasLayout ? findAll(document, isWritten ? 'body *' : 'body q') : [];
  for (let i = 0; i < all.length && !(i % AT_ONCE === 0 && isLate()); i++) {
    const el = all[i] as Element;
    if (mayBeWrittenInto(el, index)) hosts.add(el);
  }
  return hosts;
};

/** What stands there now, words apart from others; empty where it is an ornament. */
export const writtenIn = (el: Element, pseudo: Pseudo): string => {
  const generated = generatedText(el, tagOf(el), pseudo);
  if (!generated) return '';
  const { content, display } = generated;
  const text = readable(generated.text);
  if (!says(text) && !/-quote/.test(content)) return '';
  const isApart = display !== 'inline';
  const begin = isApart || beginsAWord(text) ? ' ' : '';
  const end = isApart || endsAWord(text) ? ' ' : '';
  return `${begin}${generated.text}${end}`;
};
