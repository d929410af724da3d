import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';

const builtPage = readFileSync(new URL('../../docs/bookmarklet.html', import.meta.url), 'utf8');
const address = 'http://shop.test/';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
});

/** Opens a page of this HTML, with these response headers, that loads nothing. */
async function openPage(html: string, headers: Record<string, string> = {}): Promise<Page> {
  const page = await browser.newPage();
  await page.route('**/*', (route) => route.fulfill({ body: html, contentType: 'text/html', headers }));
  await page.goto(address);
  return page;
}

/** The link as the browser reads it: the attribute decoded by the parser, the address by the URL parser. */
async function readLink(): Promise<string> {
  const page = await openPage(builtPage);
  const href = await page.evaluate(
    () => document.querySelector<HTMLAnchorElement>('#bookmarklet')?.href ?? '',
  );
  await page.close();
  return href;
}

/** Opens a `javascript:` URL from outside of the page, as a click in the bookmarks bar does. */
async function clickBookmark(page: Page, url: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The answer is always an error, because the script opens no document.
  await session.send('Page.navigate', { url }).catch(() => undefined);
  await session.detach();
}

/** The texts of all panels; there must be at most one. */
const readPanels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-agent-browser-panel]')].map(
      (host) => host.shadowRoot?.querySelector('textarea')?.value ?? '',
    ),
  );

async function waitForPanel(page: Page): Promise<string> {
  await page.locator('[data-agent-browser-panel] textarea').waitFor();
  const panels = await readPanels(page);
  expect(panels).toHaveLength(1);
  // Each document draws the letters that its refs begin with.
  return (panels[0] ?? '').replace(/\[ref=[a-z]{2}(?=\d)/g, '[ref=e');
}

const checkout = `<!doctype html><title>Checkout</title>
  <h1>Your order</h1><p>Two lamps</p><label>Email <input type="email" value="a@b.example"></label><button>Pay</button>`;

describe('the bookmarklet', () => {
  it('shows what a model reads of the page', async () => {
    const page = await openPage(checkout);
    await clickBookmark(page, await readLink());
    const text = await waitForPanel(page);
    expect(text).toContain('title="Checkout"');
    expect(text).toContain('- textbox "Email" [type=email] [ref=e1]: a@b.example');
    expect(text).toContain('- button "Pay" [ref=e2]');
    expect(page.url()).toBe(address);
    await page.close();
  });

  it('runs under a policy that forbids all scripts, styles and string sinks', async () => {
    const page = await openPage(checkout, {
      'content-security-policy': "default-src 'none'; require-trusted-types-for 'script'",
    });
    const violations: string[] = [];
    page.on('console', (message) => violations.push(message.text()));
    await clickBookmark(page, await readLink());
    expect(await waitForPanel(page)).toContain('- button "Pay" [ref=e2]');
    expect(violations).toEqual([]);
    await page.close();
  });

  it('also works as a link on its own page', async () => {
    const page = await openPage(builtPage);
    await page.click('#bookmarklet');
    expect(await waitForPanel(page)).toContain('- link "Page as text" [ref=e1]');
    await page.close();
  });

  it('is a URL that no parser changes', async () => {
    const page = await openPage(builtPage);
    const [written, parsed] = await page.evaluate(() => {
      const link = document.querySelector<HTMLAnchorElement>('#bookmarklet');
      return [link?.getAttribute('href') ?? '', link?.href ?? ''];
    });
    await page.close();
    expect(written).toMatch(/^javascript:(?:[ !"$&-~]|%[0-9A-F]{2})+$/);
    expect(decodeURIComponent(parsed) === decodeURIComponent(written)).toBe(true);
  });

  it('leaves its own panel out, however often it is clicked', async () => {
    const page = await openPage(checkout);
    const url = await readLink();
    await clickBookmark(page, url);
    const first = await waitForPanel(page);
    await page.evaluate(() => document.querySelector('button')?.replaceChildren('Pay now'));
    await clickBookmark(page, url);
    await page.waitForFunction(() =>
      document
        .querySelector('[data-agent-browser-panel]')
        ?.shadowRoot?.querySelector('textarea')
        ?.value.includes('Pay now'),
    );
    const second = await waitForPanel(page);
    expect(second).not.toContain('Copy');
    expect(second.replace('Pay now', 'Pay').replace(/^.*\n/, '')).toBe(first.replace(/^.*\n/, ''));
    await page.close();
  });

  it('shows everything, copies and closes', async () => {
    const page = await openPage(checkout);
    await clickBookmark(page, await readLink());
    expect(await waitForPanel(page)).not.toContain('Two lamps');
    await page.getByRole('button', { name: 'All text' }).click();
    expect(await waitForPanel(page)).toContain('- paragraph: Two lamps');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await readPanels(page)).toEqual([]);
    await page.close();
  });

  it('can be used above an open modal dialog', async () => {
    const page = await openPage(`${checkout}<dialog id="d"><button>Agree</button></dialog>`);
    await page.evaluate(() => document.querySelector<HTMLDialogElement>('#d')?.showModal());
    await clickBookmark(page, await readLink());
    expect(await waitForPanel(page)).toContain('- button "Agree"');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await readPanels(page)).toEqual([]);
    await page.close();
  });
});
