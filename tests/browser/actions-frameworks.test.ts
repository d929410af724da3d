import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { ROWS } from '../support/framework-rows.ts';
import { FRAMEWORKS, openApp, play, takeFocus } from '../support/framework-stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Those that `action` can do in its one task. */
const BY_ACTION = ROWS.filter(({ kind, needsRun }) => kind !== 'wait' && !needsRun);

/** By who played them, so that a second try does not count twice. */
const cells = new Map<string, number>();

/** Plays the table in the app of a framework and gives the cells that are not as they have to be. */
const playAll = async (name: string, verb: 'run' | 'action', focus = true): Promise<unknown[]> => {
  const tab = await openApp(browser, name);
  if (!focus) await takeFocus(tab);
  expect(await tab.evaluate('document.hasFocus()')).toBe(focus);
  let played = 0;
  const wrong: unknown[] = [];
  tab.on('pageerror', ({ message }) => wrong.push(message));
  for (const row of ROWS) {
    const byAction = verb === 'action' && BY_ACTION.includes(row);
    const { result, model } = await play(tab, byAction ? 'action' : 'run', row);
    // In one task it may not be seen yet what came of it.
    const allowed = byAction && row.result === true ? [true, 'unknown'] : [row.result];
    if (!allowed.includes(result) || JSON.stringify(model) !== JSON.stringify(row.model))
      wrong.push({ row, result, model });
    if (verb === 'run' || byAction) played++;
  }
  cells.set(`${name} ${verb} ${focus}`, played);
  await tab.context().close();
  return wrong;
};

describe.concurrent.each(FRAMEWORKS)('%s knows of', (name) => {
  it(`all that ${ROWS.length} rows do`, async () => {
    expect(await playAll(name, 'run')).toEqual([]);
  });

  it(`all that ${BY_ACTION.length} rows do in one task each`, async () => {
    expect(await playAll(name, 'action')).toEqual([]);
  });
});

describe.concurrent.each(['react', 'vue'])('%s in a view without the focus knows of', (name) => {
  it(`all that ${ROWS.length} rows do`, async () => {
    expect(await playAll(name, 'run', false)).toEqual([]);
  });
});

describe('the table', () => {
  it('has a row for every kind of action', () => {
    const kinds = new Set(ROWS.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      'blur check clear click contextmenu dblclick dispatch drag drop fill focus hover longpress press scroll scrollIntoView select selectText setChecked submit tap type uncheck upload wait'.split(
        ' ',
      ),
    );
  });

  it('was played to its end', () => {
    const all = [...cells.values()].reduce((sum, played) => sum + played, 0);
    expect([ROWS.length, BY_ACTION.length, all]).toEqual([142, 123, 9 * (142 + 123) + 2 * 142]);
  });
});
