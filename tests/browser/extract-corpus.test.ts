import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingWords, visibleText, words } from '../../bench/measure/visible-words.mjs';
import type { PageExtract } from '../../src/contract.ts';
import { corpusPages } from '../support/corpus.ts';
import { type Engine, openEngine, type TestPage } from '../support/engine.ts';

const pages = corpusPages() ?? [];

/** All of it in one text. */
const UNLIMITED = { maxCharsTotal: 1e7 };

/** A front page of a newspaper's section: teasers only. */
const WITHOUT_ARTICLE = ['nytimes-5.html'];

/** What comes when each text is followed to the next one. */
const follow = async (page: TestPage, maxCharsTotal: number): Promise<string[]> => {
  const texts: string[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { text, after: next }: PageExtract = await page.json('page', 'extract', { maxCharsTotal, after });
    expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
    if (next !== undefined) expect(next).toBeGreaterThan(after);
    texts.push(next === undefined ? text : text.slice(0, text.lastIndexOf('\n')));
    after = next;
  }
  return texts;
};

/** Letter by letter: a script without spaces may be cut anywhere. */
const letters = (texts: string[]): string => (texts.join('').match(/[\p{L}\p{N}]/gu) ?? []).join('');

describe.skipIf(pages.length === 0)(
  `reading real pages${pages.length === 0 ? ' (NOT RUN: ../shared/corpus is not here)' : ''}`,
  () => {
    let engine: Engine;
    beforeAll(async () => {
      process.env.ENGINE = 'chromium';
      engine = await openEngine();
    });
    afterAll(() => engine.close());

    describe.each(pages)('$file', ({ file, html }) => {
      let page: TestPage;
      beforeAll(async () => {
        page = await engine.open(html);
      });
      afterAll(() => page.close());

      it('has its article, each part once, in pages of any size', async () => {
        const { text, element } = await page.json<PageExtract>('page', 'extract', UNLIMITED);
        expect(element.tag === 'body').toBe(WITHOUT_ARTICLE.includes(file));
        for (const size of [500, 3000, 12_000, 20_000]) {
          const texts = await follow(page, size);
          expect(letters(texts)).toBe(letters([text]));
          expect(texts.length).toBeLessThanOrEqual(Math.ceil((1.3 * text.length) / size));
        }
      });

      it('is told whole on request: 99 % of its visible words', async () => {
        const { text } = await page.json<PageExtract>('page', 'extract', { ...UNLIMITED, scope: 'body' });
        const seen = await page.evaluate<string[]>(visibleText);
        const missing = missingWords(seen, text);
        expect(missing.length / seen.flatMap(words).length).toBeLessThan(0.01);
      });
    });
  },
);
