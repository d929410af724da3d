import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';
import { rowsHere } from '../support/selection.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = `<!doctype html><title>t</title><body style="margin:0">
  <input type=file id=file aria-label=File>
  <div id=zone role=button tabindex=0 style="width:200px;height:100px">Zone</div>
  <a id=card href="#x" draggable=true style="display:inline-block;width:90px;height:40px">Card</a>
  <div id=knob role=slider tabindex=0 aria-valuenow=5 aria-label=Knob style="width:60px;height:60px">K</div><script>
    zone.ondragover = (event) => event.preventDefault();
    zone.ondrop = (event) => { event.preventDefault(); zone.title = 'taken'; };
    knob.onpointermove = (event) => { if (event.buttons) knob.ariaValueNow = '9'; };
  </script>`;

const upload = ['e1', 'upload', { files: [{ name: 'a.txt', text: 'x' }] }, 'file'] as const;
const drop = ['e2', 'drop', { data: { 'text/plain': 'x' } }, 'zone'] as const;
const dragCard = ['e3', 'drag', { to: 'e2' }, 'card'] as const;
const dragKnob = ['e4', 'drag', { dx: 20, dy: 5 }, 'knob'] as const;
const longpress = ['e2', 'longpress', { ms: 1 }, 'zone'] as const;
const swipe = ['e2', 'swipe', { direction: 'left' }, 'zone'] as const;

/** What the page does on an event of the action; `el` is the target of the action. */
const DOES = {
  throws: "throw new Error('mine')",
  'removes it': 'el.remove()',
  'swaps it': 'el.replaceWith(el.cloneNode(true))',
  'empties the page': "document.body.textContent = ''",
  'removes the root': 'document.documentElement.remove()',
  'takes it into another document': "document.implementation.createHTMLDocument('').adoptNode(el)",
  'prevents and stops': 'event.preventDefault(); event.stopImmediatePropagation()',
  stops: 'event.stopImmediatePropagation()',
  'acts by the script': "if (n++ < 2) got.push(window.__agentBrowser.action('e2', 'focus').ok)",
} as const;

const done = (effect: object = {}) => ({ ok: true, verified: true, effect });
const GONE = done({ detached: true });
/** Events were sent, but no change was seen. */
const SENT = { ok: true, verified: 'unknown', effect: { mutations: 0 } };
const NO_EFFECT = { ok: false, error: { code: 'no_effect' } };
const TAKEN = [done({ mutations: 1 }), 'taken'] as const;
const FILE_CHOSEN = done({ value: 'a.txt' });

type Gesture =
  | typeof upload
  | typeof drop
  | typeof dragCard
  | typeof dragKnob
  | typeof longpress
  | typeof swipe;

/** The expected result, and the expected title of the zone where it matters. */
const CASES: readonly [on: string, does: keyof typeof DOES, to: Gesture, result: object, zone?: string][] = [
  ['input', 'throws', upload, FILE_CHOSEN],
  ['input', 'removes it', upload, done({ value: 'a.txt', detached: true })],
  ['input', 'empties the page', upload, done({ value: 'a.txt', detached: true })],
  ['change', 'prevents and stops', upload, FILE_CHOSEN],
  ['change', 'acts by the script', upload, FILE_CHOSEN],
  ['dragenter', 'throws', drop, ...TAKEN],
  ['dragenter', 'removes it', drop, NO_EFFECT],
  ['dragenter', 'swaps it', drop, NO_EFFECT, ''],
  ['dragover', 'empties the page', drop, NO_EFFECT],
  ['dragover', 'takes it into another document', drop, NO_EFFECT],
  ['dragover', 'stops', drop, NO_EFFECT, ''],
  ['drop', 'prevents and stops', drop, SENT, ''],
  ['drop', 'removes the root', drop, GONE],
  ['drop', 'acts by the script', drop, done({ mutations: 1, focus: { ref: 'e2' } }), 'taken'],
  ['pointerdown', 'removes it', dragCard, GONE, ''],
  ['mousedown', 'empties the page', dragCard, GONE],
  ['dragstart', 'prevents and stops', dragCard, SENT, ''],
  ['dragstart', 'takes it into another document', dragCard, GONE],
  ['dragover', 'stops', dragCard, NO_EFFECT, ''],
  ['dragover', 'removes the root', dragCard, GONE],
  ['drop', 'throws', dragCard, ...TAKEN],
  ['drop', 'prevents and stops', dragCard, SENT, ''],
  ['dragend', 'removes it', dragCard, GONE, 'taken'],
  ['pointerdown', 'prevents and stops', dragKnob, done({ value: '9' })],
  ['pointerdown', 'swaps it', dragKnob, GONE],
  ['pointermove', 'empties the page', dragKnob, GONE],
  ['pointermove', 'stops', dragKnob, SENT],
  ['pointerup', 'throws', dragKnob, done({ value: '9' })],
  ['pointerdown', 'removes it', longpress, GONE],
  ['pointerdown', 'swaps it', swipe, GONE],
  ['pointermove', 'removes it', swipe, GONE],
  ['pointermove', 'throws', swipe, SENT],
  ['pointercancel', 'empties the page', swipe, GONE],
  ['pointerup', 'empties the page', longpress, GONE],
  ['contextmenu', 'throws', longpress, SENT],
  ['contextmenu', 'removes the root', longpress, GONE],
  [
    'contextmenu',
    'prevents and stops',
    longpress,
    { ok: true, verified: 'unknown', effect: { defaultPrevented: true } },
  ],
];

describe('a page that, on', () => {
  it.each(rowsHere(CASES))('%s, %s', async (on, does, [ref, kind, payload, id], result, zone) => {
    await withPage(engine, HTML, async (page) => {
      await lines(page);
      await page.run(
        `window.n = 0; window.got = []; window.heard = false; const el = ${id}; addEventListener('${on}', (event) => { window.heard = true; ${DOES[does]} }, true);`,
      );
      const outcome = await runJob<ActionResult>(page, 'action', ref, kind, { ...payload, timeoutMs: 0 });
      expect(outcome, `${kind}: ${JSON.stringify(outcome)}`).toMatchObject(result);
      expect(await page.evaluate('[window.heard, window.got.every(Boolean)]')).toEqual([true, true]);
      if (zone !== undefined) expect(await page.evaluate('document.querySelector("#zone").title')).toBe(zone);
      expect(await page.json('snapshot')).toMatchObject({ ok: true });
    });
  });
});
