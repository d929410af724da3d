import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ariaScript,
  compareInPage,
  type Difference,
  launchOracle,
  openPage,
} from '../support/aria-oracle.ts';
import { corpusPages } from '../support/corpus.ts';
import { IS_FULL, some } from '../support/selection.ts';

const letters = (text: string): string => text.replace(/ /g, '');

/** Differences to Chromium that are deliberate, or that can't be known from inside of the page. */
const DELIBERATE: Record<string, (d: Difference) => boolean> = {
  'A link that holds nothing but white space is named by its tooltip (accname 2I); Chromium stops at the white space.':
    (d) => d.kind === 'name' && d.name === '' && d.title?.trim() === d.ourName,
  'A picture with an empty alt is named by its tooltip, and so is what it stands in: web platform tests, HTML-AAM.':
    (d) => d.kind === 'name' && d.name === '' && /<img[^>]*alt=""/.test(d.html),
  'White space at which a line happens to be broken still parts words; Chromium drops it.': (d) =>
    d.kind === 'name' && letters(d.name) === letters(d.ourName),
  'Chromium stops a name after 100 objects; ours ends where the limit of the text is.': (d) =>
    d.kind === 'name' && d.descendants > 50 && d.ourName.startsWith(d.name),
  'The fallback text that the browser puts into a video is not content.': (d) =>
    d.kind === 'name' && letters(d.name.replace('Unable to play media.', '')) === letters(d.ourName),
};

const reasonFor = (difference: Difference): string | undefined =>
  Object.keys(DELIBERATE).find((reason) => DELIBERATE[reason]?.(difference));

const pages = corpusPages();

/** A quarter of the pages, others than in corpus.test.ts, among them those with many tables; all are compared with FULL=1, and by `npm run bench`. */
const compared = some(pages ?? [], 4, 3);

describe.skipIf(!pages)(
  `roles and names on real pages${pages ? '' : ' (NOT RUN: ../shared/corpus is not here)'}`,
  () => {
    let browser: Browser;
    let elements = 0;
    const differences: (Difference & { file: string })[] = [];

    beforeAll(async () => {
      browser = await launchOracle();
      const script = await ariaScript();
      // Tabs of one window: a new window takes longer than most of the pages.
      const window = await browser.newContext();
      await window.newPage();
      for (const { file, html } of compared) {
        const page = await openPage(window, html, script);
        const found = await page.evaluate(compareInPage);
        elements += found.elements;
        differences.push(...found.differences.map((difference) => ({ file, ...difference })));
        await page.close();
      }
    });
    afterAll(() => browser?.close());

    const share = (kind: Difference['kind']): number =>
      100 * (1 - differences.filter((difference) => difference.kind === kind).length / elements);

    it('compares real pages', () => {
      expect(compared).toHaveLength(IS_FULL ? 32 : 8);
      expect(elements).toBeGreaterThan(IS_FULL ? 30_000 : 15_000);
      const figures = `names ${share('name').toFixed(3)} %, roles ${share('role').toFixed(3)} % of ${elements} visible elements with an ARIA role`;
      const reasons = Object.keys(DELIBERATE).map(
        (reason) => `  ${differences.filter((d) => reasonFor(d) === reason).length} x ${reason}`,
      );
      console.log([`corpus against Chromium: ${figures}`, ...reasons].join('\n'));
    });

    it('agrees with Chromium on 99.8 % of names and 99.5 % of roles, not counting deliberate differences', () => {
      expect(share('name')).toBeGreaterThanOrEqual(99.8);
      expect(share('role')).toBeGreaterThanOrEqual(99.5);
    });

    it('knows the reason of every difference', () => {
      expect(differences.filter((difference) => !reasonFor(difference))).toEqual([]);
    });
  },
);
