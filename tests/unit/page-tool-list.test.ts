import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PageTool } from '../../src/contract.ts';
import { type ListedPageTool, listPageTools, PageToolList } from '../../src/host/executor/page-tool-list.ts';
import type { AgentSession } from '../../src/host/index.ts';

/** Tools of a page, and how a host lists them: the same in every language that has a session. */
interface Case {
  title: string;
  tools: PageTool[];
  expected?: ListedPageTool[];
  expectedNames?: Record<string, string>;
}

const FILE = new URL('../vectors/session/page-tools.json', import.meta.url);
const cases = JSON.parse(readFileSync(FILE, 'utf8')) as Case[];

describe("the page's tools among a host's own", () => {
  it('has all its cases', () => expect(cases).toHaveLength(3));

  it.each(cases)('$title', ({ tools, expected, expectedNames }) => {
    const listed = listPageTools(tools);
    if (expected) expect(listed.tools).toEqual(expected);
    if (expectedNames) expect([...listed.names]).toEqual(Object.entries(expectedNames));
    expect(listed.tools.map(({ name }) => name)).toEqual([...listed.names.keys()]);
  });

  it('are not listed for a page whose address is not allowed', async () => {
    const url = 'http://elsewhere.test/';
    const result = { ok: true, tools: [{ name: 'buy', description: 'Buys', inputSchema: {} }] };
    const session = { page: async () => ({ result, url }) } as unknown as AgentSession;
    const list = new PageToolList();
    expect(await list.refresh(session)).toBe(true);
    expect(list.tools.map(({ name }) => name)).toEqual(['page_buy']);
    expect(await list.refresh(session, (one) => one !== url)).toBe(true);
    expect(list.tools).toEqual([]);
  });
});
