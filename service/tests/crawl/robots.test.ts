import { expect, it } from 'vitest';
import { Robots } from '../../src/crawl/robots.ts';
import { plainFetcher } from '../support/jobs.ts';
import { startSite } from '../support/served-pages.ts';

const FILE = `
User-agent: *
Disallow: /private
User-agent: inpage-service
Disallow: /ours
Crawl-delay: 2
Sitemap: https://elsewhere.test/sitemap.xml`;

it('obeys the rules for its own name, or those for all', async () => {
  const site = await startSite({ '/robots.txt': FILE });
  const robots = new Robots(plainFetcher);
  const allowed = async (agent: string) => {
    const rules = await robots.rulesOf(`${site.url}/x`, agent);
    return ['/private', '/ours'].map((path) => rules.isAllowed(site.url + path));
  };
  for (const agent of [
    'inpage-service',
    'inpage-service/1.0',
    'Mozilla/5.0 (compatible; inpage-service)',
    'Mozilla/5.0 (compatible; inpage-service/1.0; +https://site.test)',
  ]) {
    expect(await allowed(agent), agent).toEqual([true, false]);
    expect((await robots.rulesOf(site.url, agent)).crawlDelay).toBe(2);
  }
  expect(await allowed('another')).toEqual([false, true]);
  expect((await robots.rulesOf(site.url, 'another')).sitemaps).toEqual([
    'https://elsewhere.test/sitemap.xml',
  ]);
  expect(site.requests).toEqual(['/robots.txt']);
  await site.close();
});

it('forbids nothing where there are no rules', async () => {
  const site = await startSite({});
  const robots = new Robots(plainFetcher);
  expect((await robots.rulesOf(site.url, 'a')).isAllowed(`${site.url}/private`)).toBe(true);
  await site.close();
  const gone = await new Robots(plainFetcher).rulesOf(site.url, 'a');
  expect(gone.isAllowed(`${site.url}/private`)).toBe(true);
});
