import { beforeAll, describe, expect, it } from 'vitest';
import { appPage } from '../support/apps.ts';
import { ENGINE, type Engine, openEngine, type TestPage, withPage } from '../support/engine.ts';
import { GROUPS, ROWS, type Row } from '../support/framework-rows.ts';
import { FRAMEWORKS, playAll, verbFor, wrongOf } from '../support/framework-stage.ts';
import { IS_FULL, some } from '../support/selection.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Adapts the rows to the engine: its validation message of an empty field, and `held: 0` without touch events. */
const adaptToEngine = async (page: TestPage, givenRows: readonly Row[]): Promise<Row[]> => {
  const missing = await page.evaluate(
    "Object.assign(document.createElement('input'), { required: true }).validationMessage",
  );
  const hasTouch = await page.evaluate<boolean>(
    '(() => { try { return Boolean(new Touch({ identifier: 0, target: document.body })); } catch { return false; } })()',
  );
  return givenRows.map((row) => ({
    ...row,
    ...(/^value_rejected Please/.test(String(row.result)) && { result: `value_rejected ${missing}` }),
    ...('held' in row.model && !hasTouch && { model: { ...row.model, held: 0 } }),
  }));
};

/** Plays the rows in the app of a framework. Returns the errors of the page and what differs from the rows. */
const playTable = async (
  name: string,
  verb: 'run' | 'action',
  givenRows: readonly Row[],
): Promise<unknown[]> =>
  withPage(engine, `<!doctype html><body>${await appPage(`frameworks/${name}`)}`, async (page) => {
    while (!(await page.evaluate('!!window.model'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const rows = await adaptToEngine(page, givenRows);
    const { outcomes, errors } = await playAll(page, verb, rows);
    expect(outcomes).toHaveLength(rows.length);
    return [...errors, ...outcomes.flatMap((outcome, i) => wrongOf(rows[i] as Row, verb, outcome))];
  });

/**
 * Most frameworks are tried with `action`. `run`, which waits, is tried with React, which flushes in a task, and
 * Angular, which flushes by zones.
 */
const verbsFor = (name: string): readonly ('run' | 'action')[] =>
  IS_FULL ? ['run', 'action'] : /^(?:react|angular)$/.test(name) ? ['run'] : ['action'];

// Several windows have the focus at the same time in Chromium only.
const suite = ENGINE === 'chromium' ? describe.concurrent : describe;

/** React 18 differs little from the newer version: it is left out unless all is tried. */
const played = FRAMEWORKS.filter((name) => IS_FULL || name !== 'react@18');

suite.each(played)('%s knows of', (name) => {
  // Each framework plays a quarter of the groups; the next three play the other quarters.
  const rows = some(GROUPS, 4, played.indexOf(name)).flat();
  it.each(verbsFor(name))(`all that ${rows.length} rows do by %s`, { timeout: 180_000 }, async (verb) => {
    expect(await playTable(name, verb, rows)).toEqual([]);
  });
});

describe('the table', () => {
  it('has a row for each kind of action', () => {
    const kinds = new Set(ROWS.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      'blur check clear click contextmenu dblclick dispatch drag drop fill focus hover longpress press scroll scrollIntoView select selectText setChecked submit swipe tap type uncheck upload wait'.split(
        ' ',
      ),
    );
    const byAction = ROWS.filter((row) => verbFor(row, 'action') === 'action');
    expect([FRAMEWORKS.length, ROWS.length, byAction.length]).toEqual([9, 144, 124]);
  });
});
