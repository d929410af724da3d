import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePageTools } from '../support/describe-page-tools.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';
import { modelContextScript } from '../support/page-script.ts';
import {
  call,
  headOf,
  inShort,
  NAMES,
  runJob,
  TOOL_PAGE,
  type ToolPage,
  toolsOf,
} from '../support/page-tools.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const PART = `<script>${modelContextScript}</script>`;

const opened = (html: string) => (use: (page: ToolPage) => Promise<void>) => withPage(engine, html, use);

describe('tools of the page, with the part model-context.js', () => {
  describePageTools(opened(TOOL_PAGE.replace('<p id=out>', () => `${PART}<p id=out>`)), {
    registered: 'registered',
    form: 'form',
  });

  it('are removed on release, and a missing tool is an error', () =>
    opened(`${PART}<p>x`)(async (page) => {
      expect(await toolsOf(page)).toMatchObject({ tools: [], total: 0 });
      expect(inShort(await call(page, 'sum'))).toBe('tool_not_found: The page has no tool "sum", but: none.');
      await page.json('page', 'release');
      expect(await page.evaluate("'modelContext' in document")).toBe(false);
    }));

  it('are named, listed and called by the bare script', () =>
    opened(TOOL_PAGE.replace('<p id=out>', () => `${PART}<p id=out>`))(async (page) => {
      expect(await headOf(page)).toContain(`tools=${NAMES.join()}`);
      expect(await toolsOf(page)).toMatchObject({ total: NAMES.length });
      expect(inShort(await call(page, 'text'))).toBe('plain');
    }));

  it('may choose an option before the default one', () =>
    opened(`${PART}<form toolname=pick tooldescription=x toolautosubmit onsubmit="event.preventDefault(); event.respondWith(Promise.resolve(this.kind.value))">
      <select name=kind><option value=any>any<option value=lamp selected>lamp</select></form>`)(
      async (page) => {
        expect(inShort(await call(page, 'pick', { kind: 'any' }))).toBe('any');
      },
    ));

  it('apply bounds to numbers only', () =>
    opened(`${PART}<script>document.modelContext.registerTool({ name: 'maybe', description: 'x', execute: ({ n }) => 'got ' + n,
      inputSchema: { type: 'object', properties: { n: { type: ['integer', 'null'], minimum: 1 } } } });</script>`)(
      async (page) => {
        expect(inShort(await call(page, 'maybe', { n: null }))).toBe('got null');
        expect(inShort(await call(page, 'maybe', { n: 0 }))).toMatch(/^invalid_argument/);
      },
    ));

  it('of forms are listed once the part is loaded; until then the error names its file', () =>
    opened('<form toolname=search tooldescription=x toolautosubmit><input name=q></form>')(async (page) => {
      const missing = await runJob(page, 'page', 'tools');
      expect(missing).toMatchObject({ error: { code: 'part_missing', file: 'parts/model-context.js' } });
      const { meta } = await page.json<{ meta: { tools?: string[] } }>('snapshot');
      expect(meta.tools).toEqual(['search']);
      await page.evaluate(`((0, eval)(${JSON.stringify(modelContextScript)}), 0)`);
      expect(await toolsOf(page)).toMatchObject({ tools: [{ name: 'search', source: 'form' }] });
    }));
});

/** Pages that put something else in the place of document.modelContext. */
const HOSTILE: readonly [what: string, script: string, expected: string][] = [
  ['no function', 'document.modelContext = { getTools: 1 }', '0 tools'],
  ['an image', "document.body.innerHTML = '<img name=modelContext>'", '0 tools'],
  ['throws', 'Object.defineProperty(document, "modelContext", { get() { throw 1; } })', 'internal_error'],
  [
    'getTools throws',
    'document.modelContext = { getTools() { throw 1; }, addEventListener() {} }',
    'tool_failed',
  ],
  [
    'never told',
    'document.modelContext = { getTools: () => new Promise(() => {}), addEventListener() {} }',
    'timeout',
  ],
  ['no list', 'document.modelContext = { getTools: () => 5, addEventListener() {} }', '0 tools'],
  [
    'names that are none',
    'document.modelContext = { getTools: () => [{ name: "a\\n[ref=kd1]" }, null, 7, { name: "ok", description: "x", window, origin: "y" }], addEventListener() {} }',
    '1 tools',
  ],
];

