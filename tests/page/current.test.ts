import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

/** Name and state of each control that the snapshot shows as current or selected. */
const currentStates = (html: string): Promise<string[]> =>
  withPage(engine, `<!doctype html><body>${html}`, async (page) =>
    (await lines(page)).flatMap((line) => {
      const [, name = '', state = ''] = /"(.*?)".*\[(current=true|selected)\]/.exec(line) ?? [];
      return name ? [`${name} ${state}`] : [];
    }),
  );

const items = (classes: readonly string[], item: (cls: string, name: string) => string): string =>
  classes.map((cls, i) => item(cls, 'abcdefgh'[i] as string)).join('');

const link = (cls: string, name: string): string => `<a href="/${name}" class="${cls}">${name}</a>`;
const button = (cls: string, name: string): string => `<button class="${cls}">${name}</button>`;

describe('[current] or [selected] by a class', () => {
  it.each([
    'active',
    'is-active',
    'nav-link active',
    'tab--selected',
    'item_current',
    'Mui-selected',
    'tabActive',
    'current-menu-item',
    'on',
    '-selected-',
    'Tabs_active__3x9Zs',
    '_active_1x2y3_5',
    'selectedFilter',
  ])('%s', async (cls) => {
    expect(await currentStates(items(['x', cls, 'x'], link))).toEqual(['b current=true']);
  });

  it.each([
    'inactive',
    'not-active',
    'is-not-selected',
    'hover:active',
    'active:bg-red',
    'text-current',
    'has-selected',
    'interactive',
    'activeColor',
    'onboarding',
  ])('not by %s', async (cls) => {
    expect(await currentStates(items(['x', cls, 'x'], link))).toEqual([]);
  });

  it('not where all other items are disabled', async () => {
    expect(await currentStates(items(['disabled', 'active', 'disabled'], link))).toEqual([]);
    expect(await currentStates(items(['disabled', 'active', 'x'], link))).toEqual(['b current=true']);
  });

  it('by a class of the item around a link, of the box in a day, or by a data attribute', async () => {
    const wrapped = (cls: string, name: string): string => `<li class="${cls}">${link('', name)}</li>`;
    expect(await currentStates(`<ul>${items(['', 'active', ''], wrapped)}</ul>`)).toEqual(['b current=true']);
    const filled = (cls: string, name: string): string =>
      `<div class=day onclick="1"><span class="${cls}">${name}</span></div>`;
    expect(await currentStates(`<div>${items(['', '', 'selected-day'], filled)}</div>`)).toEqual([
      'c current=true',
    ]);
    expect(
      await currentStates(
        items(['x', 'x'], (_, name) => `<button data-selected=${name === 'a'}>${name}</button>`),
      ),
    ).toEqual(['a current=true']);
  });

  it('only where exactly one of several similar items has the class', async () => {
    expect(await currentStates(items(['active'], button))).toEqual([]);
    expect(await currentStates(items(['active', 'active', ''], button))).toEqual([]);
    expect(await currentStates(`${button('active', 'a')}<p>text</p>`)).toEqual([]);
    expect(await currentStates(items(['active', ''], button))).toEqual(['a current=true']);
  });

  it('not for the content of the active panel or of a slide with its own text', async () => {
    const panel = (cls: string, name: string): string =>
      `<div class="pane ${cls}" ${cls ? '' : 'style="visibility:hidden"'}>${button('', name)}</div>`;
    expect(await currentStates(items(['active', '', ''], panel))).toEqual([]);
    const slide = (cls: string, name: string): string =>
      `<div class="slide ${cls}">Slide ${link('', name)}</div>`;
    expect(await currentStates(items(['slide-active', '', ''], slide))).toEqual([]);
  });

  it('not where ARIA or a checkbox already tells the state', async () => {
    const pressed = (cls: string, name: string): string =>
      `<button class="${cls}" aria-pressed=${cls === ''}>${name}</button>`;
    expect(await currentStates(items(['active', ''], pressed))).toEqual([]);
    const current = (cls: string, name: string): string =>
      `<a href="#" class="${cls}" ${cls ? '' : 'aria-current=true'}>${name}</a>`;
    expect(await currentStates(items(['active', '', 'x'], current))).toEqual(['b current=true']);
    const boxes = (cls: string, name: string): string =>
      `<label class="${cls}"><input type=checkbox>${name}</label>`;
    expect(await currentStates(items(['active', ''], boxes))).toEqual([]);
  });

  it('the selected day, although another day has aria-current=date', async () => {
    const day = (cls: string, name: string): string =>
      `<span class="day ${cls}" onclick="1" ${cls === 'today' ? 'aria-current=date' : ''}>${name}</span>`;
    expect(await currentStates(items(['', 'today', 'selected'], day))).toEqual(['c current=true']);
  });

  it('all items of a multiple selection', async () => {
    const chip = (cls: string, name: string): string =>
      `<span class="chip ${cls}" onclick="1">${name}</span>`;
    expect(await currentStates(items(['selected', '', 'selected', 'on'], chip))).toEqual([]);
    expect(await currentStates(items(['selected', '', 'selected'], chip))).toEqual([
      'a current=true',
      'c current=true',
    ]);
    expect(await currentStates(items(['active', '', 'active'], chip))).toEqual([]);
  });

  it('shows controls of the same name in rows as pressed by their class', async () => {
    const star = (cls: string, name: string): string =>
      `<div>${name} <b class="star ${cls}" onclick="1">★</b></div>`;
    // A colour may be all that differs.
    const toggle = (cls: string, name: string): string =>
      `<div>${name} <i class="toggle ${cls}" onclick="1" style="display:block;width:30px;height:20px;background:${cls ? 'green' : 'grey'}"></i></div>`;
    for (const row of [star, toggle]) {
      const html = `<!doctype html><body>${items(['', 'active', 'on'], row)}`;
      const all = await withPage(engine, html, (page) => lines(page));
      expect(all.map((line) => line.includes('[pressed]'))).toEqual([false, true, true]);
    }
  });

  it('shows aria-current of an item once, at the only control in it', async () => {
    const item = (state: string, inside: string): string => `<li ${state}>${inside}</li>`;
    const pages = `<ul>${item('class=active aria-current=page', '<a href="/a">a</a>')}${item('', '<a href="/b">b</a>')}</ul>`;
    const linesOf = (html: string, options = {}): Promise<string[]> =>
      withPage(engine, `<!doctype html><body>${html}`, (page) => lines(page, options));
    expect((await linesOf(pages)).filter((line) => line.includes('[current=page]'))).toHaveLength(1);
    const all = await linesOf(pages.replace('</a>', '</a> now'), { interactiveOnly: false });
    expect(all.filter((line) => line.includes('[current=page]'))).toEqual([
      expect.stringMatching(/link "a"/),
    ]);
    const two = item('aria-current=step', `${button('', 'a')}${button('', 'b')}`);
    expect((await linesOf(`<ol>${two}</ol>`)).join()).not.toContain('current');
    const steps = `<div role=tablist><div aria-current=step>${button('', 'a')}<i></i></div></div>`;
    expect(await currentStates(steps.replace('<button', '<button role=tab'))).toEqual(['a selected']);
  });

  it('shows aria-selected of a cell at the only button in it', async () => {
    const day = (state: string, name: string): string =>
      `<td role=gridcell ${state}><button>${name}</button></td>`;
    const month = `<table role=grid><tr>${day('', 'a')}${day('aria-selected=true', 'b')}</tr></table>`;
    expect(await currentStates(month)).toEqual(['b selected']);
    const all = (html: string): Promise<string[]> =>
      withPage(engine, `<!doctype html><body>${html}`, (page) => lines(page, { interactiveOnly: false }));
    expect((await all(month)).filter((line) => line.includes('[selected]'))).toHaveLength(1);
    const two = month.replace('b</button>', 'b</button><button>x</button>');
    expect(await currentStates(two)).toEqual([]);
  });

  it('shows aria-selected also for a role that does not support it', async () => {
    expect(await currentStates('<div><button aria-selected=true>a</button><button>b</button></div>')).toEqual(
      ['a selected'],
    );
  });

  it('shows a tab as selected, and prefers aria-selected to the class', async () => {
    const tab = (cls: string, name: string): string =>
      `<div role=tab tabindex=0 class="${cls}">${name}</div>`;
    expect(await currentStates(`<div role=tablist>${items(['', 'active'], tab)}</div>`)).toEqual([
      'b selected',
    ]);
    const known = (cls: string, name: string): string =>
      `<div role=tab tabindex=0 class="${cls}" aria-selected=${name === 'a'}>${name}</div>`;
    expect(await currentStates(`<div role=tablist>${items(['', 'active'], known)}</div>`)).toEqual([
      'a selected',
    ]);
  });
});

