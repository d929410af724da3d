import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath } from '../../../tests/support/chromium.ts';
import { buildConsole } from '../../build-console.mjs';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const HOSTILE = '<img src=x onerror="document.title=\'taken over\'">';

let site: Server;
let origin: string;
let model: ModelServer;
let service: TestService;
let browser: Browser;
const problems: string[] = [];

beforeAll(async () => {
  site = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const next = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0) + 1;
    const escaped = HOSTILE.replaceAll('<', '&lt;');
    response.end(
      `<!doctype html><html lang="en"><title>${escaped} ${next}</title><main><h1>Lantern ${next}</h1><p>${escaped}</p><p>It burns for ${next} hours.</p><a href="/site/${next}">next</a></main>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  model = await startModelServer();
  service = await startTestService({
    tenants: { ada: {}, bob: {} },
    settings: { model: { baseUrl: model.baseUrl, name: 'scripted', creditsPer1000: 1 } },
    options: { consolePage: await buildConsole() },
  });
  browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    chromiumSandbox: false,
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.close();
  await model?.close();
  site?.close();
  site?.closeAllConnections();
});

const openConsole = async (width = 1280): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    // Error answers are shown in the page, so they are no problem of the console.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  await page.goto(`${service.address}/console`);
  return page;
};

const logIn = async (page: Page, key = service.keys.ada ?? ''): Promise<void> => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Show jobs' }).click();
};

const start = async (page: Page, kind: string, request: object): Promise<void> => {
  await page.getByRole('button', { name: 'New job' }).click();
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('Request (JSON)').fill(JSON.stringify(request));
  await page.getByRole('button', { name: 'Start' }).click();
};

/** Pixels by which the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const shown = async (page: Page, name: string): Promise<void> => {
  if (process.env.CONSOLE_PICTURES)
    await page.screenshot({ path: `${process.env.CONSOLE_PICTURES}/${name}.png` });
};

describe('the console', () => {
  it('asks for a key, and keeps it for its tab only', async () => {
    const page = await openConsole();
    await logIn(page, 'nobody');
    await expect
      .poll(() => page.getByRole('alert').first().textContent())
      .toContain('does not know the API key');
    await logIn(page);
    await page.getByText('No jobs yet').waitFor();
    const kept = await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]);
    expect(kept).toEqual([1, 0, '']);
    await page.reload();
    await page.getByText('No jobs yet').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await page.context().close();
  });

  it('shows the Markdown of a page beside its picture, and no HTML of the page', async () => {
    const page = await openConsole();
    await logIn(page);
    await start(page, 'scrape', { url: `${origin}/site/1`, formats: ['markdown', 'screenshot'] });
    const text = page.locator('article pre');
    await text.getByText('Lantern 2').waitFor();
    expect(await text.textContent()).toContain('onerror');
    const picture = page.getByRole('img', { name: /Screenshot of/ });
    await expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    const [left, right] = [await text.boundingBox(), await picture.boundingBox()];
    expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
    expect(await page.title()).toBe('inpage console');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await shown(page, 'scrape');
    await page.context().close();
  });

  it('shows the pages of a crawl as they arrive, its errors and its numbers', async () => {
    const page = await openConsole();
    await logIn(page);
    await start(page, 'crawl', { url: `${origin}/site`, limit: 8, sitemap: 'skip' });
    await page.locator('.list > li').nth(7).waitFor();
    await page.locator('#job span[data-status="completed"]').waitFor();
    expect(await page.locator('.list > li').count()).toBe(8);
    expect(await page.locator('dl.numbers').textContent()).toContain('8 of 8');
    await page.locator('.list > li button').nth(3).click();
    await page.locator('article pre').getByText('burns for').waitFor();
    await page.getByRole('tab', { name: 'Errors' }).click();
    await page.getByText('No errors.').waitFor();
    await shown(page, 'crawl');
    await page.context().close();
  });

  it('shows the steps of an agent with what the model saw, and runs it again with other options', async () => {
    const page = await openConsole();
    await logIn(page);
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const url = `${origin}/site/6`;
    await start(page, 'agent', { prompt: `Read ${url}`, urls: [url], schema });
    const steps = page.locator('ol.list');
    await steps.getByText('tool-result').first().waitFor();
    await steps.getByText('completed').waitFor();
    await steps
      .getByText(/^text \(\d+ lines\)$/)
      .first()
      .click();
    await steps.getByText('It burns for 7 hours.').first().waitFor();
    await shown(page, 'agent');
    await page.getByRole('tab', { name: 'Result' }).click();
    await shown(page, 'result');
    await page.locator('#job pre', { hasText: 'Lantern 7' }).waitFor();
    const before = await page.locator('#jobs button').count();
    await page.getByRole('button', { name: 'Run again…' }).click();
    const body = page.getByLabel('Request (JSON)');
    const request = JSON.parse(await body.inputValue());
    expect(request.prompt).toBe(`Read ${origin}/site/6`);
    await body.fill(JSON.stringify({ ...request, maxCredits: 7 }));
    await page.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => page.locator('#jobs button').count()).toBe(before + 1);
    await expect.poll(() => page.locator('dl.numbers').textContent()).toContain('of 7');
    await page.context().close();
  });

  it('reports invalid requests', async () => {
    const page = await openConsole();
    await logIn(page);
    await start(page, 'scrape', { url: 'http://10.0.0.1/' });
    await expect.poll(() => page.locator('#problem').textContent()).toContain('own network');
    await page.getByLabel('Request (JSON)').fill('{');
    await page.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => page.locator('#problem').textContent()).toContain('This is no JSON');
    await page.context().close();
  });

  it('shows no jobs of other tenants', async () => {
    const page = await openConsole();
    await logIn(page, service.keys.bob);
    await page.getByText('No jobs yet').waitFor();
    await page.context().close();
  });

  it('fits the screen of a phone', async () => {
    const page = await openConsole(360);
    await logIn(page);
    await page.locator('#jobs button', { hasText: 'scrape' }).first().waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shown(page, 'phone-jobs');
    await page.locator('#jobs button', { hasText: 'scrape' }).last().click();
    const picture = page.getByRole('img', { name: /Screenshot of/ });
    await picture.waitFor();
    expect(await page.locator('#jobs').isVisible()).toBe(false);
    const [above, below] = [await page.locator('article pre').boundingBox(), await picture.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shown(page, 'phone-job');
    await page.getByRole('button', { name: '← Jobs' }).click();
    expect(await page.locator('#jobs').isVisible()).toBe(true);
    await page.context().close();
  });

  it('has logged no error, and violated no content policy', () => {
    expect(problems).toEqual([]);
  });
});
