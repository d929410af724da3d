import { createHash } from 'node:crypto';
import { Request } from '@crawlee/core';

export interface KeyOptions {
  /** Addresses that differ in their query alone are the same page. */
  ignoreQueryParameters: boolean;
  /** With and without `www.`, http and https, index files, a last slash, the order of the query: the same page. */
  deduplicateSimilarURLs: boolean;
  /** Addresses that differ in their fragment alone are different pages. */
  keepFragment?: boolean;
}

/** For addresses that were asked for one by one. */
export const EXACT: KeyOptions = {
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: false,
  keepFragment: true,
};

const INDEX_FILE = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i;

/** The key of a page within its job: the same for all addresses of one page. */
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
