import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { launchChromium, scriptRunner } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

it('acts where a host has replaced the timers of every frame', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const { setTimeout: timeout, requestAnimationFrame: frame } = window;
    window.setTimeout = ((call: () => void, ms: number) => timeout.call(window, call, ms)) as never;
    window.requestAnimationFrame = (call) => frame.call(window, call);
  });
  await page.goto('data:text/html,<input aria-label=F>');
  const run = await scriptRunner(page);
  await run(scriptWithParts);
  const act = page.evaluate<ActionResult>(
    "window.__agentBrowser.run('action', 'role=textbox', 'type', 'milk')",
  );
  expect(await act).toMatchObject({ verified: true, effect: { value: 'milk' } });
});
