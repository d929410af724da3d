import { MAX_CHARS } from '../dom/cut.ts';
import type { DomCache, Site } from '../dom/dom-cache.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isString } from '../dom/is-string.ts';
import { attr, baseOf, documentOf, prop, viewOf } from '../dom/read.ts';
import { withoutCode } from './attrs.ts';

/**
 * What a URL parser leaves as it is: a plain host, no dots to resolve, nothing to encode. Asking the engine takes
 * 2.5 µs a link (Chromium), which is more than all else that is read of one.
 */
const PLAIN_URL = /^(?:https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,})?\/(?![/.])(?!.*\/\.)[\w./?=&#:;,+~()!*@$-]*$/;

/** The same of a place in the document. */
const PLACE = /^#[\w./?=&:;,+~()!*@$-]*$/;

/** Where a link leads: resolved, and without the origin where that is the document's own. Empty without href. */
export const urlOf = (el: Element, _role: string, cache: DomCache): string => {
  const written = attr(el, 'href') ?? attr(el, 'xlink:href');
  if (written === null) return '';
  if (withoutCode(written) === 'javascript:') return 'javascript:';
  // The engine takes a millisecond and more for a longer one, and nobody reads it to its end.
  if (written.length > MAX_CHARS.address) return written.slice(0, MAX_CHARS.address);
  const doc = documentOf(el);
  const { root, base, isBase } = getOrInsertComputed(cache.sites, doc, siteOf);
  const isPath = written[0] === '/';
  const isResolved = PLAIN_URL.test(written) && (isBase || !isPath);
  const resolved = isResolved
    ? written
    : isBase && PLACE.test(written)
      ? base + written
      : resolve(el, written, doc);
  return root && resolved.startsWith(root) ? resolved.slice(root.length - 1) : resolved;
};

const siteOf = (doc: Document): Site => {
  const { origin } = viewOf(doc)?.location || { origin: 'null' };
  const root = origin === 'null' ? '' : `${origin}/`;
  const base = baseOf(doc).replace(/#.*/, '');
  return { root, base, isBase: root !== '' && base.startsWith(root) };
};

const resolve = (el: Element, written: string, doc: Document): string => {
  const href = prop(el as HTMLAnchorElement, 'href') as unknown;
  if (isString(href)) return href;
  try {
    return new URL(written, baseOf(doc)).href;
  } catch {
    return written;
  }
};
