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

/** What the engine itself makes of a row: its words for an empty field, and whether it knows of fingers. */
const asHere = async (page: TestPage, asked: readonly Row[]): Promise<Row[]> => {
  const missing = await page.evaluate(
    "Object.assign(document.createElement('input'), { required: true }).validationMessage",
  );
  const hasTouch = await page.evaluate<boolean>(
    '(() => { try { return Boolean(new Touch({ identifier: 0, target: document.body })); } catch { return false; } })()',
  );
  return asked.map((row) => ({
    ...row,
    ...(/^value_rejected Please/.test(String(row.result)) && { result: `value_rejected ${missing}` }),
    ...('held' in row.model && !hasTouch && { model: { ...row.model, held: 0 } }),
  }));
};

/** Plays the table in the app of a framework and gives the cells that are not as they have to be. */
const playTable = async (name: string, verb: 'run' | 'action', asked: readonly Row[]): Promise<unknown[]> =>
  withPage(engine, `<!doctype html><body>${await appPage(`frameworks/${name}`)}`, async (page) => {
    while (!(await page.evaluate('!!window.model'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const rows = await asHere(page, asked);
    const { outcomes, errors } = await playAll(page, verb, rows);
    expect(outcomes).toHaveLength(rows.length);
    return [...errors, ...outcomes.flatMap((outcome, i) => wrongOf(rows[i] as Row, verb, outcome))];
  });

/** Most act at once; `run`, which waits, is tried with two ways to flush: in a task, by zones. */
const verbsFor = (name: string): readonly ('run' | 'action')[] =>
  IS_FULL ? ['run', 'action'] : /^(?:react|angular)$/.test(name) ? ['run'] : ['action'];

// Several windows at once have the focus in Chromium only.
const suite = ENGINE === 'chromium' ? describe.concurrent : describe;

/** Two versions of one framework differ least. */
const played = FRAMEWORKS.filter((name) => IS_FULL || name !== 'react@18');

suite.each(played)('%s knows of', (name) => {
  // The other groups are played in the next two.
  const rows = some(GROUPS, 3, played.indexOf(name)).flat();
  it.each(verbsFor(name))(`all that ${rows.length} rows do by %s`, { timeout: 180_000 }, async (verb) => {
    expect(await playTable(name, verb, rows)).toEqual([]);
  });
});

describe('the table', () => {
  it('has a row for every kind of action', () => {
    const kinds = new Set(ROWS.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      'blur check clear click contextmenu dblclick dispatch drag drop fill focus hover longpress press scroll scrollIntoView select selectText setChecked submit swipe tap type uncheck upload wait'.split(
        ' ',
      ),
    );
    const byAction = ROWS.filter((row) => verbFor(row, 'action') === 'action');
    expect([FRAMEWORKS.length, ROWS.length, byAction.length]).toEqual([9, 143, 123]);
  });
});
