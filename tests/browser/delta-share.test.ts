import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureDelta } from '../../bench/measure/delta.mjs';
import { scenarios } from '../../bench/measure/delta-scenarios.mjs';
import { viewport } from '../../bench/pages/open.mjs';
import { ownPages } from '../../bench/pages/pages.mjs';
import { launchChromium } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

let browser: Browser;
let window: BrowserContext;
beforeAll(async () => {
  browser = await launchChromium();
  window = await browser.newContext({ viewport });
  // The first tab keeps the window open: a new window takes far longer than a new tab.
  await window.newPage();
});
afterAll(() => browser?.close());

/** Most characters of a delta, as a share of the whole text, on pages of more than 200 nodes. */
const MAX_SHARE = 0.05;

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

describe.each(['full', 'interactive'] as const)('the delta after one action, as %s text', (view) => {
  const shares: number[] = [];

  // Each scenario acts by a ref that it reads, and checks the application's own state.
  it.each(scenarios)('$page: $what', async (scenario) => {
    const page = ownPages().find(({ name }) => name === scenario.page);
    if (!page) throw new Error(`There is no page ${scenario.page}.`);
    const { nodes, share, delta } = await measureDelta(window, page, scenario, view, scriptWithParts);
    expect(delta).toMatch(/^\[(?:delta|snapshot)\] /);
    expect(nodes).toBeGreaterThan(200);
    shares.push(share);
  });

  it('is at most 5 % of the whole text, in the median of 21', () => {
    expect(shares.length).toBe(21);
    expect(median(shares)).toBeLessThanOrEqual(MAX_SHARE);
  });
});
