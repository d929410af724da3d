import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInPage, shapes } from '../support/aria-arbitrary.ts';
import {
  ariaScript,
  compareInPage,
  type Difference,
  launchOracle,
  openPage,
} from '../support/aria-oracle.ts';
import { IS_FULL } from '../support/selection.ts';

const RUNS = IS_FULL ? 600 : 120;
/** AGENT_BROWSER_SEED=… generates other pages. */
const SEED = Number(process.env.AGENT_BROWSER_SEED ?? 20_260_101);

/** Known differences to Chromium, which the generated pages are not meant to find. */
const KNOWN: Record<string, (d: Difference) => boolean> = {
  'an orphan option, listitem or treeitem keeps its role, and is named by it': (d) =>
    /role="(?:option|listitem|treeitem)"/.test(d.html),
  'details without a summary: the browser writes "Details" on it': (d) => /details/i.test(d.html),
  'tooltip of a thing that is blank, or of a picture with an empty alt': (d) =>
    d.kind === 'name' && d.ourName.replace('tip', '').trim() === d.name,
  'a section with an empty title is no landmark': (d) => d.role === 'region' && d.ourRole === 'generic',
  'a slider without a value stands in the middle': (d) => d.html.includes('role="slider"'),
  'a row of a grid is not named by its cells': (d) => d.role === 'row',
  'quotation marks by depth and language': (d) => d.html.includes('<q'),
  'where a space comes from is not always known': (d) =>
    d.kind === 'name' && d.name.replace(/ /g, '') === d.ourName.replace(/ /g, ''),
};

describe('roles and names on generated pages', () => {
  let browser: Browser;
  let script = '';

  beforeAll(async () => {
    browser = await launchOracle();
    script = await ariaScript();
  });
  afterAll(() => browser?.close());

  it(`agrees with Chromium on ${RUNS} random nestings of tags, roles and attributes (seed ${SEED})`, async () => {
    const page = await openPage(browser, '<!doctype html><title>generated</title>', script);
    let elements = 0;
    const unknown: (Difference & { page: string })[] = [];
    for (const shape of fc.sample(shapes, { numRuns: RUNS, seed: SEED })) {
      await page.evaluate(buildInPage, [shape]);
      const compared = await page.evaluate(compareInPage);
      elements += compared.elements;
      const surprising = compared.differences.filter((d) => !Object.values(KNOWN).some((is) => is(d)));
      if (surprising.length > 0) {
        const html = await page.evaluate(() => document.body.innerHTML);
        unknown.push(...surprising.map((difference) => ({ ...difference, page: html })));
      }
    }
    unknown.sort((a, b) => a.page.length - b.page.length);
    const agreed = 100 * (1 - unknown.length / elements);
    console.log(`generated pages, seed ${SEED}: ${agreed.toFixed(2)} % of ${elements} elements`);
    expect(elements).toBeGreaterThan(4 * RUNS);
    expect(
      agreed,
      `the smallest of ${unknown.length}: ${JSON.stringify(unknown[0], null, 1)}`,
    ).toBeGreaterThan(99);
  });
});
