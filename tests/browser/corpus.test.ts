import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { corpusPages } from '../support/corpus.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';

const pages = corpusPages() ?? [];
const EXPECTED_PAGES = 32;

/**
 * Words of the text that a person sees: every text node with a box on the page. Words may be cut by elements
 * ("Z<span>imbabwe"), so runs of text nodes are joined where no box stands between them.
 */
const VISIBLE_WORDS = `(() => {
  const text = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest('script, style, noscript, option, textarea, [aria-hidden=true]')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const seen = [...range.getClientRects()].some(
      (box) => box.width >= 1 && box.height >= 1 && box.right + scrollX > 0 && box.bottom + scrollY > 0,
    );
    if (seen) text.push(node.data.trim());
  }
  return text;
})()`;

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A piece of visible text is there if the page's text holds it, wherever elements part it. */
const missingWords = (pieces: string[], text: string): number => {
  const known = new Set(words(text));
  const run = words(text).join('');
  return pieces.flatMap(words).filter((word) => !known.has(word) && !run.includes(word)).length;
};

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

    it.each(pages)('$file fits the default budgets', async ({ html }) => {
      await withPage(engine, html, async (page) => {
        const result = await page.json<SnapshotTree>('snapshot');
        expect(result.ok).toBe(true);
        expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(100_000);
        const text = await page.json<SnapshotText>('snapshot', { format: 'text' });
        expect(text.text.length).toBeLessThanOrEqual(12_000);
        expect(text.refs.length).toBeGreaterThan(10);
        expect(text.text.split('\n')[0]).toMatch(/^\[snapshot\] url=/);
      });
    });

    it.each(pages)('$file is told whole without limits: 99 % of its visible words', async ({ html }) => {
      await withPage(engine, html, async (page) => {
        const unlimited = { maxNodes: 1e6, maxTextPerNode: 1e6, maxCharsTotal: 1e8, maxDepth: 1e4 };
        const { text } = await page.json<SnapshotText>('snapshot', {
          format: 'text',
          interactiveOnly: false,
          ...unlimited,
        });
        const seen = await page.evaluate<string[]>(VISIBLE_WORDS);
        const total = seen.flatMap(words).length;
        expect(total).toBeGreaterThan(50);
        expect(missingWords(seen, text) / total).toBeLessThan(0.01);
      });
    });
  },
);
