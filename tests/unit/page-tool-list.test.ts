import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PageTool } from '../../src/contract.ts';
import { type ListedPageTool, listPageTools } from '../../src/host/executor/page-tool-list.ts';

/** Tools of a page, and what a host lists them as: the same in every language that has a session. */
interface Case {
  title: string;
  tools: PageTool[];
  expected?: ListedPageTool[];
  expectedNames?: Record<string, string>;
}

const FILE = new URL('../vectors/session/page-tools.json', import.meta.url);
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as Case[];

describe("the page's tools among a host's own", () => {
  it('has so many cases', () => expect(cases).toHaveLength(3));

  it.each(cases)('$title', ({ tools, expected, expectedNames }) => {
    const listed = listPageTools(tools);
    if (expected) expect(listed.tools).toEqual(expected);
    if (expectedNames) expect([...listed.names]).toEqual(Object.entries(expectedNames));
    expect(listed.tools.map(({ name }) => name)).toEqual([...listed.names.keys()]);
  });
});