describe('a picker wheel', () => {
  const wheel = (copy: string): string => `<div><div aria-hidden=true>
      <div onclick="1" class=active aria-hidden=false>Mon</div><div onclick="1" aria-hidden=true>Tue</div></div>
    <div style="opacity:${copy}"><div role=button aria-label="next: Tue">-</div></div></div>`;

  it('lists the aria-hidden options that are drawn where the accessible copy is transparent', async () => {
    const shown = (copy: string): Promise<string[]> =>
      withPage(engine, `<!doctype html><body>${wheel(copy)}`, (page) => lines(page));
    expect(await shown('0')).toEqual([
      '- clickable "Mon" [ref=e1] [current=true]',
      '- clickable "Tue" [ref=e2]',
    ]);
    expect(await shown('1')).toEqual(['- button "next: Tue" [ref=e1]']);
  });
});

const press = 'onclick=1';

/** The state that is shown for each control in turn: current, checked, or none (''). */
const CASES: readonly (readonly [what: string, html: string, expected: readonly string[]])[] = [
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
    'no layer that holds what is to be chosen from',
    `<div><div class="layer layer--active" tabindex=0 onkeydown="1"><a href="/a">A</a><a href="/b">B</a></div><div class=layer></div></div>`,
    ['', '', ''],
  ],
  [
    'a drawn checkbox and a switch that are on',
    `<div class="t-checkbox t-checkbox--checked" ${press}>A</div><div class=t-checkbox ${press}>B</div><div class="ivu-switch ivu-switch-checked" ${press}>C</div>`,
    ['checked', '', 'checked'],
  ],
  [
    'what begins with a drawn checkbox that is on',
    items(
      ['checked', ''],
      (cls, name) => `<p ${press}><i class="checkbox ${cls}"></i><span>${name}</span></p>`,
    ),
    ['checked', ''],
  ],
  [
    'the one selected day of a month whose days are all `current`, in whatever row',
    `<table><tr><td class=prev ${press}>30<td class=current ${press}>1<tr><td class="current is-selected" ${press}>2<td class=current ${press}>3</table>`,
    ['', '', 'current', ''],
  ],
  [
    'none of two that are marked in different ways',
    `<ul><li class=active ${press}>A</li><li class=selected ${press}>B</li><li ${press}>C</li></ul>`,
    ['', '', ''],
  ],
];

