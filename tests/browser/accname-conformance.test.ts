import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aria, ariaScript, launchOracle, openPage } from '../support/aria-oracle.ts';

/**
 * Name tests of the web platform tests (3-Clause BSD); they are not part of the project, so the file may be missing.
 */
const CASES = new URL('../../../shared/conformance/accname.json', import.meta.url);

interface CaseFile {
  file: string;
  cases: number;
  html: string;
}

const files = ((): CaseFile[] | null => {
  try {
    return JSON.parse(readFileSync(CASES, 'utf8')).files;
  } catch {
    return null;
  }
})();

const NBSP =
  'Chromium, and facts/accessibility.md, keep NBSP at the ends of text; the same file keeps it in aria-label';

/** Cases that fail, and why. A case that passes must be removed from the list. */
const KNOWN: Record<string, string> = {
  'heading with link referencing image using aria-labelledby, that in turn references text element via aria-labelledby':
    'the case refers to an id that is not there (nested_image_label3, the image has nested_image_label_3); so does Chromium',
  'span[role=button] with text node, with leading/trailing non-breaking space': NBSP,
  'div[role=heading] with text node, with leading/trailing non-breaking space': NBSP,
  'button with text node, with leading/trailing non-breaking space': NBSP,
  'heading with text node, with leading/trailing non-breaking space': NBSP,
  'link with text node, with leading/trailing non-breaking space': NBSP,
  'kbd with tooltip label':
    'a tooltip does not name an element without a role: names would be everywhere; so in Chromium',
};

interface Outcome {
  test: string;
  expected: string;
  got: string;
}

describe.skipIf(!files)(
  `accname of the web platform tests${files ? '' : ' (NOT RUN: ../shared/conformance is not here)'}`,
  () => {
    const outcomes: Outcome[] = [];
    let browser: Browser;

    beforeAll(async () => {
      browser = await launchOracle();
      const script = await ariaScript();
      for (const { html } of files ?? []) {
        const page = await openPage(browser, html, script);
        const found = await page.evaluate(() => {
          const { aria } = globalThis as unknown as { aria: Aria };
          const tidy = (text: string) => text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
          const pass = aria.createDomCache(1e6);
          return [...document.querySelectorAll<HTMLElement>('.ex[data-expectedlabel]')].map((el) => ({
            test: el.dataset.testname ?? '',
            expected: tidy(el.dataset.expectedlabel ?? ''),
            got: aria.nameOf(el, pass),
          }));
        });
        outcomes.push(...found);
        await page.close();
      }
    });
    afterAll(() => browser?.close());

    it('runs all 372 cases', () => {
      expect(outcomes.length).toBe(372);
      expect(outcomes.length).toBe(files?.reduce((sum, { cases }) => sum + cases, 0));
    });

    it('names every element as expected, except for the cases that are listed with a reason', () => {
      const failed = outcomes.filter(({ expected, got }) => expected !== got);
      expect(failed.filter(({ test }) => !KNOWN[test])).toEqual([]);
      expect(failed.map(({ test }) => test).sort()).toEqual(Object.keys(KNOWN).sort());
      console.log(`accname: ${outcomes.length - failed.length} of ${outcomes.length} cases pass`);
      expect(outcomes.length - failed.length).toBeGreaterThanOrEqual(365);
    });
  },
);
