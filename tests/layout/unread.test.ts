import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotDelta, SnapshotText, SnapshotTree } from '../../src/contract.ts';
import { type Engine, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const LINKS = Array.from({ length: 1700 }, (_, i) => `<p>${i}<button>Item ${i}</button></p>`).join('');

const text = (page: TestPage, options: Record<string, unknown> = {}): Promise<SnapshotText> =>
  page.json<SnapshotText>('snapshot', { format: 'text', ...options });

/** The number of nodes that a snapshot visits. */
const visited = async (page: TestPage): Promise<number> =>
  (await page.json<SnapshotTree>('snapshot')).stats.nodesVisited;

describe('the part of a page beyond the limit of a snapshot', () => {
  it('is not read but counted, and paging lists each control once', async () => {
    await withPage(
      engine,
      `<main><h1>All</h1>${LINKS}</main><footer><a href="#">Imprint</a></footer>`,
      async (page) => {
        const first = await text(page);
        expect(first.stats.nodesVisited).toBeLessThan(2000);
        expect(first.omitted).toMatchObject({ interactive: 1701 - first.refs.length });
        const found: string[] = [];
        let calls = 0;
        for (let after: string | undefined; ; calls++) {
          const part = await text(page, { maxNodes: 400, maxCharsTotal: 1e5, ...(after && { after }) });
          found.push(...(part.text.match(/(?<=button ")Item \d+/g) ?? []));
          after = part.next;
          if (!after) break;
        }
        expect(found).toEqual(Array.from({ length: 1700 }, (_, i) => `Item ${i}`));
        expect(calls).toBeLessThan(6);
      },
    );
  });

  it.each([
    [
      'an open dialog',
      '<div role="dialog" aria-modal="true" aria-label="Cookies"><button>Accept</button></div>',
    ],
    ['a dialog that is not modal', '<div role="dialog"><p>Delete 3 rows?</p><button>Sure</button></div>'],
    ['an alert', '<div role="alert">Session ends <button>Stay</button></div>'],
    ['a field that is wrong', '<input aria-label="Mail" aria-invalid="true">'],
    ['the focus', '<input aria-label="Find" autofocus>'],
  ])('lists %s all the same', async (_, html) => {
    await withPage(engine, `${LINKS}${html}`, async (page) => {
      await page.run('document.querySelector("[autofocus]")?.focus()');
      const { tree } = await page.json<SnapshotTree>('snapshot');
      const words = /"Accept"|"Stay"|"Mail"|"Find"|Delete 3 rows\?/;
      expect(JSON.stringify(tree)).toMatch(words);
      expect((await text(page)).text).toMatch(words);
    });
  });

  it('has its changes after an action reported in a delta', async () => {
    const script = `document.querySelector('button').onclick = () => { last.textContent = 'Changed'; late.hidden = false; };`;
    const html = `${LINKS}<button id="last">Last</button><button id="late" hidden>Late</button><script>${script}</script>`;
    await withPage(engine, html, async (page) => {
      const { meta, refs } = await text(page);
      expect(await page.json('action', refs[0], 'click')).toMatchObject({ ok: true });
      const { delta } = await page.json<SnapshotDelta>('snapshot', { since: meta.revision });
      expect(delta.added?.map(({ node }) => node.name)).toEqual(['Late']);
      expect(delta.changed?.map(({ node }) => node.name)).toEqual(['Changed']);
      expect(delta.removed).toBeUndefined();
    });
  });

  it('gives no delta as long as it has not been read', async () => {
    await withPage(engine, LINKS, async (page) => {
      const { meta } = await text(page);
      expect(await page.json('snapshot', { since: meta.revision })).toMatchObject({
        whole: 'unknown_revision',
      });
    });
  });

  it('is read when a scope asks for it', async () => {
    await withPage(engine, `<div id="all">${LINKS}</div>`, async (page) => {
      const some = await visited(page);
      const all = await page.json<SnapshotTree>('snapshot', { scope: '#all' });
      expect(all.stats.nodesVisited).toBeGreaterThan(some);
      expect(all.stats.interactive).toBe(1700);
    });
  });
});
