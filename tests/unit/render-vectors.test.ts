import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RenderOptions, RenderResult, SnapshotDelta, SnapshotTree } from '../../src/contract.ts';
import { renderSnapshot, toJson } from '../../src/render/index.ts';

/** One case of `tests/vectors`; every language with a renderer runs them all. */
interface Vector {
  title: string;
  snapshot: SnapshotTree | SnapshotDelta;
  options: RenderOptions;
  expected: RenderResult;
}

const FOLDER = new URL('../vectors/', import.meta.url);

/** The number of cases in each file. */
const FILES: Readonly<Record<string, number>> = {
  'attacks.json': 35,
  'attributes.json': 47,
  'budgets.json': 41,
  'chain.json': 67,
  'delta.json': 23,
  'escapes.json': 69,
  'formats.json': 30,
  'pruning.json': 34,
  'tools.json': 14,
};

const read = (file: string): Vector[] => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Vector[];

/**
 * UPDATE_VECTORS=1 writes the expected texts anew; `npm run format` formats the files, and a person reviews the
 * change.
 */
if (process.env.UPDATE_VECTORS) {
  for (const file of Object.keys(FILES)) {
    const vectors = read(file).map((one) => ({
      ...one,
      expected: renderSnapshot(one.snapshot, one.options),
    }));
    writeFileSync(new URL(file, FOLDER), toJson(vectors));
  }
}

it('has these files with these numbers of cases', () => {
  const found = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  expect(Object.fromEntries(found.sort().map((file) => [file, read(file).length]))).toEqual(FILES);
});

describe.each(Object.keys(FILES))('%s', (file) => {
  it.each(read(file))('$title', ({ snapshot, options, expected }) => {
    const result = renderSnapshot(snapshot, options);
    expect(result.text).toBe(expected.text);
    expect(result).toEqual(expected);
    expect(result.text.length).toBeLessThanOrEqual(options.maxCharsTotal ?? 12_000);
  });
});
