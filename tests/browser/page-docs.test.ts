import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JobStarted, JobState } from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';

/** Tests write `e5` for the ref with the number 5, whatever the letters of the document are. */
const text = readFileSync(new URL('../../docs/page.md', import.meta.url), 'utf8').replace(
  /\bkd(?=[1-9])/g,
  'e',
);

const blocks = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );

const html = blocks('html')[0] as string;

/** One example per line: a call, and after the arrow a part of its result. */
const examples = blocks('js')
  .flatMap((block) => block.trim().split('\n'))
  .map((line) => line.split(' // -> '));

type Call = (...args: unknown[]) => Promise<unknown>;

const evaluate = (code: string, names: string[] = [], values: unknown[] = []): unknown =>
  new Function(...names, `return (${code})`)(...values);

const runner =
  (page: TestPage): Call =>
  async (...call) => {
    const { job } = await page.json<JobStarted>('start', ...call);
    const state = await vi.waitUntil(
      async () => {
        const now = await page.json<JobState>('poll', job);
        return now.done && now;
      },
      { timeout: 60_000, interval: 20 },
    );
    return state.result;
  };

describe('docs/page.md', () => {
  let engine: Engine;
  beforeAll(async () => {
    process.env.ENGINE = 'chromium';
    engine = await openEngine();
  });
  afterAll(() => engine.close());

  it('has examples', () => {
    expect(examples).toHaveLength(55);
    for (const example of examples) expect(example).toHaveLength(2);
  });

  it.each(examples)('%s', async (call = '', expected = '') => {
    await withPage(engine, html, async (page) => {
      await lines(page);
      const verb =
        (name: string): Call =>
        (...args) =>
          page.json(name, ...args);
      const result = await evaluate(
        call,
        ['query', 'page', 'run'],
        [verb('query'), verb('page'), runner(page)],
      );
      expect(result).toMatchObject({ ok: true, ...(evaluate(expected) as object) });
    });
  });

  it('names every kind', async () => {
    await withPage(engine, html, async (page) => {
      await lines(page);
      for (const call of [
        ['query', 'e1', '?'],
        ['page', '?'],
      ] as const) {
        const [verb, ...args] = call;
        const { error } = await page.json<{ error: { valid: string[] } }>(verb, ...args);
        expect(error.valid.length).toBeGreaterThan(15);
        for (const kind of error.valid) expect(text).toContain(`\`${kind}\``);
      }
    });
  });
});
