import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { ENGINE, type Engine, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = `<!doctype html><title>t</title><body><input type=file aria-label=File><div role=button tabindex=0 id=zone>Zone</div>
  <a href="#x" draggable=true>Card</a><script>
  window.heard = [];
  for (const type of ['pointerdown', 'mousedown', 'dragstart', 'dragenter', 'drop', 'input', 'change'])
    addEventListener(type, () => heard.push(type), true);
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = (event) => { event.preventDefault(); zone.textContent = 'Zone, taken'; };
</script>`;

const FILES = { files: [{ name: 'a.txt', text: 'hello' }] };

/** jsdom has no DataTransfer. */
const CAN = ENGINE !== 'jsdom';

const CASES: readonly [kind: string, ref: string, payload: object, heard: string[]][] = [
  ['upload', 'e1', FILES, ['input', 'change']],
  ['drop', 'e2', FILES, ['dragenter', 'drop']],
  ['drop', 'e2', { data: { 'text/plain': 'hello' } }, ['dragenter', 'drop']],
  ['drag', 'e3', { to: 'e2' }, ['pointerdown', 'mousedown', 'dragstart', 'dragenter', 'drop']],
];

describe('files and data', () => {
  // Happy-dom has no hit test, so nothing can be dragged to an element.
  it.each(CASES.filter(([kind]) => ENGINE !== 'happy-dom' || kind !== 'drag'))(
    '%s gives them to %s, or fails in an engine without DataTransfer',
    async (kind, ref, payload, heard) => {
      await withPage(engine, HTML, async (page) => {
        await page.json('snapshot');
        const result = await page.json<ActionResult>('action', ref, kind, payload);
        if (CAN) expect(result, JSON.stringify(result)).toMatchObject({ ok: true });
        else
          expect(result).toMatchObject({
            error: {
              code: 'unsupported_kind',
              message: 'This engine has no DataTransfer. Use a real browser.',
            },
          });
        expect([...new Set(await page.evaluate<string[]>('heard'))]).toEqual(CAN ? heard : []);
      });
    },
  );

  it('are not needed to drag by pointer', async () => {
    await withPage(engine, HTML, async (page) => {
      await page.json('snapshot');
      expect(await page.json('action', 'e2', 'drag', { dx: 5, dy: 5 })).toMatchObject({ ok: true });
      expect([...new Set(await page.evaluate<string[]>('heard'))]).toEqual(['pointerdown', 'mousedown']);
    });
  });
});
