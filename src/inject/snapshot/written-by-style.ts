import { generatedText } from '../aria/generated-content.ts';
import { readable } from '../aria/white-space.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { generatedContentIndex, mayBeWrittenInto } from '../dom/generated-content-index.ts';
import { findAll, tagOf } from '../dom/read.ts';
import { unicodeTest } from '../dom/unicode-pattern.ts';

/**
 * Text that a style sheet writes into a page by `::before` and `::after`: a currency, the mark of a required field,
 * `New`.
 */

type Pseudo = '::before' | '::after';

/**
 * Whether generated text has words, amounts, ticks, stars or emoji; arrows, bullets and other ornaments are left out.
 */
const hasMeaning = unicodeTest('[\\p{L}\\p{N}]{2}|[\\p{Lo}\\p{Sc}\\p{Emoji_Presentation}*%★☆✓-✘]');

const beginsWord = unicodeTest('^[\\p{L}]');
const endsWord = unicodeTest('[\\p{L}\\p{So}]$');

/** Elements between two looks at the clock. */
const CHECK_TIME_EVERY = 500;

/**
 * The elements that a style sheet may write into. They are few: asking every element for its pseudo-elements would
 * take a quarter of the time of a snapshot.
 */
export const hostsOfGeneratedText = (
  document: Document,
  cache: DomCache,
  isLate: () => boolean,
): ReadonlySet<Element> => {
  const hosts = new Set<Element>();
  const index = generatedContentIndex(document, cache);
  // The quotation marks of `<q>` are in the engine's own style sheet.
  const isWritten = index.keys.size > 1 || index.rest !== '';
  const all = cache.hasLayout ? findAll(document, isWritten ? 'body *' : 'body q') : [];
  for (let i = 0; i < all.length && !(i % CHECK_TIME_EVERY === 0 && isLate()); i++) {
    const el = all[i] as Element;
    if (mayBeWrittenInto(el, index)) hosts.add(el);
  }
  return hosts;
};

/**
 * The generated text of a pseudo-element, with spaces where it is separate from the text beside it; empty for an
 * ornament.
 */
export const generatedTextOf = (el: Element, pseudo: Pseudo): string => {
  const generated = generatedText(el, tagOf(el), pseudo);
  if (!generated) return '';
  const { content, display } = generated;
  const text = readable(generated.text);
  if (!hasMeaning(text) && !/-quote/.test(content)) return '';
  const isBlockLike = display !== 'inline';
  const begin = isBlockLike || beginsWord(text) ? ' ' : '';
  const end = isBlockLike || endsWord(text) ? ' ' : '';
  return `${begin}${generated.text}${end}`;
};