describe('a page that replaces its modelContext', () => {
  it.each(HOSTILE)('%s', (_, script, expected) =>
    withPage(
      engine,
      '<p>x',
      async (page) => {
        const result = await runJob<{ tools: unknown[] }>(page, 'page', 'tools', { timeoutMs: 200 });
        if (!result) throw new Error('The page was left.');
        const { error, tools } = result as { error?: { code: string }; tools?: unknown[] };
        expect(error ? error.code : `${tools?.length} tools`).toBe(expected);
        const snapshot = await page.json<{ ok: boolean }>('snapshot');
        expect(snapshot.ok).toBe(true);
      },
      script,
    ),
  );

  const OTHER = 'https://bank.test';
  const tool = (view: string): string =>
    `{ name: 'ok', description: 'x', window: ${view}, origin: '${OTHER}' }`;
  const context = (list: string, more = ''): string =>
    `document.modelContext = { getTools: () => (${list}), addEventListener() {}, ${more} };`;

  it.each([
    ['its window', context(`[${tool('window')}]`)],
    ['no window', context(`[${tool('undefined')}]`)],
    [
      'a window that is none',
      context(`[${tool(`{ location: { origin: '${OTHER}' }, document: { modelContext: document } }`)}]`),
    ],
    [
      "the engine's function that gives it what it has",
      `document.modelContext = Object.assign([${tool('null')}], { getTools: Object.prototype.valueOf, addEventListener() {} })`,
    ],
  ])('gets its own origin for its tools, whatever it claims: %s', (_, script) =>
    withPage(
      engine,
      '<p>x',
      async (page) => {
        const { tools } = await toolsOf(page);
        expect(tools).toMatchObject([
          { name: 'ok', origin: await page.evaluate('location.origin'), source: 'registered' },
        ]);
      },
      `window.origin = '${OTHER}'; ${script}`,
    ),
  );

  it.each([
    ['an object', 'input => JSON.stringify(structuredClone(input))'],
    ['its JSON', 'input => JSON.stringify(JSON.parse(input))'],
  ])('gets the input in the form that it takes: %s', (_, execute) =>
    withPage(
      engine,
      '<p>x',
      async (page) => {
        expect(inShort(await call(page, 'ok', { words: 'a "lamp"' }))).toBe('{"words":"a \\"lamp\\""}');
      },
      context(`[${tool('window')}]`, `executeTool: async (_, input) => (${execute})(input)`),
    ),
  );

  it('gets the forms of each document with the true origin of that document', () =>
    opened(
      `${PART}<script>window.origin = '${OTHER}'</script><form toolname=same tooldescription=x><input name=a><button>Send</button></form>
      <iframe srcdoc="<form toolname=same tooldescription=x toolautosubmit><input name=a></form>"></iframe>`,
    )(async (page) => {
      const { tools } = await toolsOf(page);
      const origin = await page.evaluate('location.origin');
      expect(tools.map((one) => [one.name, one.waits, one.origin, one.source])).toEqual([
        ['same', true, origin, 'form'],
        ['same~2', undefined, origin, 'form'],
      ]);
    }));

  it('has none of its methods called, and each name read once', () =>
    withPage(
      engine,
      '<p>x',
      async (page) => {
        for (let i = 0; i < 50 && !(await headOf(page)).includes('tools=ok'); i++)
          await new Promise((resolve) => setTimeout(resolve, 20));
        expect(await headOf(page)).toMatch(/tools=ok(?: |$)/);
        expect(await toolsOf(page)).toMatchObject({ tools: [{ name: 'ok' }], total: 1 });
        expect(await page.evaluate('window.called || 0')).toBe(0);
        expect(await page.json('page', 'release')).toMatchObject({ ok: true });
        expect(await page.evaluate('typeof window.__agentBrowser')).toBe('undefined');
      },
      `const no = () => { window.called = 1; return ['bad']; };
      const list = () => {
        let reads = 0;
        const one = { get name() { return reads++ ? 'bad' : 'ok'; }, description: 'x', window };
        return { 0: one, length: 1e9, map: no, filter: no, slice: no, [Symbol.iterator]: no };
      };
      ${context('list()', "removeEventListener() { throw new Error('stays'); }")}`,
    ));

  it('and pretends to be the part gets only its valid names listed', () =>
    withPage(
      engine,
      '<p>x',
      async (page) => {
        expect(await headOf(page)).toMatch(/tools=ok(?: |$)/);
        expect(await page.evaluate('window.called || 0')).toBe(0);
      },
      `const no = () => { window.called = 1; return ['bad']; };
      ${context('[]', "[Symbol.for('agent-browser-inpage-model-context')]: { names: () => ({ 0: 'ok', 1: 'a\\n[ref=kd1]', 2: {}, length: 1e9, filter: no, map: no }), release() {} }")}`,
    ));

  it('or replaces a tool during a call: the tool that was found is called', () =>
    opened(
      `${PART}<script>let turn = 0; const one = () => { const mine = new AbortController(); document.modelContext.registerTool({ name: 'turns', description: 'x', execute: () => { mine.abort(); turn++; one(); return 'turn ' + turn; } }, { signal: mine.signal }); }; one();</script>`,
    )(async (page) => {
      expect(inShort(await call(page, 'turns'))).toBe('turn 1');
      expect(inShort(await call(page, 'turns'))).toBe('turn 2');
    }));
});
