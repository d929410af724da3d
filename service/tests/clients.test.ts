import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../src/safety/log.ts';
import { type RunningService, startService } from '../src/service.ts';
import { type Client, runClient } from './support/clients.ts';
import { type ModelServer, startModelServer } from './support/model-server.ts';
import { testSettings } from './support/settings.ts';
import { DOCS, ORPHANS, PRODUCTS, type Site, startSite } from './support/site.ts';

/** A document as the clients return it, with the field names of both. */
interface ClientDocument {
  markdown?: string;
  metadata: Record<string, unknown>;
}

const url = ({ metadata }: ClientDocument): string => String(metadata.source_url ?? metadata.sourceURL);

let site: Site;
let model: ModelServer;
let service: RunningService;
let folder: string;

beforeAll(async () => {
  site = await startSite();
  model = await startModelServer();
  folder = mkdtempSync(join(tmpdir(), 'service-clients-'));
  service = await startService(
    testSettings({
      dataFolder: folder,
      model: { baseUrl: model.baseUrl, name: 'scripted', key: 'model-key', creditsPer1000: 1, stream: true },
    }),
    { roles: ['api', 'worker'], port: 0, log: createLog('silent') },
  );
});

afterAll(async () => {
  await service?.stop();
  await model?.close();
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const runs = (client: Client, what: string) =>
  runClient(client, [service.address, 'fc-any', site.origin, what]);

describe.each(['python', 'js'] as const)("Firecrawl's client in %s", (client) => {
  test('scrape: formats, redirects, errors, a page of scripts, actions, JSON, the guard', async () => {
    const given = await runs(client, 'scrape');
    const article = given.article as ClientDocument & { links: string[]; html: string };
    expect(article.markdown).toContain('# Lantern 3');
    expect(article.markdown).toContain('| Glass | 7.50 |');
    expect(article.markdown).toContain('light --lantern 3');
    expect(article.markdown).not.toContain('All rights reserved');
    expect(article.links).toContain(`${site.origin}/docs/4?from=3`);
    expect(article.html).not.toContain('<script');
    expect((given.redirect as ClientDocument).metadata.url).toBe(`${site.origin}/docs/7`);
    const app = given.app as ClientDocument & { screenshot: string };
    expect(app.markdown).toContain('Drawn by a script');
    expect(app.metadata.engine).toBe('browser');
    expect(app.screenshot).toMatch(/^data:image\/png;base64,iVBOR/);
    const { actions } = given.actions as { actions: Record<string, unknown[]> };
    const returns = (actions.javascriptReturns ?? actions.javascript_returns) as { value: unknown }[];
    expect(returns[0]?.value).toBe('Ada');
    expect(JSON.stringify(actions.scrapes)).toContain('Lit');
    expect(actions.screenshots).toHaveLength(1);
    expect(given.json).toMatchObject({ json: { title: 'Lantern 3' } });
    expect(given.drip).toMatchObject({ error: expect.stringMatching(/Timeout|SdkError|Firecrawl/) });
    expect(given.blocked).toMatchObject({ error: expect.any(String) });
    if (client === 'js') return;
    expect((given.missing as ClientDocument).metadata.status_code).toBe(404);
    expect(given.summary).toMatchObject({ summary: expect.stringMatching(/./) });
    for (const trap of ['bomb', 'loop', 'inside', 'nonsense'])
      expect(given[trap], trap).toMatchObject({ error: expect.any(String) });
    expect(JSON.stringify(given.inside)).not.toContain('meta-data/ami');
  });

  test('batch: all pages once', async () => {
    const { batch } = (await runs(client, 'batch')) as {
      batch: { status: string; total: number; data: ClientDocument[] };
    };
    expect(batch.status).toBe('completed');
    expect(batch.data.map(url).sort()).toEqual(
      Array.from({ length: 30 }, (_, at) => `${site.origin}/docs/${at + 1}`).sort(),
    );
  });

  test('crawl: every page once, robots, traps, cancel, active, errors', async () => {
    const given = await runs(client, 'crawl');
    const crawl = given.crawl as { status: string; completed: number; data: ClientDocument[] };
    expect(crawl.status).toBe('completed');
    const urls = crawl.data.map(url);
    const paths = crawl.data.map(({ metadata }) => new URL(String(metadata.url)).pathname);
    expect(new Set(urls).size).toBe(urls.length);
    for (const [kind, count] of [
      ['docs', DOCS],
      ['shop', PRODUCTS],
      ['orphans', ORPHANS],
    ] as const)
      expect(paths.filter((path) => path.startsWith(`/${kind}/`)).length, kind).toBe(count);
    expect(paths.some((path) => path.startsWith('/private'))).toBe(false);
    expect(JSON.stringify(given.errors)).toContain('/private/plans');
    expect(JSON.stringify(given.active)).toContain('/calendar/2026-01');
    expect(given.cancelled).toEqual(client === 'python' ? { value: true } : true);
    expect(given.after).toMatchObject({ status: 'cancelled' });
    if (client === 'python') {
      expect(given.again).toEqual({ value: false });
      expect(given.nobody).toMatchObject({ error: expect.any(String) });
    } else {
      const watched = given.watched as { status: string; seen: string[] };
      expect(watched.status).toBe('completed');
      expect(new Set(watched.seen).size).toBe(5);
    }
  });

  test('map: the sitemap and the links of the start page', async () => {
    const given = await runs(client, 'map');
    const links = (given.map as { links: { url: string }[] }).links.map((link) => link.url);
    expect(links).toContain(`${site.origin}/docs/60`);
    expect(links).toContain(`${site.origin}/orphans/5`);
    expect(links).toContain(`${site.origin}/shop/30`);
    if (client === 'js') return;
    const found = (given.search as { links: { url: string }[] }).links;
    expect(found).toHaveLength(10);
    expect(found[0]?.url).toContain('/shop/');
  });

  test('extract and agent: data by a schema', async () => {
    const given = await runs(client, 'extract');
    for (const verb of ['extract', 'agent'])
      expect(given[verb], verb).toMatchObject({ status: 'completed', data: { title: 'Lantern 3' } });
    if (client === 'python') expect(given.usage).toMatchObject({ remaining_credits: expect.any(Number) });
  });
});
