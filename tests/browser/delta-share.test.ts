import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureDelta } from '../../bench/measure/delta.mjs';
import { scenarios } from '../../bench/measure/delta-scenarios.mjs';
import { ownPages } from '../../bench/pages/pages.mjs';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import { launchChromium } from '../support/chromium.ts';

let browser: Browser;
let script: string;
beforeAll(async () => {
  browser = await launchChromium();
  script = await bundleForPage();
});
afterAll(() => browser?.close());

/** Of the characters of the whole text, on pages of more than 200 nodes. */
const MOST = 0.05;

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

describe.each(['full', 'interactive'] as const)('what one action changes, read as %s text', (view) => {
  const shares: number[] = [];

  // Each acts by a ref that it reads, and judges by the application's own state.
  it.each(scenarios)('$page: $what', async (scenario) => {
    const page = ownPages().find(({ name }) => name === scenario.page);
    if (!page) throw new Error(`There is no page ${scenario.page}.`);
    const { nodes, share, delta } = await measureDelta(browser, page, scenario, view, script);
    expect(delta).toMatch(/^\[(?:delta|snapshot)\] /);
    expect(nodes).toBeGreaterThan(200);
    shares.push(share);
  });

  it('is at most 5 % of the whole, in the median of 21', () => {
    expect(shares.length).toBe(21);
    expect(median(shares)).toBeLessThanOrEqual(MOST);
  });
});
