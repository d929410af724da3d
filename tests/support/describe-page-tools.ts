import { expect, it } from 'vitest';
import type { ActionResult, SnapshotDelta, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import {
  CALLS,
  call,
  headOf,
  inShort,
  NAMES,
  REFUSED,
  SEARCH_SCHEMA,
  type ToolPage,
  toolsOf,
} from './page-tools.ts';

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the header until it contains `words`: some browsers list their tools late. */
const headWith = async (page: ToolPage, words: string): Promise<string> => {
  let head = await headOf(page);
  for (let i = 0; i < 50 && !head.includes(words); i++) {
    await sleep(20);
    head = await headOf(page);
  }
  return head;
};

/** Tests of a page's tools, whether the browser provides them or our part does. */
export const describePageTools = (
  open: (use: (page: ToolPage) => Promise<void>) => Promise<void>,
  sources: { registered: string; form: string },
): void => {
  it('are named in the header, and in a delta only where they changed', () =>
    open(async (page) => {
      expect(await headWith(page, 'tools=')).toContain(`tools=${NAMES.join(',')}`);
      const { meta } = await page.json<SnapshotTree>('snapshot');
      expect(meta.tools).toEqual(NAMES);
      const same = await page.json<SnapshotText>('snapshot', { since: meta.revision, format: 'text' });
      expect(same.text).toBe(
        `[delta] since=${meta.revision} revision=${meta.revision + 1} url=${meta.url} unchanged=true`,
      );
      await page.evaluate(`(mine.abort(), 0)`);
      for (let i = 0; i < 50 && (await headOf(page)).includes('goes'); i++) await sleep(20);
      const other = await page.json<SnapshotDelta>('snapshot', { since: meta.revision });
      expect(other.delta).toEqual({ since: meta.revision });
      expect(other.meta.tools).toEqual(NAMES.filter((name) => name !== 'goes'));
    }));

  it('are listed with schema, annotations and source', () =>
    open(async (page) => {
      const { tools, total, after } = await toolsOf(page, { limit: 50 });
      expect(tools.map(({ name }) => name)).toEqual(NAMES);
      expect({ total, after }).toEqual({ total: NAMES.length, after: undefined });
      const named = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
      const origin = await page.evaluate<string>('location.origin');
      expect(named.sum).toEqual({
        name: 'sum',
        description: 'Does sum',
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'number' }, b: { type: 'number' } },
          required: ['a', 'b'],
          additionalProperties: false,
        },
        annotations: { readOnlyHint: true },
        origin,
        source: sources.registered,
      });
      expect(named.buy).toMatchObject({
        title: 'Buy it',
        annotations: { consequentialHint: true, untrustedContentHint: true },
      });
      expect(named.searchProducts).toMatchObject({ inputSchema: SEARCH_SCHEMA, source: sources.form });
      expect(named.searchProducts).not.toHaveProperty('waits');
      expect(named.subscribe).toMatchObject({ title: 'The letter', waits: true, ref: expect.any(String) });
      expect(named.hugeSchema).not.toHaveProperty('inputSchema');
      expect(named.hugeSchema?.schemaChars).toBeGreaterThan(50_000);
      const first = await toolsOf(page, { limit: 5 });
      const rest = await toolsOf(page, { limit: 50, after: first.after });
      expect([...first.tools, ...rest.tools]).toEqual(tools);
      expect(await page.evaluate('refused')).toEqual(REFUSED);
    }));

  it('return what the table lists when they are called', () =>
    open(async (page) => {
      for (const [name, input, expected] of CALLS) {
        const came = inShort(await call(page, name, input, name === 'never' ? { timeoutMs: 500 } : {}));
        if (typeof expected === 'string') expect(came, name).toBe(expected);
        else expect(came, name).toMatch(expected);
      }
    }));

  it('return what changed on the page, and the rest of a long result by its `after`', () =>
    open(async (page) => {
      await page.json('snapshot', { interactiveOnly: false });
      const changed = await call(page, 'changes', {});
      expect(JSON.stringify(changed?.ok && changed.snapshot)).toContain('"changed"');
      const large = await call(page, 'large', {}, { limitChars: 10 });
      expect(large).toMatchObject({ output: 'xxxxxxxxxx', totalChars: 10_000_000, after: 10 });
      expect(await call(page, 'large', undefined, { after: 10, limitChars: 5 })).toMatchObject({
        output: 'xxxxx',
        after: 15,
      });
      expect(await call(page, 'large', undefined, { after: 0, limitChars: 5 })).toMatchObject({
        output: 'xxxxx',
        after: 5,
      });
      await page.evaluate("((out.textContent = 'not called'), 0)");
      for (const after of [0, '', '0', 7])
        expect(inShort(await call(page, 'changes', {}, { after }))).toMatch(
          /^invalid_argument: There is no result of this tool to go on in: call it without after\./,
        );
      expect(await page.evaluate('out.textContent')).toBe('not called');
      expect(inShort(await call(page, 'never', {}, { timeoutMs: 300 }))).toMatch(/^timeout/);
      await sleep(50);
      expect(await page.evaluate('out.textContent')).toBe('told to stop');
    }));

  it('dispatch toolactivated and toolcancel, and fail when their form changes during the call', () =>
    open(async (page) => {
      const events = `(async () => {
        const context = document.modelContext;
        const seen = [];
        context.addEventListener('toolactivated', ({ toolName }) => seen.push('activated ' + toolName));
        context.ontoolcancel = ({ toolName }) => seen.push('cancel ' + toolName);
        const changed = new Promise((resolve) => { context.ontoolchange = resolve; });
        await context.registerTool({ name: 'late', description: 'x', execute: () => 1 });
        await changed;
        const tools = await context.getTools();
        const named = (name) => tools.find((one) => one.name === name);
        const given = [await context.executeTool(named('late'), {})];
        const stop = new AbortController();
        const told = ({ name }) => name;
        const never = context.executeTool(named('never'), {}, { signal: stop.signal }).catch(told);
        while (!seen.includes('activated never')) await new Promise((resolve) => setTimeout(resolve, 10));
        stop.abort();
        given.push(await never);
        while (!seen.includes('cancel never')) await new Promise((resolve) => setTimeout(resolve, 10));
        const waits = context.executeTool(named('subscribe'), { mail: 'a@b.example' }).catch(told);
        while (!subscribe.mail.value) await new Promise((resolve) => setTimeout(resolve, 10));
        subscribe.setAttribute('tooltitle', 'Another');
        given.push(await waits);
        context.ontoolchange = context.ontoolcancel = null;
        window.happened = { given, seen };
      })()`;
      await page.evaluate(`(${events}.catch((error) => { window.happened = String(error); }), 0)`);
      for (let i = 0; i < 250 && !(await page.evaluate('window.happened || 0')); i++) await sleep(20);
      expect(await page.evaluate('window.happened || 0')).toEqual({
        given: ['1', 'AbortError', 'UnknownError'],
        seen: ['activated late', 'activated never', 'cancel never', 'activated subscribe'],
      });
    }));

  it('wait for a person to submit their form, and are refused where the host allows no consequential tool', () =>
    open(async (page) => {
      const filled = await call(page, 'subscribe', { mail: 'a@b.example' });
      expect(inShort(filled)).toBe('waits for button Send');
      expect(await page.evaluate('[out.textContent, subscribe.mail.value]')).toEqual(['', 'a@b.example']);
      const ref = filled?.ok ? filled.submit?.ref : undefined;
      const pressed = await page.json<ActionResult>('action', ref, 'click');
      expect(pressed.ok).toBe(true);
      expect(await page.evaluate('out.textContent')).toBe('mail=a%40b.example');
      expect(inShort(await call(page, 'buy', {}, { consequential: false }))).toMatch(/^tool_refused: /);
      expect(inShort(await call(page, 'buy', {}, { consequential: true }))).toBe('bought');
    }));

  /** Counts the `toolcancel` events in `window.cancelled`. */
  const COUNTED =
    "((window.cancelled = 0), document.modelContext.addEventListener('toolcancel', () => { cancelled++; }), 0)";

  it('stop waiting for a person when they are called again, and are not cancelled once the form was submitted', () =>
    open(async (page) => {
      await page.evaluate(COUNTED);
      await call(page, 'subscribe', { mail: 'a@b.example' });
      await call(page, 'subscribe', { mail: 'c@d.example' });
      expect(await page.evaluate('cancelled')).toBe(1);
      await page.evaluate('(subscribe.requestSubmit(), 0)');
      expect(await page.evaluate('out.textContent')).toBe('mail=c%40d.example');
      await sleep(50);
      await page.json('page', 'release');
      await sleep(50);
      expect(await page.evaluate('cancelled')).toBe(1);
    }));

  it('stop waiting for a person when the script is released', () =>
    open(async (page) => {
      await page.evaluate(COUNTED);
      await call(page, 'subscribe', { mail: 'a@b.example' });
      expect(await page.evaluate('cancelled')).toBe(0);
      await page.json('page', 'release');
      for (let i = 0; i < 50 && (await page.evaluate('cancelled')) === 0; i++) await sleep(20);
      expect(await page.evaluate('cancelled')).toBe(1);
      await page.evaluate(`(
        (window.reads = 0),
        (subscribe.getAttribute = (key) => (reads++, Element.prototype.getAttribute.call(subscribe, key))),
        subscribe.addEventListener('submit', (event) => { window.isInvoked = !!event.agentInvoked; }),
        subscribe.setAttribute('tooltitle', 'Another'),
        subscribe.requestSubmit(),
        0)`);
      expect(await page.evaluate('[isInvoked, reads]')).toEqual([false, 0]);
    }));
};