describe('current or checked by a class', () => {
  it.each(CASES)('%s', async (_, html, expected) => {
    await withPage(engine, html, async (page) => {
      const states = (await lines(page))
        .filter((line) => line.includes('[ref='))
        .map((line) => /\[(current|checked)(?:=true)?\]/.exec(line)?.[1] ?? '');
      expect(states).toEqual(expected);
    });
  });
});

const STATE_STYLE = `<style>.oos, .-oos- { opacity: .5 } .cur, .ql, .dark, .dark-btn { background: #06c } .unread { font-weight: 700 } .late { color: red }
  .lit { outline: 2px solid #06c } .off { cursor: not-allowed } .primary { background: #06c }</style>`;

const span = (cls: string, name: string): string =>
  `<span ${cls && `class="${cls}"`} ${press}>${name}</span>`;

/** The description of each control in turn: the class (or cursor) that tells it from its siblings, or none (''). */
const STATES: readonly (readonly [what: string, html: string, expected: readonly string[]])[] = [
  ['a class that the others are without', items(['size', 'size oos', 'size'], span), ['', 'oos', '']],
  ['that has signs at its ends', items(['size', 'size -oos-', 'size'], span), ['', '-oos-', '']],
  ['of any name, where the others have none', items(['', 'cur', '', ''], span), ['', 'cur', '', '']],
  [
    'of several, also where none of them stands beside one without',
    items(['lit', 'lit', 'lit', '', ''], span),
    ['lit', 'lit', 'lit', '', ''],
  ],
  [
    'a class that draws a picture',
    `<style>.mark-x { background-image: linear-gradient(red, red) }</style>${items(['cell', 'cell mark-x'], span)}`,
    ['', 'mark-x'],
  ],
  ['two at once', items(['size', 'size oos', 'size oos late'], span), ['', 'oos', 'late']],
  [
    'the class of the item around, at the first control in it',
    items(
      ['mail', 'mail unread'],
      (cls, name) => `<div class="${cls}"><p>${name}</p>${span('x', 'Open')}${span('x', 'Delete')}</div>`,
    ),
    ['', '', 'unread', ''],
  ],
  [
    'the state of the item around, where the control has none',
    `<style>.row.selected { color: red }</style>${items(
      ['row', 'row selected', 'row selected'],
      (cls, name) =>
        `<p class="${cls}">${name} <button ${name === 'c' ? 'aria-pressed=true' : ''}>Pin</button> ${span('', 'Open')}</p>`,
    )}`,
    ['a', '', 'selected, b', '', 'c', ''],
  ],
  ['that it may not be pressed', `${span('go off', 'Buy')}${span('stop', 'Back')}`, ['not-allowed', '']],
  [
    'nothing of a column of a table whose rows take turns in colour',
    `<style>tr:nth-child(odd) td { background: #eee }</style><table>${items(
      ['', '', '', ''],
      (_, name) =>
        `<tr><td class=x ${press}>${name} 1<td class="x date" ${press}>${name} 2<td class=x ${press}>${name} 3`,
    )}</table>`,
    ['', '', '', '', '', '', '', '', '', '', '', ''],
  ],
  ['nothing where they look the same', items(['size', 'size first', 'size'], span), ['', '', '']],
  [
    'nothing by the one that is current, which looks otherwise for that',
    `<style>.active a { color: red }</style><ul><li class="item active"><a class=nav href=#a>a</a></li>
      <li class=item><a class="nav toggle" href=#b>b</a></li></ul>`,
    ['', ''],
  ],
  [
    'nothing that a script has made, or that is how they are drawn',
    items(['size', 'size ql', 'size dark', 'size dark-btn'], span),
    ['', '', '', ''],
  ],
  [
    'nothing of what is another kind of thing',
    items(['tab', 'link primary', 'row lit x'], span),
    ['', '', ''],
  ],
  [
    'nothing of a box that holds another kind of control than the one without a class',
    `<p><b ${press}>Find</b></p>${items(['lit', 'lit'], (cls, name) => `<p class=${cls}>${span('', name)}</p>`)}`,
    ['', '', ''],
  ],
  [
    'not which of a few buttons is the important one, but which of many is another',
    `<p>${items(['btn', 'btn primary'], (cls, name) => `<button class="${cls}">${name}</button>`)}</p>
      <div>${items(['seat', 'seat lit', 'seat', 'seat'], (cls, name) => `<button class="${cls}">${name}</button>`)}</div>`,
    ['', '', '', 'lit', '', ''],
  ],
  [
    'nothing that ARIA says',
    items(
      ['t', 't lit'],
      (cls, name) => `<button class="${cls}" aria-pressed=${cls !== 't'}>${name}</button>`,
    ),
    ['', ''],
  ],
];

describe.runIf(IS_REAL)(
  'describes a control by the class that makes it look different from its siblings',
  () => {
    it.each(STATES)('%s', async (_, html, expected) => {
      await withPage(engine, `<!doctype html>${STATE_STYLE}<body>${html}`, async (page) => {
        const descriptions = (await lines(page))
          .filter((line) => line.includes('[ref='))
          .map((line) => /\[description="?(.*?)"?\]/.exec(line)?.[1] ?? '');
        expect(descriptions).toEqual(expected);
      });
    });

    it('lists a control in the delta when its class has changed', async () => {
      const seats = items(['seat', 'seat', 'seat', 'seat'], span);
      await withPage(engine, `<!doctype html>${STATE_STYLE}<body>${seats}`, async (page) => {
        await lines(page);
        await page.run("document.querySelectorAll('.seat')[1].classList.add('lit')");
        const { text } = await page.json<{ text: string }>('snapshot', { format: 'text', since: 1 });
        expect(text.split('\n').slice(1)).toEqual(['~ clickable "b" [ref=e2] [description=lit]']);
      });
    });
  },
);
