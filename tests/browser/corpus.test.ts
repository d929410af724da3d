import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingWords, visibleText, words } from '../../bench/measure/visible-words.mjs';
import type { PageExtract, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { corpusPages } from '../support/corpus.ts';
import { type Engine, openEngine, type TestPage } from '../support/engine.ts';

const pages = corpusPages() ?? [];
const EXPECTED_PAGES = 32;

/** All of it in one text. */
const UNLIMITED = { maxCharsTotal: 1e7 };

/** A front page of a newspaper's section: teasers only. */
const WITHOUT_ARTICLE = ['nytimes-5.html'];

const SIZES = [500, 3000, 12_000, 20_000];

/**
 * Each call reads the page from its beginning: in the smaller pages only the first and the last of a long text are
 * followed.
 */
const mostCalls = (size: number): number => (size === SIZES.at(-1) ? Number.POSITIVE_INFINITY : 16);

interface Followed {
  texts: string[];
  /** How much there is behind the last of them, and in all, in characters as `after` counts them. */
  left: number;
  total: number;
}

/** What comes from a place on when each text is followed to the next one. */
const follow = async (page: TestPage, maxCharsTotal: number, from = 0): Promise<Followed> => {
  const texts: string[] = [];
  let left = 0;
  let after: number | undefined = from;
  while (after !== undefined && texts.length < mostCalls(maxCharsTotal)) {
    const { text, after: next }: PageExtract = await page.json('page', 'extract', { maxCharsTotal, after });
    expect(text.length).toBeLessThanOrEqual(maxCharsTotal);
    if (next !== undefined) expect(next).toBeGreaterThan(after);
    left = Number(/\n\.\.\. (\d+) more characters: after=\d+$/.exec(text)?.[1] ?? 0);
    texts.push(next === undefined ? text : text.slice(0, text.lastIndexOf('\n')));
    after = next;
  }
  return { texts, left, total: (after ?? 0) + left };
};

/** Letter by letter: a script without spaces may be cut anywhere. */
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

    describe.each(pages)('$file', ({ file, html }) => {
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

      it('is told whole without limits: 99 % of its visible words', async () => {
        const unlimited = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };
        const { text } = await page.json<SnapshotText>('snapshot', {
          format: 'text',
          interactiveOnly: false,
          ...unlimited,
        });
        expect(seen.flatMap(words).length).toBeGreaterThan(50);
        expect(shareMissing(text)).toBeLessThan(0.01);
      });

      it('has its article, each part once, in pages of any size', async () => {
        const { text, element } = await page.json<PageExtract>('page', 'extract', UNLIMITED);
        expect(element.tag === 'body').toBe(WITHOUT_ARTICLE.includes(file));
        const all = letters([text]);
        for (const size of SIZES) {
          const { texts, left, total } = await follow(page, size);
          const read = letters(texts);
          expect(read).toBe(left === 0 ? all : all.slice(0, read.length));
          const share = read.length / all.length;
          expect(texts.length).toBeLessThanOrEqual(Math.ceil((1.3 * share * text.length) / size));
          if (left === 0) continue;
          const end = await follow(page, size, Math.max(total - left, total - (mostCalls(size) / 2) * size));
          expect(end.left).toBe(0);
          const last = letters(end.texts);
          expect(last.length).toBeGreaterThan(size);
          expect(last).toBe(all.slice(-last.length));
        }
      });

      it('is read whole on request: 99 % of its visible words', async () => {
        const { text } = await page.json<PageExtract>('page', 'extract', { ...UNLIMITED, scope: 'body' });
        expect(shareMissing(text)).toBeLessThan(0.01);
      });
    });
  },
);
