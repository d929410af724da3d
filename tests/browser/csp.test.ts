import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import { launchChromium } from '../support/chromium.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const URL_OF_PAGE = 'https://strict.test/';

/** Nothing may be evaluated, styled inline, framed or assigned as markup. */
const STRICT =
  "default-src 'none'; script-src 'none'; style-src 'none'; frame-src 'none'; child-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

it.each([
  ['as it is', ''],
  ['with built-ins that the page had replaced', "Array.prototype.push = () => { throw new Error('mine'); };"],
])(
  'a page with a strict policy and Trusted Types, %s, is read and acted on without a violation',
  async (_what, before) => {
    const page = await browser.newPage();
    await page.route('**/*', (route) =>
      route.request().url() === URL_OF_PAGE
        ? route.fulfill({
            body: '<!doctype html><title>Strict</title><button>Buy</button><input aria-label=Name><div contenteditable aria-label=Note>old</div>',
            contentType: 'text/html',
            headers: { 'content-security-policy': STRICT },
          })
        : route.abort(),
    );
    await page.goto(URL_OF_PAGE);
    const session = await page.context().newCDPSession(page);
    const run = async (expression: string): Promise<unknown> => {
      // With `allowUnsafeEvalBlockedByCSP` the console may do more than the page: not here.
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        allowUnsafeEvalBlockedByCSP: false,
      });
      expect(exceptionDetails).toBeUndefined();
      return result.value;
    };
    await run(
      "window.violations = []; document.addEventListener('securitypolicyviolation', (event) => { window.violations[window.violations.length] = event.violatedDirective; }); 0",
    );
    await run(`${before};0`);
    await run(`${await bundleForPage()};0`);
    const json = async (args: string): Promise<Record<string, unknown>> =>
      JSON.parse((await run(`window.__agentBrowser.json(${args})`)) as string);
    expect((await json("'snapshot', { format: 'text' }")).text).toBe(
      [
        '[snapshot] url=https://strict.test/ title="Strict" nodes=3',
        '- button "Buy" [ref=e1]',
        '- textbox "Name" [ref=e2]',
        '- editable "Note" [ref=e3]: old',
      ].join('\n'),
    );
    expect(await json("'action', 'e1', 'click'")).toMatchObject({ ok: true });
    expect(await json("'action', 'e2', 'fill', { text: 'Ann' }")).toMatchObject({ ok: true, verified: true });
    expect(await json("'action', 'e3', 'fill', { text: 'new' }")).toMatchObject({ ok: true, verified: true });
    expect(await json("'query', 'e3', 'outerHTML'")).toMatchObject({
      ok: true,
      value: expect.stringContaining('new'),
    });
    expect(await run('JSON.stringify(window.violations)')).toBe('[]');
    await page.close();
  },
);
