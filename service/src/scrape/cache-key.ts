import { createHash } from 'node:crypto';
import type { ScrapeOptions } from '../contract/index.ts';

/** Whether a document may be cached: not with actions, which must be executed each time, nor with headers of the client. */
export const isCacheable = ({ actions, headers }: ScrapeOptions): boolean => !actions?.length && !headers;

/** Equal for requests with the same document as answer. It includes the fragment, by which some sites choose the page. */
export const cacheKey = (url: string, options: ScrapeOptions): string => {
  const { timeout: _, maxAge: __, storeInCache: ___, formats, ...rest } = options;
  const sorted = formats.map((format) => JSON.stringify(format)).sort();
  const text = JSON.stringify([url, sorted, Object.entries(rest).sort()]);
  return createHash('sha256').update(text).digest('base64url');
};
