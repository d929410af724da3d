import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionOk, ErrorResult, PageOk, QueryOk } from '../../src/contract.ts';
import { actionWords, errorWords, pageWords, queryWords } from '../../src/host/session/result-words.ts';

/** A result, and what a session says of it to a model: the same in every language that has a session. */
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

describe('what a session says of a result', () => {
  it('has so many cases', () => expect(cases).toHaveLength(35));

  it.each(cases)('$title', ({ result, expected }) => expect(wordsOf(result)).toBe(expected));
});
