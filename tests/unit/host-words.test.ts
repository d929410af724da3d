import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionOk, ErrorResult, PageOk, QueryOk } from '../../src/contract.ts';
import { actionWords, errorWords, pageWords, queryWords } from '../../src/host/session/result-words.ts';

/** A result, and how a session words it for a model: the same in every language that has a session. */
interface Case {
  title: string;
  result: ErrorResult | ActionOk | QueryOk | PageOk;
  expected: string;
}

const FILE = new URL('../vectors/session/words.json', import.meta.url);
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as Case[];

const wordsOf = (result: Case['result']): string => {
  if (!result.ok) return errorWords(result.error);
  if (result.type === 'action') return actionWords(result);
  return result.type === 'query' ? queryWords(result) : pageWords(result);
};

describe('the text of a result', () => {
  it('has all its cases', () => expect(cases).toHaveLength(35));

  it.each(cases)('$title', ({ result, expected }) => expect(wordsOf(result)).toBe(expected));
});
