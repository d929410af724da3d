import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, lines, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const press = 'onclick=1';

/** What is told of each of the things to press in turn: that it is the current one or is checked, or nothing. */
const CASES: readonly (readonly [what: string, html: string, told: readonly string[]])[] = [
  [
    'an item among items without a class',
    `<ul><li class=active ${press}>A</li><li ${press}>B</li></ul>`,
    ['current', ''],
  ],
  [
    'a link in an item with a class of its own',
    '<ul><li class=first><a class=active href=#a>A</a></li><li><a href=#b>B</a></li></ul>',
    ['current', ''],
  ],
  [
    'a box among boxes of its class',
    `<div><div class="opt opt--active" ${press}>A</div><div class=opt ${press}>B</div></div>`,
    ['current', ''],
  ],
  [
    'no icon beside its label',
    `<div><div class="r__icon r__icon--checked" ${press}>x</div><div class=r__label>Small</div></div>`,
    [''],
  ],
  [
    'no veil among veils',
    `<div><div class="veil veil--active" ${press} style="height:9px"></div><div class=veil></div></div>`,
    [''],
  ],
  [
    'a drawn checkbox and a switch that are on',
    `<div class="t-checkbox t-checkbox--checked" ${press}>A</div><div class=t-checkbox ${press}>B</div><div class="ivu-switch ivu-switch-checked" ${press}>C</div>`,
    ['checked', '', 'checked'],
  ],
];

describe('tells by its class what is current', () => {
  it.each(CASES)('%s', async (_, html, told) => {
    await withPage(engine, html, async (page) => {
      const states = (await lines(page))
        .filter((line) => line.includes('[ref='))
        .map((line) => /\[(current|checked)(?:=true)?\]/.exec(line)?.[1] ?? '');
      expect(states).toEqual(told);
    });
  });
});
