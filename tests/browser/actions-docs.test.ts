import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { openStages, type Stages } from '../support/acting.ts';

/** In the examples a ref is a number alone, because the letters differ from document to document. */
const doc = readFileSync(new URL('../../docs/actions.md', import.meta.url), 'utf8').replace(
  /\bkd(?=[1-9])/g,
  '',
);
const fenced = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(doc)?.[1] ?? '';
const examples = fenced('js').trim().split('\n');

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
});
afterAll(() => stages.close());

describe('docs/actions.md', () => {
  it('has examples with the results that it shows', async () => {
    expect(examples.length).toBe(14);
    await stages.play(fenced('html'), async ({ state }) => {
      await state('window.__agentBrowser.snapshot()');
      const results: string[] = [];
      for (const example of examples) {
        const [call = '', expected] = example.split(' // ');
        const result = await state<ActionResult>(`window.__agentBrowser.${call.replace(/\)$/, '')})`);
        const outcome = result.ok
          ? expected === 'ok'
            ? 'ok'
            : result.verified === true && 'verified'
          : result.error.code;
        results.push(`${call} // ${outcome}`);
      }
      expect(results).toEqual(examples);
    });
  });

  it('names every kind', async () => {
    await stages.play('<button id=b>B</button>', async ({ refuse }) => {
      const { valid = [] } = await refuse('#b', 'nothing');
      expect(valid.length).toBe(26);
      for (const kind of valid) expect(doc).toContain(`\`${kind}\``);
    });
  });
});
