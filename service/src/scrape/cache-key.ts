import { createHash } from 'node:crypto';
import type { ScrapeOptions } from '../contract/index.ts';

/** Whether a copy of the page may stand for it: what is done to a page is done each time. */
export const isCacheable = ({ actions, headers }: ScrapeOptions): boolean => !actions?.length && !headers;

/** The same for requests that the same document answers. Some sites choose the page by the `#fragment`. */
export const cacheKey = (url: string, options: ScrapeOptions): string => {
  const { timeout: _, maxAge: __, storeInCache: ___, formats, ...rest } = options;
  const sorted = formats.map((one) => JSON.stringify(one)).sort();
  const text = JSON.stringify([url, sorted, Object.entries(rest).sort()]);
  return createHash('sha256').update(text).digest('base64url');
};
