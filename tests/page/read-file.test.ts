import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, PageFind, QueryOk, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';
import { readScript } from '../support/page-script.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = `<!doctype html><title>t</title><body><h1>Cart</h1><p>Two lamps are in it.</p>
  <button onclick="window.clicks++">Buy</button><input aria-label="Name" value="Ann">`;

const TEXT = ['- heading "Cart" [level=1]', 'Two lamps are in it.', '- button "Buy"', '- textbox "Name"'];

/** The page with agent-browser.read.js instead of agent-browser.js. */
const withReader = (use: (page: TestPage) => Promise<void>): Promise<void> =>
  withPage(engine, HTML, async (page) => {
    await page.run('window.clicks = 0; delete window.__agentBrowser;');
    await page.run(readScript);
    await use(page);
  });

/** A line with its ref reduced to the number. The test helper normalizes only the prefix of the first injection. */
const withoutLetters = (line: string): string => line.replace(/\[ref=[a-z]+/, '[ref=');

/** Page verbs of agent-browser.js that agent-browser.read.js does not have. */
const ELSEWHERE =
  'wait scroll navigate back forward reload pushState pressKey keyDown keyUp char mouseMove mouseDown mouseUp mouseClick wheel hooks storage cookies';

describe('agent-browser.read.js', () => {
  it('reads, queries and finds like agent-browser.js', async () => {
    await withReader(async (page) => {
      const { text } = await page.json<SnapshotText>('snapshot', { format: 'text', interactiveOnly: false });
      for (const line of TEXT) expect(text).toContain(line);
      const found = await page.json<PageFind>('page', 'find', {
        by: 'role',
        value: 'textbox',
      });
      expect(found).toMatchObject({ ok: true, kind: 'find', elements: [{ name: 'Name' }] });
      const ref = found.elements[0]?.ref;
      expect(await page.json<QueryOk>('query', ref, 'value')).toMatchObject({ ok: true, value: 'Ann' });
      expect(await page.json('page', 'search', { value: 'lamps' })).toMatchObject({ ok: true });
      for (const kind of ['info', 'extract', 'highlight'])
        expect(await page.json('page', kind, {})).toMatchObject({ ok: true, kind });
      expect(await runJob(page, 'page', 'info')).toMatchObject({ ok: true, kind: 'info' });
    });
  });

  it('keeps no revisions: a snapshot with `since` is whole', async () => {
    await withReader(async (page) => {
      const { meta } = await page.json<SnapshotTree>('snapshot');
      const since = await page.json<SnapshotTree>('snapshot', { since: meta.revision });
      expect(since).toMatchObject({
        ok: true,
        whole: 'unknown_revision',
        meta: { revision: meta.revision + 1 },
      });
      expect(since.tree.children).toHaveLength(3);
    });
  });

  it('names agent-browser.js in the error of a call that it does not have', async () => {
    await withReader(async (page) => {
      const missing = { ok: false, error: { code: 'part_missing', file: 'agent-browser.js' } };
      const click = await page.json<ErrorResult>('action', 'e1', 'click');
      expect(click).toMatchObject({ ...missing, type: 'action' });
      expect(click.error).toEqual({
        code: 'part_missing',
        message: 'action is not in this file: evaluate agent-browser.js in this page and try again.',
        part: 'actions',
        file: 'agent-browser.js',
      });
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject(missing);
      for (const kind of ELSEWHERE.split(' '))
        expect(await page.json('page', kind, {}), kind).toMatchObject({ ...missing, type: 'page' });
      expect(await page.evaluate('window.clicks')).toBe(0);
    });
  });

  it('fails with unsupported_kind for a verb that no file has', async () => {
    await withReader(async (page) => {
      expect(await page.json('page', 'fly')).toMatchObject({
        ok: false,
        error: { code: 'unsupported_kind' },
      });
    });
  });

  it('hands its refs on to agent-browser.js', async () => {
    await withReader(async (page) => {
      const before = await lines(page);
      await page.inject();
      expect((await lines(page)).map(withoutLetters)).toEqual(before.map(withoutLetters));
      const [, ref] = /button "Buy" \[ref=(\w+)\]/.exec(before.join('\n')) ?? [];
      expect(await page.json('action', ref, 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('window.clicks')).toBe(1);
    });
  });
});
