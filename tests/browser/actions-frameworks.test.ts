import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTheatre, type Stage, type Theatre } from '../support/acting.ts';
import { appPage } from '../support/apps.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre.close());

/** What is done, and what the framework's own state has to say then. */
const ROWS: readonly [kind: string, at: string, payload: unknown, model: Record<string, unknown>][] = [
  ['fill', '#text', 'new', { text: 'new' }],
  ['type', '#text', 'er', { text: 'newer' }],
  ['press', '#text', 'Backspace', { text: 'newe' }],
  ['press', '#text', 'Enter', { sent: 1 }],
  ['clear', '#text', undefined, { text: '' }],
  ['check', '#box', undefined, { box: true }],
  ['uncheck', '#box', undefined, { box: false }],
  ['check', '#toggle', undefined, { box: true }],
  ['setChecked', '#toggle', false, { box: false }],
  ['press', '#box', 'Space', { box: true }],
  ['select', '#pick', 'b', { pick: 'b' }],
  ['press', '#pick', 'ArrowUp', { pick: 'a' }],
  ['fill', '#date', '2026-01-31', { date: '2026-01-31' }],
  ['hover', '#hover', undefined, { hovered: true }],
  ['upload', '#file', { files: [{ name: 'a.txt', base64: '' }] }, { files: 'a.txt' }],
  ['click', '#go', undefined, { sent: 2 }],
  ['submit', '#text', undefined, { sent: 3 }],
  ['tap', '#go', undefined, { sent: 4 }],
];

describe.each(['react', 'react@18', 'vue'])('%s hears', (name) => {
  it(`all ${ROWS.length} actions`, async () => {
    const html = await appPage(`frameworks/${name}`);
    await theatre.play(html, async ({ run, state, tab }: Stage) => {
      await tab.waitForSelector('#go');
      let ran = 0;
      for (const [kind, at, payload, model] of ROWS) {
        const { verified } = await run(at, kind, payload);
        expect([kind, at, await state('JSON.parse(JSON.stringify(model))')]).toEqual([
          kind,
          at,
          expect.objectContaining(model),
        ]);
        if (/check|fill|clear|select|type|submit/i.test(kind))
          expect([kind, at, verified]).toEqual([kind, at, true]);
        ran++;
      }
      expect(ran).toBe(18);
    });
  });
});
