import { createHash } from 'node:crypto';
import { Request } from '@crawlee/core';

export interface KeyOptions {
  /** Whether URLs that differ only in their query are the same page. */
  ignoreQueryParameters: boolean;
  /** Whether `www.`, http or https, index files, a trailing slash and the order of the query make no difference. */
  deduplicateSimilarURLs: boolean;
  /** Whether URLs that differ only in their fragment are different pages. */
  keepFragment?: boolean;
}

/** For URLs that a request lists itself (scrape, batch): only equal URLs are the same page. */
export const EXACT: KeyOptions = {
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: false,
  keepFragment: true,
};

const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/** The key of a page within its job: equal for all URLs that count as the same page. */
export function pageKey(url: string, options: KeyOptions): string {
  const address = new URL(url);
  if (!options.keepFragment) address.hash = '';
  if (options.ignoreQueryParameters) address.search = '';
  return hashKey(options.deduplicateSimilarURLs ? similarAddress(address) : address.href);
}

export function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32);
}

function similarAddress(url: URL): string {
  const address = new URL(url);
  address.hostname = withoutWww(address.hostname);
  address.pathname = address.pathname.replace(INDEX_FILE, '/');
  return Request.computeUniqueKey({ url: address.href, method: 'GET' }).replace(/^https?:/, '');
}

export const withoutWww = (hostname: string): string => hostname.replace(/^www\./, '');
