import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTheatre, type Theatre } from '../support/acting.ts';
import { ROWS } from '../support/framework-rows.ts';
import { openApp, play } from '../support/framework-stage.ts';

let theatre: Theatre;
beforeAll(async () => {
  theatre = await openTheatre();
});
afterAll(() => theatre.close());

const FRAMEWORKS = (process.env.FW ?? 'react,react@18').split(',');

describe.each(FRAMEWORKS)('%s', (name) => {
  it('run', async () => {
    const tab = await openApp(theatre.context, name);
    tab.on('pageerror', (e) => console.log('PAGEERROR', e.message));
    const t0 = Date.now();
    let bad = 0;
    for (const row of ROWS) {
      const t = Date.now();
      try {
        const { result, model } = await play(tab, (process.env.VERB ?? 'run') as 'run', row);
        const diff = Object.entries(row.model).filter(([k, v]) => JSON.stringify(model[k]) !== JSON.stringify(v)).map(([k]) => [k, model[k]]);
        if (diff.length || !(row.result === result || String(result).startsWith(row.result + ' '))) { bad++; console.log(name, row.kind, row.at, JSON.stringify(row.payload), 'result', result, 'want', row.result, 'model', JSON.stringify(diff), 'want', JSON.stringify(row.model)); }
      } catch (e) { bad++; console.log(name, row.kind, row.at, String(e).slice(0, 1500)); }
      if (Date.now() - t > 600) console.log('slow', row.kind, row.at, Date.now() - t);
    }
    console.log(name, ROWS.length, 'rows', bad, 'bad', Date.now() - t0, 'ms');
    await tab.close();
  });
});
