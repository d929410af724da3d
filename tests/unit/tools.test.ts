import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { TOOLS, toAnthropic, toMcp, toOpenAi, toOpenAiResponses } from '../../src/tools/index.ts';

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Rows of the table in the documentation: tool and arguments. */
const documented = (): Map<string, string> => {
  const rows = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8').matchAll(
    /^\| `(web_\w+)` \| ([^|]*)\|/gm,
  );
  return new Map([...rows].map(([, name, args]) => [name as string, (args as string).trim()]));
};

describe('the tools for a model', () => {
  it('are 32 and under 9 KB in either shape', () => {
    expect(TOOLS).toHaveLength(32);
    expect(bytes(toOpenAi(TOOLS))).toBeLessThan(9000);
    expect(bytes(toAnthropic(TOOLS))).toBeLessThan(9000);
  });

  it('cost a model at most 2,000 tokens, in every shape', () => {
    const offered = TOOLS.filter(({ optIn }) => !optIn);
    const shapes = { toOpenAi, toOpenAiResponses, toAnthropic, toMcp };
    for (const [name, shape] of Object.entries(shapes))
      expect(countTokens(JSON.stringify(shape(offered))), name).toBeLessThanOrEqual(2000);
  });

  it('have unique names and descriptions', () => {
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
    for (const { name, description } of TOOLS) {
      expect(name).toMatch(/^web_[a-z_]+$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('require only declared arguments', () => {
    for (const { parameters, required } of TOOLS)
      expect(Object.keys(parameters)).toEqual(expect.arrayContaining([...required]));
  });

  it('have web_eval as their only opt-in', () => {
    expect(TOOLS.filter(({ optIn }) => optIn).map(({ name }) => name)).toEqual(['web_eval']);
  });

  it('have the shapes of OpenAI and Anthropic', () => {
    const click = TOOLS.filter(({ name }) => name === 'web_click');
    const schema = {
      type: 'object',
      properties: {
        ref: { type: 'string', description: 'e.g. "kd5"' },
        x: { type: 'number' },
        y: { type: 'number' },
      },
      required: ['ref'],
      additionalProperties: false,
    };
    const description = 'Click an element (at x, y px in it). Tells what changed.';
    expect(toOpenAi(click)).toEqual([
      { type: 'function', function: { name: 'web_click', description, parameters: schema } },
    ]);
    expect(toAnthropic(click)).toEqual([{ name: 'web_click', description, input_schema: schema }]);
  });

  it('are those of the documentation, with their arguments', () => {
    const wanted = TOOLS.map(({ name, parameters, required }) => [
      name,
      Object.keys(parameters)
        .map((parameter) => `\`${parameter}${required.includes(parameter) ? '' : '?'}\``)
        .join(', '),
    ]);
    expect([...documented()]).toEqual(wanted);
  });
});
