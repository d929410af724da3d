import { MAX_CHARS } from '../dom/cut.ts';
import type { DomCache, Site } from '../dom/dom-cache.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isString } from '../dom/is-string.ts';
import { attr, baseOf, documentOf, prop, viewOf } from '../dom/read.ts';
import { withoutCode } from './attrs.ts';

/**
 * Addresses that a URL parser leaves unchanged: a plain host, no dot segments, nothing to encode. Reading `href` takes
 * 2.5 µs a link (Chromium), more than everything else that is read of a link.
 */
const PLAIN_URL = /^(?:https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,})?\/(?![/.])(?!.*\/\.)[\w./?=&#:;,+~()!*@$-]*$/;

/** Fragments that a URL parser leaves unchanged. */
const PLAIN_FRAGMENT = /^#[\w./?=&:;,+~()!*@$-]*$/;

/** The address of a link: resolved, and without the origin where that is the document's own. Empty without `href`. */
export const urlOf = (el: Element, _role: string, cache: DomCache): string => {
  const written = attr(el, 'href') ?? attr(el, 'xlink:href');
  if (written === null) return '';
  if (withoutCode(written) === 'javascript:') return 'javascript:';
  // The engine takes over a millisecond to resolve a longer one, which is cut anyway.
  if (written.length > MAX_CHARS.address) return written.slice(0, MAX_CHARS.address);
  const doc = documentOf(el);
  const { root, base, isBase } = getOrInsertComputed(cache.sites, doc, siteOf);
  const isPath = written[0] === '/';
  const isResolved = PLAIN_URL.test(written) && (isBase || !isPath);
  const resolved = isResolved
    ? written
    : isBase && PLAIN_FRAGMENT.test(written)
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
