import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingWords, visibleText, words } from '../../bench/measure/visible-words.mjs';
import type { SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { corpusPages } from '../support/corpus.ts';
import { type Engine, openEngine, type TestPage } from '../support/engine.ts';

const pages = corpusPages() ?? [];
const EXPECTED_PAGES = 32;

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

    describe.each(pages)('$file', ({ html }) => {
      let page: TestPage;
      beforeAll(async () => {
        page = await engine.open(html);
      });
      afterAll(() => page.close());

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
        const seen = await page.evaluate<string[]>(visibleText);
        const total = seen.flatMap(words).length;
        expect(total).toBeGreaterThan(50);
        expect(missingWords(seen, text).length / total).toBeLessThan(0.01);
      });
    });
  },
);
