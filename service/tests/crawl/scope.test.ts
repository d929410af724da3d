import { describe, expect, it } from 'vitest';
import { crawlRequest } from '../../src/contract/index.ts';
import { orderByFit } from '../../src/crawl/map.ts';
import { EXACT, pageKey } from '../../src/crawl/page-key.ts';
import { createScope } from '../../src/crawl/scope.ts';

const START = 'https://www.site.test/docs/';

/** Options, a link, and whether it belongs to the crawl from START. */
const LINKS: [options: object, link: string, belongs: boolean][] = [
  [{}, 'https://www.site.test/docs/a', true],
  [{}, 'https://www.site.test/docs', true],
  [{}, 'http://site.test/docs/a?x=1', true],
  [{}, 'https://www.site.test/docs-old/a', false],
  [{}, 'https://www.site.test/', false],
  [{}, 'https://www.site.test:8443/docs/a', false],
  [{}, 'https://blog.site.test/docs/a', false],
  [{}, 'https://other.test/docs/a', false],
  [{}, 'https://www.site.test.other.test/docs/a', false],
  [{}, 'https://other.test/https://www.site.test/docs/a', false],
  [{}, 'https://www.site.test@other.test/docs/a', false],
  [{}, 'https://www.site.test/docs/a.png', false],
  [{}, 'https://www.site.test/docs/a.pdf', true],
  [{}, 'https://www.site.test/docs/v1.2', true],
  [{}, 'mailto:a@site.test', false],
  [{}, 'javascript:void 0', false],
  [{}, 'file:///docs/a', false],
  [{}, 'no address', false],
  [{}, `https://www.site.test/docs/${'a'.repeat(5_000)}`, false],
  [{ crawlEntireDomain: true }, 'https://www.site.test/', true],
  [{ crawlEntireDomain: true }, 'https://blog.site.test/', false],
  [{ allowSubdomains: true }, 'https://blog.site.test/x', true],
  [{ allowSubdomains: true }, 'https://a.b.site.test/x', true],
  [{ allowSubdomains: true }, 'https://notsite.test/x', false],
  [{ allowExternalLinks: true }, 'https://other.test/x', true],
  [{ allowExternalLinks: true }, 'https://www.site.test/', false],
  [{ includePaths: ['/docs/a'] }, 'https://www.site.test/docs/ab', true],
  [{ includePaths: ['^/docs/a$'] }, 'https://www.site.test/docs/ab', false],
  [{ includePaths: ['^/docs/a'] }, 'https://www.site.test/docs/b?to=/docs/a', false],
  [{ includePaths: ['to=/docs/a'], regexOnFullURL: true }, 'https://www.site.test/docs/b?to=/docs/a', true],
  [{ excludePaths: ['/a$'] }, 'https://www.site.test/docs/a', false],
  [{ includePaths: ['/docs'], excludePaths: ['/a$'] }, 'https://www.site.test/docs/a', false],
  [{ excludePaths: ['/a$'], allowExternalLinks: true }, 'https://other.test/a', false],
];

describe('the scope of a crawl', () => {
  it.each(LINKS)('%j %s: %s', (options, link, belongs) => {
    expect(createScope(START, crawlRequest.parse({ url: START, ...options }))(link)).toBe(belongs);
  });

  it('of an index file begins at its folder', () => {
    const isInScope = createScope('https://site.test/docs/index.html', crawlRequest.parse({ url: START }));
    expect(isInScope('https://site.test/docs/a')).toBe(true);
    expect(isInScope('https://site.test/a')).toBe(false);
  });

  it('reports an invalid pattern', () => {
    const request = crawlRequest.parse({ url: START, includePaths: ['('] });
    expect(() => createScope(START, request)).toThrow(/"\(" is no regular expression/);
  });
});

it('stops a pattern that would take years to match', () => {
  const isInScope = createScope(START, crawlRequest.parse({ url: START, excludePaths: ['^/docs/(a|aa)+$'] }));
  expect(isInScope('https://site.test/docs/aaa')).toBe(false);
  expect(() => isInScope(`https://site.test/docs/${'a'.repeat(200)}b`)).toThrow(/take too long/);
  expect(isInScope('https://site.test/docs/b')).toBe(true);
});

const SIMILAR = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const WITHOUT_QUERY = { ignoreQueryParameters: true, deduplicateSimilarURLs: true };

/** Two addresses, and with which options they count as the same page. */
const PAIRS: [a: string, b: string, exact: boolean, similar: boolean, withoutQuery: boolean][] = [
  ['https://site.test/a', 'https://site.test/a#top', false, true, true],
  ['https://site.test', 'https://SITE.test/', true, true, true],
  ['https://site.test/a', 'https://site.test/a/', false, true, true],
  ['https://site.test/a', 'http://www.site.test/a', false, true, true],
  ['https://site.test/a/', 'https://site.test/a/index.html', false, true, true],
  ['https://site.test/?a=1&b=2', 'https://site.test/?b=2&a=1', false, true, true],
  ['https://site.test/?utm_source=x', 'https://site.test/', false, true, true],
  ['https://site.test/?a=1', 'https://site.test/?a=2', false, false, true],
  ['https://site.test/a', 'https://site.test/A', false, false, false],
  ['https://site.test/a', 'https://blog.site.test/a', false, false, false],
  ['https://site.test/a', 'https://site.test:8443/a', false, false, false],
];

describe('the key of a page', () => {
  it.each(PAIRS)('%s and %s', (a, b, exact, similar, withoutQuery) => {
    expect(
      [EXACT, SIMILAR, WITHOUT_QUERY].map((options) => pageKey(a, options) === pageKey(b, options)),
    ).toEqual([exact, similar, withoutQuery]);
    expect(pageKey(a, SIMILAR)).toMatch(/^[\w-]{1,64}$/);
  });
});

it('sorts links by how many of the searched words they contain', () => {
  const links = ['/', '/prices', '/docs/api-keys', '/keys'].map((path) => ({
    url: `https://site.test${path}`,
  }));
  const titled = { url: 'https://site.test/x', title: 'All about API keys' };
  expect(orderByFit([...links, titled], 'api key').map(({ url }) => new URL(url).pathname)).toEqual([
    '/docs/api-keys',
    '/x',
    '/keys',
    '/',
    '/prices',
  ]);
});
