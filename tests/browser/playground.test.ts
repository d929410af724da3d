import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPlayground } from '../../cli/build-playground.mjs';
import { launchChromium } from '../support/chromium.ts';

let [browser, server, page, url] = [] as unknown as [Browser, Server, Page, string];

beforeAll(async () => {
  const html = await buildPlayground();
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  server.close();
});

const open = async (width = 1280): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  page = await context.newPage();
  await page.goto(url);
  await line('button "Pay 48.50"').waitFor();
  return page;
};

const line = (words: string) => page.locator('#view .line', { hasText: words }).first();

const paste = async (html: string): Promise<void> => {
  await page.getByRole('tab', { name: 'Paste HTML' }).click();
  await page.getByRole('textbox', { name: 'HTML' }).fill(html);
  await page.getByRole('button', { name: 'Show' }).click();
};

describe('the playground', () => {
  it('shows a page beside its text, in each format, with its size', async () => {
    await open();
    const counts = page.getByRole('status');
    await expect
      .poll(() => counts.textContent())
      .toMatch(/^\d+ tokens, \d+ characters, \d+ nodes, \d+ refs$/);
    for (const [format, begin] of [
      ['yaml', '- banner:'],
      ['html', '<header>'],
      ['json', '{'],
      ['tree', '[snapshot]'],
    ] as const) {
      await page.getByLabel('Format').selectOption(format);
      await expect.poll(() => page.locator('#view').textContent(), { message: format }).toContain(begin);
    }
    const tokens = async (): Promise<number> => Number.parseInt((await counts.textContent()) ?? '', 10);
    const whole = await tokens();
    await page.getByTitle('a budget of 500 characters').click();
    await expect.poll(tokens).toBeLessThan(whole);
    expect(await page.locator('#view').textContent()).toContain('more');
    await page.getByLabel('Snapshot').selectOption('read');
    await page.getByTitle('a budget of 12,000 characters').click();
    await line('cell "Desk lamp, brass"').waitFor();
    await page.getByRole('tab', { name: 'Names' }).click();
    expect(await page.getByRole('row', { name: 'Add gift wrap' }).textContent()).toContain(
      'clickable: has a handler',
    );
    await page.getByRole('tab', { name: 'JSON' }).click();
    expect(JSON.parse((await page.locator('#view pre').textContent()) ?? '')).toMatchObject({
      type: 'snapshot',
    });
  });

  it('highlights the element of a line, and the line of an element', async () => {
    await open();
    await line('textbox "Postcode"').hover();
    const frame = page.frameLocator('#stage iframe');
    const field = frame.getByLabel('Postcode');
    await expect
      .poll(async () => {
        const [light, box] = [await page.locator('#light').boundingBox(), await field.boundingBox()];
        return light && box ? Math.abs(light.x - box.x) + Math.abs(light.y - box.y) : null;
      })
      .toBeLessThan(6);
    await frame.getByRole('button', { name: 'Search' }).hover();
    await expect.poll(() => line('button "Search"').getAttribute('class')).toContain('lit');
  });

  it('acts by a line, and shows what changed', async () => {
    await open();
    await line('clickable "Add gift wrap"').click();
    await line('Gift wrap added').waitFor();
    expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual(['Samples', 'Delta']);
    await page.getByRole('tab', { name: 'Text' }).click();
    await line('textbox "Name"').click();
    await page.getByLabel('Fill textbox Name with').fill('Ann');
    await page.getByRole('button', { name: 'Do it' }).click();
    await expect.poll(() => page.frameLocator('#stage iframe').getByLabel('Name').inputValue()).toBe('Ann');
  });

  const HOSTILE = `<title>x</title><button onclick="this.textContent='ran'">Go</button><label><input type=checkbox> Tick</label>
    <img src=x onerror="parent.document.title='taken'"><script>document.title = 'ran'; parent.document.title = 'taken';</script>`;

  it('reads pasted HTML without running its scripts, and acts on it', async () => {
    await open();
    await paste(HOSTILE);
    await line('button "Go"').waitFor();
    expect(await page.locator('#stage iframe').getAttribute('sandbox')).toBe('allow-same-origin');
    await line('checkbox "Tick"').click();
    await line('[checked]').waitFor();
    expect([await page.title(), await page.locator('#address').textContent()]).toEqual([
      'inpage playground',
      'x',
    ]);
  });

  it('runs scripts on request, in an origin of their own', async () => {
    await open();
    await paste(HOSTILE);
    await line('button "Go"').waitFor();
    await page.getByLabel("Run the page's scripts").check();
    await expect.poll(() => page.locator('#address').textContent()).toBe('ran');
    expect(await page.locator('#stage iframe').getAttribute('sandbox')).not.toContain('allow-same-origin');
    await line('button "Go"').click();
    await line('"ran"').waitFor();
    expect(await page.title()).toBe('inpage playground');
  });

  it('explains what an address needs where no server runs', async () => {
    await open();
    await page.getByRole('tab', { name: 'Address' }).click();
    expect(await page.locator('#source').textContent()).toContain('inpage playground');
  });

  it('fits the screen of a phone', async () => {
    await open(390);
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.getByRole('tab', { name: 'Names' }).click();
    expect(await page.evaluate(overflow)).toBe(0);
  });
});
