import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingWords, visibleText, words } from '../../bench/measure/visible-words.mjs';
import type { PageExtract, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { corpusPages } from '../support/corpus.ts';
import { type Engine, openEngine, type TestPage } from '../support/engine.ts';
import { IS_FULL, some } from '../support/selection.ts';

const pages = corpusPages() ?? [];
const EXPECTED_PAGES = 32;

/** A budget for the whole page in one text. */
const UNLIMITED = { maxCharsTotal: 1e7 };

/** Budgets of a text: each page is read with one of them, with FULL=1 with all. */
const SIZES = [500, 3000, 12_000, 20_000];

/** Most texts per page: each reads the page again, and the longest articles would need hundreds. */
const MOST_TEXTS = 25;

/** All texts of a page, from the first to the last. */
const follow = async (page: TestPage, maxCharsTotal: number): Promise<string[]> => {
  const texts: string[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { text, after: next }: PageExtract = await page.json('page', 'extract', { maxCharsTotal, after });
    expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
    if (next !== undefined) expect(next).toBeGreaterThan(after);
    texts.push(next === undefined ? text : text.slice(0, text.lastIndexOf('\n')));
    after = next;
  }
  return texts;
};

/** Letters and digits only: a script without spaces may be cut anywhere. */
const letters = (texts: string[]): string => (texts.join('').match(/[\p{L}\p{N}]/gu) ?? []).join('');

describe.skipIf(pages.length === 0)(
  `real pages${pages.length === 0 ? ' (NOT RUN: ../shared/corpus is not here)' : ''}`,
  () => {
    let engine: Engine;
    beforeAll(async () => {
      process.env.ENGINE = 'chromium';
      engine = await openEngine();
    });
    afterAll(() => engine.close());

    it('are all there', () => {
      expect(pages.length).toBe(EXPECTED_PAGES);
    });

    const rows = some(pages, 4).map((one, i) => ({
      ...one,
      sizes: IS_FULL ? SIZES : [SIZES[i % SIZES.length] as number],
    }));
    describe.each(rows)('$file', ({ html, sizes }) => {
      let page: TestPage;
      let seen: string[];
      beforeAll(async () => {
        page = await engine.open(html);
        seen = await page.evaluate<string[]>(visibleText);
      });
      afterAll(() => page.close());

      const shareMissing = (text: string): number =>
        missingWords(seen, text).length / seen.flatMap(words).length;

      it('fits the default budgets', async () => {
        const result = await page.json<SnapshotTree>('snapshot');
        expect(result.ok).toBe(true);
        expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(100_000);
        const text = await page.json<SnapshotText>('snapshot', { format: 'text' });
        expect(text.text.length).toBeLessThanOrEqual(12_000);
        expect(text.refs.length).toBeGreaterThan(10);
        expect(text.text.split('\n')[0]).toMatch(/^\[snapshot\] url=/);
      });

      it('is in a text without limits: 99 % of its visible words', async () => {
        const unlimited = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };
        const { text } = await page.json<SnapshotText>('snapshot', {
          format: 'text',
          interactiveOnly: false,
          ...unlimited,
        });
        expect(seen.flatMap(words).length).toBeGreaterThan(50);
        expect(shareMissing(text)).toBeLessThan(0.01);
      });

      it('has its article in pages of any size, each part once', async () => {
        const { text, element } = await page.json<PageExtract>('page', 'extract', UNLIMITED);
        // Also of a front page with teasers only, which is in a `main`.
        expect(element.tag).not.toBe('body');
        const all = letters([text]);
        for (const size of sizes.filter((one) => text.length / one < MOST_TEXTS)) {
          const texts = await follow(page, size);
          expect(letters(texts)).toBe(all);
          expect(texts.length).toBeLessThanOrEqual(Math.ceil((1.3 * text.length) / size));
        }
      });

      it('is extracted whole on request: 99 % of its visible words', async () => {
        const { text } = await page.json<PageExtract>('page', 'extract', { ...UNLIMITED, scope: 'body' });
        expect(shareMissing(text)).toBeLessThan(0.01);
      });
    });
  },
);
