import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, openEngine, shown } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('the controls that a snapshot lists for acting', () => {
  it('lists native controls with their live states', async () => {
    expect(
      await shown(`
        <a href="/p/42">Lamp, brass</a>
        <button disabled>Remove</button>
        <label>Search <input type=search value=lamp placeholder="Search products"></label>
        <label><input type=checkbox> Express</label>
        <label>Size <select><option>S<option selected>M</select></label>
        <textarea aria-label=Note>first</textarea>
        <details open><summary>More</summary></details>
        <input type=hidden value=token>`),
    ).toEqual([
      '- link "Lamp, brass" [ref=e1]',
      '- button "Remove" [ref=e2] [disabled]',
      '- searchbox "Search" [placeholder="Search products"] [ref=e3]: lamp',
      '- checkbox "Express" [ref=e4] [checked=false]',
      '- combobox "Size" [ref=e5]: M',
      '  - option "S" [ref=e6] [selected=false]',
      '  - option "M" [ref=e7] [selected]',
      '- textbox "Note" [ref=e8]: first',
      '- button "More" [ref=e9] [expanded]',
    ]);
  });

  it.runIf(IS_REAL)(
    'leaves out points that a popup puts around itself to notice when the focus leaves it',
    async () => {
      const guard = (role: string): string =>
        `<span tabindex=0 ${role} style="position:fixed;width:1px;height:1px"></span>`;
      const guards = guard('role=button') + guard('') + guard('role=presentation');
      const drawn =
        '<button style="position:fixed;width:1px;height:1px;padding:0;border:0"><i class=icon-trash style="position:absolute;width:20px;height:20px"></i></button>';
      const editor = '<div contenteditable style="position:fixed;width:1px;height:1px"></div>';
      expect(await shown(`<button>Undo</button>${guards}${drawn}${editor}`)).toEqual([
        '- button "Undo" [ref=e1]',
        '- button ~"trash" [ref=e2]',
        '- editable [ref=e3]',
      ]);
    },
  );

  it('lists a link once where a box in it with the same text and place hears the press too', async () => {
    const link = (inside: string): string => `<a href=/vision style="display:block">${inside}</a>`;
    expect(await shown(link('<div onclick="1">Vision</div>'))).toEqual(['- link "Vision" [ref=e1]']);
  });

  it('lists a radio once where its label is in the shadow tree of a field around it, which hands the click on', async () => {
    const html = `<x-field><input type=radio aria-label=Date></x-field><x-field><input type=radio aria-label=Time></x-field>
      <script>
        for (const host of document.querySelectorAll('x-field')) {
          const input = host.firstChild;
          host.attachShadow({ mode: 'open' }).innerHTML =
            '<slot></slot><label onclick="go()">' + input.getAttribute('aria-label') + '</label><label onclick="go()">Why?</label>';
        }
      </script>`;
    expect(await shown(html)).toEqual([
      '- radio "Date" [ref=e1] [checked=false]',
      '- clickable "Why?" [ref=e2] [description=Date]',
      '- radio "Time" [ref=e3] [checked=false]',
      '- clickable "Why?" [ref=e4] [description=Time]',
    ]);
  });

  it('counts the options that are not listed on a page that is longer than a snapshot, too', async () => {
    const many = (count: number, tag: string): string =>
      Array.from({ length: count }, (_, i) => `<${tag}>${i}</${tag}>`).join('');
    const lines = await shown(
      `<select aria-label=Count>${many(40, 'option')}</select>${many(900, 'button')}`,
    );
    expect(lines[1]).toBe('  - ... 10 more (10 interactive): scope=e1');
    expect(lines.at(-1)).toMatch(/^- \.\.\. \d+ more .*: after=e\d+$/);
  });

  it('lists the options that a choice made elsewhere leaves, also where many hidden ones stand before them', async () => {
    const options = (area: string, attributes: string): string =>
      Array.from({ length: 40 }, (_, i) => `<option ${attributes}>${area} ${i}`).join('');
    for (const attributes of ['hidden', 'style="display:none"']) {
      const lines = await shown(
        `<select aria-label=City>${options('Oslo', attributes)}<option selected>Bern 1<option>Bern 2</select>`,
      );
      expect(lines.slice(1).map((line) => line.replace(/ \[selected.*/, ''))).toEqual([
        '  - option "Bern 1" [ref=e2]',
        '  - option "Bern 2" [ref=e3]',
      ]);
    }
  });

  it.runIf(IS_REAL)('does not list a mark with a pointer cursor that presses go through', async () => {
    const mark = (style: string): string =>
      `<svg width=20 height=20 style="cursor:pointer;${style}"><path d="M0 0h20v20"/></svg>`;
    expect(
      await shown(`<label><input type=checkbox> Sticky</label> ${mark('pointer-events:none')} ${mark('')}`),
    ).toEqual(['- checkbox "Sticky" [ref=e1] [checked=false]', '- image [ref=e2]']);
  });

  it.runIf(IS_REAL)(
    'prints the words of a heading once where the style puts a character of no width between them',
    async () => {
      expect(
        await shown(`<style>.edit::before { content: '\\200b' }</style>
        <h2>Care<span class=edit>[<a href=/e>edit</a>]</span></h2>`),
      ).toEqual([expect.stringMatching(/^- heading /), '  - link "edit" [ref=e1]']);
    },
  );

  it('lists an item once where its only part has the same role and name', async () => {
    expect(
      await shown(`<div role=listbox><a href=/ role=option aria-selected=true tabindex=0>
        <div role=option aria-selected=false tabindex=-1>Overview</div></a></div>`),
    ).toEqual(['- listbox [ref=e1]:', '  - option "Overview" [ref=e2] [selected]']);
  });

  it('lists a row with cursor: pointer beside its checkbox, unless its text is only the name of the checkbox', async () => {
    const row = (inside: string): string =>
      `<div style="cursor:pointer"><input type=checkbox> ${inside}</div>`;
    expect(await shown(row('<b>Ann</b><p>Lunch</p>') + row('<b>Milk</b>'))).toEqual([
      '- clickable "Ann Lunch" [ref=e1]:',
      '  - checkbox ~"Ann" [ref=e2] [checked=false]',
      '- checkbox ~"Milk" [ref=e3] [checked=false]',
    ]);
  });

  it('lists the options of a select in their groups', async () => {
    expect(
      await shown(`
        <select aria-label=Size><option>None<optgroup label="  Small ones "><option selected>S<option>M</optgroup>
        <optgroup label=""><option>X</optgroup><option>Any</select>`),
    ).toEqual([
      '- combobox "Size" [ref=e1]: S',
      '  - option "None" [ref=e2] [selected=false]',
      '  - group "Small ones":',
      '    - option "S" [ref=e3] [selected]',
      '    - option "M" [ref=e4] [selected=false]',
      '  - option "X" [ref=e5] [selected=false]',
      '  - option "Any" [ref=e6] [selected=false]',
    ]);
  });

  it('lists the same long options of two selects in a form, and counts those of further selects', async () => {
    const size = (name: string): string =>
      `<select aria-label=${name}><option>XS</option><option>S</option><option>M</option><optgroup label=Large><option>L</option><option>XL</option></optgroup></select>`;
    const short = (name: string): string => `<select aria-label=${name}><option>No<option>Yes</select>`;
    const text = await shown(
      `<form>${['Shirt', 'Coat', 'Belt'].map(size).join('')}${size('Hats').replace('<select', '<select multiple size=9')}</form>${['Lined', 'Hood', 'Long'].map(short).join('')}<form>${size('Other')}</form>`,
    );
    expect(text.filter((line) => /^- |more/.test(line))).toEqual([
      '- combobox "Shirt" [ref=e1]: XS',
      '- combobox "Coat" [ref=e7]: XS',
      '- combobox "Belt" [ref=e13]: XS',
      '  - ... 5 more (5 interactive): scope=e13',
      '- listbox "Hats" [ref=e14] [multiselectable]:',
      '- combobox "Lined" [ref=e20]: No',
      '- combobox "Hood" [ref=e23]: No',
      '- combobox "Long" [ref=e26]: No',
      '- combobox "Other" [ref=e29]: XS',
    ]);
    expect(text.filter((line) => line.includes('"XL"'))).toHaveLength(4);
  });

  it('lists the clickable areas of an image map, and links in a map', async () => {
    expect(
      await shown(`
        <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" usemap="#m" width=200 height=100>
        <map name=m><area shape=rect coords="0,0,100,100" href="/kitchen" alt=Kitchen>
        <area shape=circle coords="150,50,30" nohref onclick="1" title=Bath><area shape=default nohref></map>
        <map name=other><a href="/p">Plan</a></map>`),
    ).toEqual(['- link "Kitchen" [ref=e1]', '- clickable ~"Bath" [ref=e2]', '- link "Plan" [ref=e3]']);
  });

  it('lists an item and the only link in it as one control', async () => {
    expect(
      await shown(`
        <style>a { display: block }</style>
        <ul role=menu><li role=menuitem><a href="/a">Profile</a></li>
        <li role=menuitem><a href="/b">Inbox</a><button>Mute</button></li></ul>
        <ul role=tablist><li role=tab aria-selected=true><a href="/t" class=active tabindex=-1>One</a></ul>
        <div tabindex=0 onclick="1"><a style="cursor: pointer">2</a></div>`),
    ).toEqual([
      '- menu:',
      '  - menuitem "Profile" [ref=e1]',
      '  - menuitem "Inbox Mute" [ref=e2]:',
      '    - link "Inbox" [ref=e3]',
      '    - button "Mute" [ref=e4]',
      '- tablist:',
      '  - tab "One" [ref=e5] [selected]',
      '- clickable "2" [ref=e6]',
    ]);
  });

  it('shows the value of a field whose role has none', async () => {
    expect(await shown('<input role=alert aria-label=Count value=3 required>')).toEqual([
      '- alert "Count" [ref=e1] [required]: 3',
    ]);
  });

  it('does not list a box whose click handler serves many controls in it', async () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8].map((day) => `<button>${day}</button>`).join(' ');
    expect((await shown(`<div onclick="1"><b>Su Mo Tu</b> ${days}</div>`))[0]).toBe('- button "1" [ref=e1]');
    const items = (...texts: string[]): string =>
      `<ul onclick="1">${texts.map((text) => `<li><button>B</button> ${text}</li>`).join('')}</ul>`;
    expect((await shown(items('', 'Sold out')))[0]).toBe('- button "B" [ref=e1]');
    expect((await shown(items('Sold out')))[0]).toBe('- clickable "Sold out" [ref=e1]:');
    expect((await shown('<div onclick="1"><b>Lamp</b> <button>Buy</button></div>'))[0]).toBe(
      '- clickable "Lamp" [ref=e1]:',
    );
  });

  it.runIf(IS_REAL)('lists audio and video with controls, and whether they are paused', async () => {
    const html =
      '<video controls width=200 height=100></video><audio controls title="Rain"></audio><video></video>';
    expect(await shown(html)).toEqual([
      '- clickable ~"video" [ref=e1]: paused',
      '- clickable "Rain" [ref=e2]: paused',
    ]);
  });

  it.runIf(IS_REAL)(
    'lists shapes that D3 drags as draggable, and does not describe buttons Prev and Next by the text below them',
    async () => {
      const body = `<div><div><button>Prev</button><button>Next</button></div><div>October 2026</div></div>
      <svg width=100 height=60><circle id=one cx=20 cy=30 r=5></circle><circle id=two cx=60 cy=30 r=5></circle></svg>
      <script>
        one.__on = [{ type: 'mousedown', name: 'drag' }, { type: 'touchstart', name: 'drag' }];
        two['__onmousedown.drag'] = () => {};
      </script>`;
      expect(await shown(body)).toEqual([
        '- button "Prev" [ref=e1]',
        '- button "Next" [ref=e2]',
        '- draggable ~"circle #000000 at 20,30 (10x10)" [ref=e3]',
        '- draggable ~"circle #000000 at 60,30 (10x10)" [ref=e4]',
      ]);
    },
  );

  it.runIf(IS_REAL)('shows the shapes of a large drawing as its text', async () => {
    const shapes = `<line x1=10 y1=50 x2=40 y2=20 stroke=lime stroke-width=.2></line><circle cx=60 cy=30 r=10 fill=red></circle>
      <polygon points="70,50 80,30 90,50" fill=blue></polygon>`;
    const stroke = '<path d="M0 0h10v10" fill=green></path>';
    const body = `<svg width=100 height=60 onclick="1">${shapes}${stroke}</svg>
      <svg width=100 height=60>${shapes}${stroke}</svg>
      <svg width=100 height=60><text x=5 y=10>Sum</text>${shapes}</svg><svg width=20 height=20>${shapes}</svg>
      <svg width=100 height=60><circle cx=20 cy=30 r=5 fill=red onclick="1"></circle>
        <rect x=50 y=10 width=20 height=20 fill=none stroke=blue stroke-width=.2></rect></svg>`;
    const drawn =
      'line #00ff00 10,50 to 40,20; circle #ff0000 at 60,30 (20x20); polygon #0000ff of 3 points at 80,40 (20x20)';
    expect(await shown(body)).toEqual([
      `- image [ref=e1]: ${drawn}; path #008000 at 5,5 (10x10)`,
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e2]',
    ]);
    expect(await shown(body, { interactiveOnly: false })).toEqual([
      `- image [ref=e1]: ${drawn}; path #008000 at 5,5 (10x10)`,
      `- image: Sum; ${drawn}`,
      '- clickable ~"circle #ff0000 at 20,30 (10x10)" [ref=e2]',
      '- text: rect #0000ff at 60,20 (20x20)',
    ]);
  });

  it.runIf(IS_REAL)('lists elements whose :hover rules reveal more as hoverable', async () => {
    const body = `<style>
        .sub { display: none } li:hover > .sub { display: block }
        .row button { visibility: hidden } .row:hover button, .row:focus-within button { visibility: visible }
        h2 a { opacity: 0 } h2:hover a { opacity: 1 }
        .plain:hover b { color: red }
        .x { display: none } li:hover .x { display: inline } .hand { cursor: pointer }
      </style>
      <ul>
        <li><a href="/p">Products</a><ul class=sub><li><a href="/a">Alpha</a></ul>
        <li><span>Company</span><ul class=sub><li><a href="#us">About us</a></ul>
        <li><a href="/c">Contact</a>
        <li>Milk <span class="x hand">×</span>
        <li>Eggs <span class=x @click="drop()">×</span>
        <li>Rye <span class=x>new</span>
        <li class=hand onclick="open()">Oats <span class=x>new</span>
        <li>Corn <span class=x><i></i><i onclick="drop()">×</i></span>
        <li><input value="Edited in place"> <span style="display:none"><button class=x>×</button></span>
      </ul>
      <div class=row>Mail from Ann <button>Delete</button></div>
      <h2>Heading <a href="#heading">#</a></h2>
      <p class=plain><b>Bold</b> <button>Buy</button></p>`;
    expect(await shown(body)).toEqual([
      '- link "Products" [ref=e1] [hover]',
      '- hoverable "Company" [ref=e2]',
      '- link "Contact" [ref=e3]',
      '- hoverable "Milk" [ref=e4]',
      '- hoverable "Eggs" [ref=e5]',
      '- clickable "Oats" [ref=e6]',
      '- hoverable "Corn" [ref=e7]',
      '- textbox [ref=e8]: Edited in place',
      '- hoverable "Mail from Ann" [ref=e9]',
      '- heading "Heading #" [level=2]',
      '- button "Buy" [ref=e10]',
    ]);
  });

  it.runIf(IS_REAL)(
    'reads :hover rules that are nested, scoped, or that name the host within :is()',
    async () => {
      const body = `<style>
        .row { button { display: none } &:hover { & button { display: inline } } }
        .card { .tools { opacity: 0; .list:hover & { opacity: 1 } } }
        @scope (.box) { button { visibility: hidden } :scope:hover button { visibility: visible } }
        .x { opacity: 0 }
        @media (min-width: 1px) { .x:is(:where(.group):hover *):not(.y) { opacity: 1 } }
        .z { opacity: 0; &:is(:where(.peer):hover ~ *) { @media (min-width: 1px) { opacity: 1 } } }
      </style>
      <div class=row>Milk <button>Drop</button></div>
      <div class=list><div class=card>Eggs <button class=tools>Edit</button></div></div>
      <div class=box>Rye <button>Move</button></div>
      <div class=group>Oats <button class=x>Buy</button></div>
      <div><b class=peer>Corn</b> <button class=z>Sell</button></div>
      <div>Salt <button class=x>Buy</button></div>`;
      expect(await shown(body)).toEqual([
        '- hoverable "Milk" [ref=e1]',
        '- hoverable "Eggs" [ref=e2]',
        '- hoverable "Rye" [ref=e3]',
        '- hoverable "Oats" [ref=e4]',
        '- hoverable "Corn" [ref=e5]',
      ]);
    },
  );

  it.runIf(IS_REAL)(
    'finds :hover rules that reveal more in shadow trees, on hosts and in frames',
    async () => {
      const row =
        '<style>.x { display: none } li:hover .x { display: inline }</style><li>Milk <button class=x>×</button></li>';
      const body = `<x-list></x-list><x-card>Card</x-card><iframe id=f></iframe>`;
      const script = `
      f.contentDocument.body.innerHTML = ${JSON.stringify(row.replace('Milk', 'Eggs'))};
      const fill = (tag, html) => { document.querySelector(tag).attachShadow({ mode: 'open' }).innerHTML = html; };
      fill('x-list', ${JSON.stringify(row)} + '<style>p:hover { cursor: pointer }</style><p>Rye</p>');
      fill('x-card', '<style>.x { opacity: 0 } :host(:hover) .x { opacity: 1 }</style><slot></slot><button class=x>×</button>');`;
      expect(await shown(body, {}, script)).toEqual([
        '- hoverable "Milk" [ref=e1]',
        '- clickable "Rye" [ref=e2]',
        '- hoverable "Card" [ref=e3]',
        '- iframe:',
        '  - hoverable "Eggs" [ref=e4]',
      ]);
    },
  );

  it.runIf(IS_REAL)('marks only the first control of a row that reveals more on hover', async () => {
    const body = `<style>tr { cursor: pointer } b { opacity: 0 } tr:hover b { opacity: 1 }</style>
      <table role=grid>${['A', 'B'].map((name) => `<tr tabindex=-1><td><input type=checkbox aria-label=${name}><td tabindex=-1><a href="/k">Kiwis</a><td>Ann<td><b><button>Drop</button></b>`).join('')}</table>`;
    const hovers = (await shown(body)).filter((line) => line.includes('[hover]'));
    expect(hovers).toEqual(
      ['A', 'B'].map((name, i) => `    - checkbox "${name}" [ref=e${2 + i * 3}] [checked=false] [hover]`),
    );
  });

  it.runIf(IS_REAL)('finds elements that get their cursor by a :hover rule', async () => {
    const body = `<style>
        .card:hover { cursor: pointer } .card.off:hover, p:hover { cursor: not-allowed }
        @media all { .grip:hover { cursor: move } }
        .list .card:not(:hover) { cursor: auto }
      </style>
      <div class=card>Lamp, <b>brass</b></div>
      <div class="card off">Sold out</div>
      <div class=card>Chair <button>Buy</button></div>
      <p>Words</p><div class=grip>Move me</div>`;
    expect(await shown(body)).toEqual([
      '- clickable "Lamp, brass" [ref=e1]',
      '- button "Buy" [ref=e2]',
      '- draggable "Move me" [ref=e3]',
    ]);
  });

  it('shows the text of tables in an editor as part of its value', async () => {
    expect(
      await shown(
        '<div contenteditable role=textbox aria-label=Plan><p>Costs</p><table><tr><th>Lamp<td>12</table></div>',
      ),
    ).toEqual(['- textbox "Plan" [ref=e1]: Costs Lamp 12']);
  });

  it('lists editable cells in a part of an editor that is contenteditable=false', async () => {
    const cell = (text: string): string => `<td contenteditable=true>${text}</td>`;
    const html = `<div contenteditable=true role=textbox aria-label=Plan><p>Costs</p>
      <div contenteditable=false><table><tr>${cell('Lamp')}${cell('12')}</table></div></div>`;
    expect(await shown(html)).toEqual([
      expect.stringMatching(/^- textbox "Plan" \[ref=e1\]: Costs/),
      '  - editable "Lamp" [ref=e2]',
      '  - editable "12" [ref=e3]',
    ]);
  });

  it.runIf(IS_REAL)(
    'lists the items of a nested or positioned list, which inherit cursor: pointer from the box around it',
    async () => {
      const html = '<style>li { cursor: pointer }</style><ul><li>src<ul><li>main<li>api</ul><li>docs</ul>';
      expect(await shown(html)).toEqual([
        '- clickable "src" [ref=e1]:',
        '  - clickable "main" [ref=e2]',
        '  - clickable "api" [ref=e3]',
        '- clickable "docs" [ref=e4]',
      ]);
      const menu =
        '<style>div { cursor: pointer } ul { position: absolute }</style><div>More<ul><li>Hide<li>Report</ul></div>';
      expect(await shown(menu)).toEqual([
        '- clickable "More" [ref=e1]:',
        '  - clickable "Hide" [ref=e2]',
        '  - clickable "Report" [ref=e3]',
      ]);
    },
  );

  it.runIf(IS_REAL)('lists an element with cursor: help as hoverable, unless it has a title', async () => {
    const html =
      '<style>i, abbr { cursor: help }</style><p>Rate <i>(?)</i> of <abbr title="Value added">VAT</abbr>';
    expect(await shown(html)).toEqual([expect.stringMatching(/^- hoverable "\(\?\)" \[ref=e1\]/)]);
  });

  it('finds controls that only a handler or the cursor reveals', async () => {
    expect(
      await shown(`
        <div onclick="1">Add gift wrap</div>
        <span onclick="1" title="Delete row"></span>
        <a onclick="1">More results</a>
        <p>Call <span onclick="1">the shop</span> now</p>
        <div tabindex=0>Board</div>
        <div contenteditable aria-label=Comment></div>
        <div style="cursor:pointer">Open <b>details</b></div>
        <div @click="open = true">Alpine</div>
        <div data-action="click->menu#open">Stimulus</div>
        <div hx-get="/more">Htmx</div>`),
    ).toEqual([
      '- clickable "Add gift wrap" [ref=e1]',
      ...(engine.hasLayout ? [] : ['- clickable ~"Delete row" [ref=e2]']),
      ...['link "More results"', 'clickable "the shop"'].map(
        (what, i) => `- ${what} [ref=e${i + (engine.hasLayout ? 2 : 3)}]`,
      ),
      ...[
        ['focusable', 'Board'],
        ['editable', 'Comment'],
        ['clickable', 'Open details'],
        ['clickable', 'Alpine'],
        ['clickable', 'Stimulus'],
        ['clickable', 'Htmx'],
      ].map(([kind, name], i) => `- ${kind} "${name}" [ref=e${i + (engine.hasLayout ? 4 : 5)}]`),
    ]);
  });

  it('lists a link without href as clickable, unless it is an anchor to go to', async () => {
    expect(
      await shown(
        '<ul><li><a>All</a></li><li><a class=selected>Active</a></li></ul><h2><a name=x>One</a> <a id=y>Two</a> <a class=social></a></h2>',
      ),
    ).toEqual([
      '- clickable "All" [ref=e1]',
      '- clickable "Active" [ref=e2] [current=true]',
      '- heading "One Two" [level=2]',
    ]);
  });

  it('does not list a box whose handlers only watch whether the focus leaves what is in it', async () => {
    const watch = `at = { onFocus() {}, onBlur() {}, onMouseDown() {}, onMouseUp() {} };
      document.getElementById('box').__reactProps$a = at;
      document.getElementById('press').__reactProps$a = { ...at, onClick() {} };`;
    expect(
      await shown('<div id=box>Tools <button>Bold</button></div><p id=press>Open</p>', {}, watch),
    ).toEqual(['- button "Bold" [ref=e1]', '- clickable "Open" [ref=e2]']);
  });

  it('finds handlers in the records that frameworks keep on elements', async () => {
    const before = `
      const at = (id) => document.getElementById(id);
      at('react').__reactProps$abc = { onClick() {} };
      at('reactTwice').__reactProps$abc = { onDoubleClick() {} };
      at('vue')[Symbol('_vei')] = { onClick() {} };
      at('preact').l = { clickfalse() {} };
      at('preact11').__e = { onClick() {} };
      at('svelte').__click = () => {};
      at('solid').$$click = () => {};
      at('solidTwice').$$dblclick = () => {};
      at('solid2')._$$click = () => {};
      at('vapor').$evtclick = () => {};
      at('marko').$click = () => {};
      at('zone').__zone_symbol__clickfalse = [{}];
      at('d3').__on = [{ type: 'click' }];
      at('elm').elmFs = { click: () => {} };
      at('blazor')._blazorEvents_1 = { handlers: { click: {} } };
      at('jquery').jQuery3710 = { events: { click: [{}] } };
      at('delegate').jQuery3710 = { events: { click: [{ selector: '.row' }] } };
      at('jquery1').jQuery1124 = 7;
      window.jQuery = { _data: (el, key) => el.id === 'jquery1' && key === 'events' ? { click: [{}] } : undefined };`;
    const ids =
      'react reactTwice vue preact preact11 svelte solid solidTwice solid2 vapor marko zone d3 elm blazor jquery jquery1'.split(
        ' ',
      );
    expect(
      await shown(
        `${ids.map((id) => `<div id=${id}>${id}</div>`).join('')}<div id=delegate><p class=row>a row</p><p>no row</p></div>`,
        {},
        before,
      ),
    ).toEqual([
      ...ids.map((id, i) => `- clickable "${id}" [ref=e${i + 1}]`),
      '- clickable "a row" [ref=e18]',
    ]);
  });

  it("lists jQuery UI's draggables and droppables by its records, also a droppable without a handler", async () => {
    const before = `
      const on = (id, data) => { document.getElementById(id).jQuery3710 = data; };
      on('card', { events: { mousedown: [{ namespace: 'draggable' }], click: [{ namespace: 'draggable' }] } });
      on('both', { events: { mousedown: [{ namespace: 'draggable' }], click: [{ namespace: '' }] } });
      on('bin', { uiDroppable: {} });
      on('names', { events: { mousedown: [{ namespace: 'selectable' }] } });
      on('ada', { selectableItem: {} });`;
    expect(
      await shown(
        `<div id=card class=ui-draggable>Card</div><div id=both class="x ui-draggable">Both</div>
        <div id=bin class="ui-droppable bin">Bin</div><ol id=names><li id=ada class=ui-selectee>Ada</ol>`,
        {},
        before,
      ),
    ).toEqual([
      '- draggable "Card" [ref=e1]',
      '- clickable "Both" [ref=e2]',
      '- droppable "Bin" [ref=e3]',
      '- clickable "Ada" [ref=e4]',
    ]);
  });

  it('finds what SortableJS makes draggable: the items of its lists, or the handles in them', async () => {
    const before = `
      const sorts = (id, options) => { document.getElementById(id).Sortable1700000000000 = { options }; };
      sorts('cards', { draggable: '.card', handle: null });
      sorts('rows', { draggable: '>li', handle: '.grip' });
      sorts('still', { draggable: '>li', disabled: true });`;
    expect(
      await shown(
        `<div id=cards><p>Doing</p><div class=card><a href="/1">Fix</a></div><div class=card>Plan</div></div>
        <ul id=rows><li><b class=grip>::</b> Row</ul><ul id=still><li>Fixed</ul>`,
        {},
        before,
      ),
    ).toEqual([
      '- text: Doing',
      '- draggable [ref=e1]:',
      '  - link "Fix" [ref=e2]',
      '- draggable "Plan" [ref=e3]',
      '- draggable "::" [ref=e4] [description=Row]',
    ]);
  });

  it('finds clicks that an attribute of a library binds, and only clicks on the element itself', async () => {
    const pressed = [
      'phx-click="open"',
      'data-on:click="$open = true"',
      'data-on-click__once="$open = true"',
      'on:click="q-4f.js#open"',
      'q-e:click="q-4f.js#open"',
      'on-tap="open"',
      'hx-on:click="open()"',
      'hx-post="/like" hx-trigger="click once"',
      'data-action="mouseenter->card#show click->card#open"',
      'data-action="delete"',
      'jsaction="rcuQ6b:npT2md;click:h5M12e"',
      'jsaction="menu.open"',
      'data-bind="text: title, click: open"',
      '_="on click take .active from .tab"',
      'data-bs-toggle=collapse data-bs-target="#more"',
      'data-slide-to=1',
    ];
    const others = [
      'phx-click-away="close"',
      'data-on:click__outside="$open = false"',
      'hx-get="/more" hx-trigger="revealed"',
      'hx-get="/more" hx-trigger="click from:#load"',
      'data-action="resize->chart#draw"',
      'data-action="click@window->menu#hide"',
      'data-action',
      'jsaction="rcuQ6b:npT2md"',
      'data-bind="text: title"',
      '_="on click from #other hide me"',
      'data-bs-toggle=tooltip title=Help',
      'wire:loading',
    ];
    expect(
      await shown([...pressed, ...others].map((binding, i) => `<div ${binding}>Box ${i}</div>`).join('')),
    ).toEqual(pressed.map((_, i) => `- clickable "Box ${i}" [ref=e${i + 1}]`));
    expect(
      await shown('<form hx-post="/find"><p>Find</p></form><form data-action="save"><p>Save</p></form>'),
    ).toEqual(['- text: Find', '- text: Save']);
  });

  it('lists a switch once: not the track that is drawn below its transparent checkbox', async () => {
    const track = '<div style="width:40px;height:20px;cursor:pointer;background:red"></div>';
    const box = (style: string): string =>
      `<div style="position:relative"><input type=checkbox aria-label=Wifi style="position:absolute;inset:0;width:40px;height:20px;${style}">${track}</div>`;
    expect(await shown(box('opacity:0'))).toEqual(['- checkbox "Wifi" [ref=e1] [checked=false]']);
    expect(await shown(box(''))).toHaveLength(2);
  });

  it('finds handlers in the component trees that frameworks keep on their roots', async () => {
    const before = `
      const at = (id) => document.getElementById(id);
      const [vue, once, native, lone, no] = ['vue', 'once', 'native', 'lone', 'no'].map(at);
      const component = { _vnode: { elm: native, componentInstance: { _vnode: { elm: native, children: [{ elm: lone, data: { on: { click() {} } } }] } } } };
      native.__vue__ = { ...component, $vnode: { elm: native, data: { on: { click() {} } } } };
      at('vue2').__vue__ = { _vnode: { elm: at('vue2'), children: [
        { elm: vue, data: { on: { click() {} } } }, { elm: once, data: { on: { '~dblclick': () => {} } } },
        { elm: no, data: { on: { input() {} } } } ] } };
      const root = at('lit').attachShadow({ mode: 'open' });
      for (const id of ['released', 'built', 'taken']) root.append(Object.assign(document.createElement('div'), { textContent: id }));
      const [released, built, taken] = root.children;
      root._$litPart$ = { type: 2, _$AH: { _$AV: [
        '- clickable [ref=e2]',
        undefined, { type: 5, element: released, name: 'click', _$AH() {} },
        { type: 2, _$committedValue: [{ type: 2, _$committedValue: { _$parts: [{ type: 5, element: built, name: 'click', _$committedValue() {} }] } }] },
        { type: 5, element: taken, name: 'click', _$AH: Symbol('nothing') },
        { type: 3, element: taken, _$AH: { type: 5, element: taken, name: 'click' } } ] } };
      const item = { tag: 'p', dom: at('mithril'), events: { _: {}, onclick() {} } };
      item.children = [{ tag: '#', dom: at('mithril').firstChild, children: 'mithril' }, item];
      at('mithrils').vnodes = [{ tag: {}, dom: at('mithril'), instance: item }];
      const [aurelia, repeated] = ['aurelia', 'repeated'].map(at);
      const view = { bindings: [{ target: repeated, targetEvent: 'click' }] };
      at('au').$au = { 'au:resource:custom-element': {
        bindings: [{ target: aurelia, targetEvent: 'click' }, { target: {}, targetProperty: 'n' }, { target: at('gwtKeys'), targetEvent: 'input' }],
        children: [{ children: null, viewModel: { views: [view] } }] } };
      at('gwt').__eventBits = 1;
      at('gwtKeys').__eventBits = 128;`;
    const page = `
      <div id=vue2><p id=vue>Vue 2</p><p id=once>Once</p><p id=no>no</p><div id=native>Native <b id=lone>Inside</b></div></div>
      <div id=lit></div><div id=mithrils><p id=mithril>Mithril</p></div><div id=au><p id=aurelia>Aurelia</p><p id=repeated>Repeated</p></div><p id=gwt>GWT</p><p id=gwtKeys>no</p>`;
    const lines = (await shown(page, {}, before)).map((line) => line.replace(/ \[.*/, ''));
    expect(lines.map((line) => line.trim())).toEqual(
      ['Vue 2', 'Once', 'Native', 'Inside', 'released', 'built', 'Mithril', 'Aurelia', 'Repeated', 'GWT'].map(
        (name) => `- clickable "${name}"`,
      ),
    );
  });

  it('finds delegated handlers of an ancestor, also when the scope is a part of the page', async () => {
    const before = `
      document.body.jQuery3710 = { events: { click: [{ selector: '.row' }] } };
      document.getElementById('first').after(document.querySelector('dialog'));`;
    const page =
      '<p class=row id=first>One</p><p class=row>Two</p><div id=part><p class=row>Three</p></div><dialog open><p class=row>Sure</p></dialog>';
    expect(await shown(page, { scope: '#part' }, before)).toContain('- clickable "Three" [ref=e1]');
    expect((await shown(page, {}, before)).filter((line) => /clickable/.test(line))).toHaveLength(4);
  });

  it('shows ARIA states of a clickable even if its role does not support them', async () => {
    expect(
      await shown(`
        <div onclick="1" aria-expanded=false>Shipping</div>
        <div onclick="1" aria-checked=true>Dark</div>
        <li onclick="1" aria-selected=true>Lamp</li>
        <span onclick="1" aria-pressed=true>Bold</span>
        <span onclick="1" aria-disabled=true aria-pressed=maybe>Off</span>
        <table role=grid><tr><td tabindex=0 aria-checked=true>Ok</td></tr></table>
        <p aria-expanded=true>Text</p>`),
    ).toEqual([
      '- clickable "Shipping" [ref=e1] [expanded=false]',
      '- clickable "Dark" [ref=e2] [checked]',
      '- clickable "Lamp" [ref=e3] [selected]',
      '- clickable "Bold" [ref=e4] [pressed]',
      '- clickable "Off" [ref=e5] [disabled]',
      '- grid:',
      '  - gridcell "Ok" [ref=e6] [checked]',
    ]);
  });

  it('does not list a table with a click handler and a link in it, and names nothing after its whole text', async () => {
    const html =
      '<table onclick="1"><tr><th>Name<th>Link<tr><td>Lamp<td><a href=/p/1>Open</a><tr><td>Vase<td>9</table><input class="gap-right">';
    expect(await shown(html)).toEqual(['- link "Open" [ref=e1]', '- textbox [ref=e2]']);
    expect((await shown(html, { interactiveOnly: false }))[0]).toBe('- table:');
    expect(await shown('<table summary=Plan onclick="1"><tr><th>Name<tr><td>Lamp</table>')).toEqual([
      '- table "Plan" [ref=e1]',
    ]);
  });

  it('lists an icon link without href in a box with cursor: pointer', async () => {
    const html =
      '<h2 style="cursor:pointer">Lamp <a class="icon-close" style="cursor:pointer; display:inline-block; width:9px; height:9px"></a> <a name=top>Top</a></h2>';
    expect(await shown(html)).toEqual(['- heading "Lamp Top" [level=2]:', '  - clickable ~"close" [ref=e1]']);
  });

  it.runIf(IS_REAL)(
    'reads role and state of a custom element from ElementInternals in one of its properties',
    async () => {
      const body = `<x-radio tabindex=0>One</x-radio> <x-radio tabindex=0 role=button>Two</x-radio> <x-plain tabindex=0>Three</x-plain><script>
      customElements.define('x-radio', class extends HTMLElement {
        [Symbol('own')] = this.attachInternals();
        constructor() {
          super();
          const [key] = Object.getOwnPropertySymbols(this);
          this[key].role = 'radio';
          this[key].ariaChecked = 'true';
        }
      });
      customElements.define('x-plain', class extends HTMLElement { inner = { role: 'radio' }; get other() { throw 1; } });
      const fake = document.querySelector('x-plain');
      fake.internals = Object.create(window.ElementInternals.prototype);
    </script>`;
      expect(await shown(body)).toEqual([
        '- radio "One" [ref=e1] [checked]',
        '- button "Two" [ref=e2]',
        '- focusable "Three" [ref=e3]',
      ]);
    },
  );

  it.runIf(IS_REAL)('names an element by its ElementInternals', async () => {
    const body = `<x-box tabindex=0 style="display:block;height:9px"></x-box><x-box tabindex=0 aria-label=Own style="display:block;height:9px"></x-box><script>
      customElements.define('x-box', class extends HTMLElement {
        constructor() {
          super();
          this.internals = this.attachInternals();
          Object.assign(this.internals, { role: 'checkbox', ariaChecked: 'true', ariaLabel: 'Send News' });
        }
      });
    </script>`;
    expect(await shown(body)).toEqual([
      '- checkbox "Send News" [ref=e1] [checked]',
      '- checkbox "Own" [ref=e2] [checked]',
    ]);
  });

  it.runIf(IS_REAL)('shows an element as disabled whose ElementInternals say so', async () => {
    const body = `<x-item tabindex=0>Merge</x-item><script>
      customElements.define('x-item', class extends HTMLElement {
        constructor() {
          super();
          this.internals = this.attachInternals();
          Object.assign(this.internals, { role: 'menuitem', ariaDisabled: 'true' });
        }
      });
    </script>`;
    expect(await shown(body)).toEqual(['- menuitem "Merge" [ref=e1] [disabled]']);
  });

  it.runIf(IS_REAL)(
    'shows a custom element with the attribute `disabled` as disabled, and the control in its shadow root',
    async () => {
      const item = (attributes: string) =>
        `<x-item ${attributes}><template shadowrootmode=open><div role=menuitem tabindex=-1><slot></slot></div></template>Merge</x-item>`;
      expect(
        await shown(`${item('disabled')}${item('disabled=false')}<x-other role=option disabled>Asia</x-other>
        <div role=menuitem disabled>Copy</div>`),
      ).toEqual([
        '- menuitem "Merge" [ref=e1] [disabled]',
        '- menuitem "Merge" [ref=e2]',
        '- option "Asia" [ref=e3] [selected=false] [disabled]',
        '- menuitem "Copy" [ref=e4]',
      ]);
    },
  );

  it.runIf(IS_REAL)('reads the value of a slider from ElementInternals', async () => {
    const body = `<x-slider tabindex=0 aria-label=Volume style="display:block;height:9px"></x-slider><script>
      customElements.define('x-slider', class extends HTMLElement {
        constructor() {
          super();
          this.internals = this.attachInternals();
          Object.assign(this.internals, { role: 'slider', ariaValueNow: '30', ariaValueMin: '0', ariaValueMax: '100' });
        }
      });
    </script>`;
    expect(await shown(body)).toEqual(['- slider "Volume" [ref=e1] [valuemin=0] [valuemax=100]: 30']);
  });

  it('shows the selected tab where tabs are radio buttons', async () => {
    expect(
      await shown(`<div role=tablist><input type=radio name=t role=tab aria-label=One checked><input type=radio name=t role=tab aria-label=Two></div>
        <div><div><div tabindex=0>Gender</div></div><div><input></div></div>`),
    ).toEqual([
      '- tablist:',
      '  - tab "One" [ref=e1] [selected]',
      '  - tab "Two" [ref=e2] [selected=false]',
      '- focusable "Gender" [ref=e3]',
      '- textbox [ref=e4]',
    ]);
  });

  it('shows the text of a labelled button as its value, and the label of a control once', async () => {
    expect(
      await shown(`<label for=d>Day</label><button id=d>March 5, 2026</button>
        <label>Clear <button>Clear</button></label><button aria-label="Choose month">Nov 2026</button><button aria-label=More>more</button>
        <input type=checkbox id=a><div style="cursor:pointer"><label for=a>Agree</label><i></i></div>
        <div onclick="1"><label for=b>Note</label></div><input id=b>
        <label><input type=checkbox role=switch><b></b><b style="cursor:pointer">Notify</b></label>
        <div tabindex=0 aria-label="Hit policy">First</div>`),
    ).toEqual([
      '- button "Day" [ref=e1]: March 5, 2026',
      '- button "Clear" [ref=e2]',
      '- button "Choose month" [ref=e3]: Nov 2026',
      '- button "More" [ref=e4]',
      '- checkbox "Agree" [ref=e5] [checked=false]',
      '- textbox "Note" [ref=e6]',
      '- switch "Notify" [ref=e7] [checked=false]',
      '- focusable "Hit policy" [ref=e8]: First',
    ]);
  });

  it('shows the value of a drawn combobox once, without its select, its list and its remove buttons', async () => {
    expect(
      await shown(`<div role=combobox aria-label=Tags tabindex=0><select multiple tabindex=-1 style="opacity:0;position:absolute;z-index:-1">
        <option selected>red<option selected>blue</select>
        <b>red <button aria-label="Remove red">x</button></b> <b>blue <button aria-label="Remove blue">x</button></b></div>`),
    ).toContain('- combobox "Tags" [ref=e1]: red blue');
    expect(
      await shown(
        '<div role=combobox aria-label=Size tabindex=0>L <b role=button tabindex=0 aria-label="Remove L">x</b></div>',
      ),
    ).toContain('- combobox "Size" [ref=e1]: L');
    const open = await shown(
      `<div role=combobox aria-label=Rows tabindex=0 aria-expanded=true aria-controls=l><b>10</b>
        <ul role=listbox id=l><li role=option aria-selected=true>10<li role=option>25</ul></div>`,
    );
    expect(open[0]).toMatch(/^- combobox "Rows" .*: 10$/);
    const chosen = '<div role=listbox><div role=option aria-selected=true>Rome</div></div>';
    const closed = await shown(
      `<div role=combobox aria-label=City tabindex=0 aria-expanded=false>${chosen}<div hidden>${chosen}</div></div>`,
    );
    expect(closed[0]).toMatch(/^- combobox "City" .*: Rome$/);
    const both = await shown(
      `<div role=combobox aria-label=City tabindex=0 aria-expanded=true>${chosen}${chosen}</div>`,
    );
    expect(both[0]).toMatch(/^- combobox "City" .*: Rome$/);
    const empty = await shown(`<label for=s>Colours</label><div role=combobox aria-expanded=false>
      <select id=s multiple tabindex=-1 style="opacity:0;position:absolute;z-index:-1"><option>red</select><input aria-label=Colours></div>`);
    expect(empty).toContainEqual(expect.stringMatching(/^- combobox ~"Colours" [^:]*:$/));
  });

  it('names a checkbox after the clickable label behind it, not after the button behind that', async () => {
    const item =
      '<li><input type=checkbox><label onclick="edit()">Buy milk</label><button onclick="drop()">x</button>';
    expect((await shown(`<ul>${item}</ul>`))[0]).toMatch(/^- checkbox ~"Buy milk" /);
  });

  it('does not list a label by its cursor whose `for` refers to nothing, but by its handler', async () => {
    expect(
      await shown(`
        <label for=nothing style="cursor:pointer">City</label><label for=nothing onclick="go()">Open</label>
        <label style="cursor:pointer">Drawn</label>`),
    ).toEqual(['- clickable "Open" [ref=e1]', '- clickable "Drawn" [ref=e2]']);
  });

  it('finds all cells of a grid with roving tabindex', async () => {
    expect(
      await shown(`
        <div role=grid><div role=row><div role=gridcell tabindex=0>A</div><div role=gridcell>B</div></div></div>
        <div role=grid><div role=row><div role=gridcell>C</div><div role=gridcell>D</div></div></div>`),
    ).toEqual(['- grid:', '  - row:', '    - gridcell "A" [ref=e2]', '    - gridcell "B" [ref=e3]']);
  });

  it('shows a canvas that is large enough to draw on', async () => {
    const html =
      '<canvas></canvas><canvas width=50 height=20></canvas><canvas style="pointer-events:none"></canvas><canvas role=img aria-label=Sales></canvas>';
    expect(await shown(html)).toEqual(engine.hasLayout ? ['- clickable ~"canvas" [ref=e1]'] : []);
  });

  it('lists droppables, hoverables and draggables, unless they only hold other controls', async () => {
    expect(
      await shown(`
        <div ondrop="1" ondragover="event.preventDefault()">Done</div>
        <div @dragover.prevent="x">Doing</div>
        <div onmouseenter="1">Products</div>
        <div oncontextmenu="1">Row 7</div>
        <div style="cursor:grab">Handle</div>
        <div style="cursor:move">Title bar <button>x</button></div>
        <div ondrop="1">Card <button>y</button></div>
        <div @click.outside="close()">Menu</div>
        <div style="cursor:move"><span style="cursor:move">Inherited</span></div>
        <div style="cursor:move">Standup <span style="cursor:ns-resize;display:inline-block;width:9px;height:9px"></span></div>`),
    ).toEqual([
      '- droppable "Done" [ref=e1]',
      '- droppable "Doing" [ref=e2]',
      '- hoverable "Products" [ref=e3]',
      '- clickable "Row 7" [ref=e4]',
      '- draggable "Handle" [ref=e5]',
      '- button "x" [ref=e6]',
      '- button "y" [ref=e7]',
      '- draggable "Inherited" [ref=e8]',
      '- draggable "Standup" [ref=e9]:',
      '  - draggable ~"ns-resize" [ref=e10]',
    ]);
  });

  it.runIf(IS_REAL)('finds a droppable whose handler is set as a property', async () => {
    expect(await shown('<div id=zone>To do</div><script>zone.ondrop = () => drop();</script>')).toEqual([
      '- droppable "To do" [ref=e1]',
    ]);
  });

  it('lists an icon with a tooltip in a clickable box, but not one in a button, nor a word with a tooltip', async () => {
    const icon = '<i title=Edit>✎</i>';
    expect(
      await shown(
        `<div style="cursor:pointer">Ann ${icon}<i title="May 7">Now</i></div><button>Bob ${icon}</button>`,
      ),
    ).toEqual([
      '- clickable "Ann Now" [ref=e1]:',
      '  - clickable "✎" [ref=e2] [description=Edit]',
      '- button "Bob ✎" [ref=e3]',
    ]);
  });

  it('lists an icon with a tooltip once where the clickable box around it has no text', async () => {
    const box = (inside: string): string => `<a style="cursor:pointer">${inside}</a>`;
    const icon = (name: string): string => `<img title=${name} alt=${name} width=24 height=24 src=data:,>`;
    expect(await shown(box(icon('Add')) + box(icon('Up') + icon('Down')))).toEqual([
      '- image "Add" [ref=e1]',
      '- image "Up" [ref=e2]',
      '- image "Down" [ref=e3]',
    ]);
  });

  it('lists a link once whose picture has an onmouseover handler', async () => {
    const picture = '<img alt=Run width=24 height=24 src=data:, onmouseover="this.className = 1">';
    expect(await shown(`<a href=/run>${picture}</a><p>${picture}</p>`)).toEqual([
      '- link "Run" [ref=e1]',
      '- image "Run" [ref=e2]',
    ]);
  });

  it('finds tabs and cells that only arrow keys reach, and headers that sort', async () => {
    expect(
      await shown(`
        <div><x-tab tabindex=0>First</x-tab><x-tab tabindex=-1>Second</x-tab></div>
        <p tabindex=-1>Heading that is scrolled to</p>
        <div role=grid><div role=row><div role=columnheader aria-sort=none>Name</div><div role=columnheader>Age</div></div>
          <div role=row><div role=gridcell tabindex=-1>Ada</div><div role=gridcell>36</div></div></div>`),
    ).toEqual([
      '- focusable "First" [ref=e1]',
      '- focusable "Second" [ref=e2]',
      '- grid:',
      '  - columnheader "Name" [ref=e3]',
      '  - row:',
      '    - gridcell "Ada" [ref=e5]',
      '    - gridcell "36"',
    ]);
  });

  it('shows the sort order at the button in a header, and keeps a header that holds a filter', async () => {
    expect(
      await shown(`<table><tr><th aria-sort=descending style="cursor:pointer"><div role=button tabindex=0>Weight</div></th>
        <th aria-sort=none>Name <input aria-label=Filter></th></tr><tr><td>4<td>Ada</table>`),
    ).toEqual([
      '- button "Weight" [ref=e1] [sort=descending]',
      '- columnheader "Name Filter" [ref=e2]:',
      '  - textbox "Filter" [ref=e3]',
    ]);
  });

  it.runIf(IS_REAL)(
    'takes cursor: pointer on a list or a table as that of its items, rows or headers',
    async () => {
      const html = `
        <ul style="cursor:pointer"><li>Home</li><li>Shop</li><li><a href="/cart">Cart</a></li></ul>
        <table style="cursor:pointer"><tr><td>Lamp<td>3</tr><tr><td>Rug<td>4</tr></table>
        <table><thead style="cursor:pointer"><tr><th>May<th>2026</tr></thead><tr><td>30</table>
        <ul style="cursor:pointer" onclick="open()"><li>Paid</li><li>Sent</li></ul>
        <div style="cursor:pointer">Small<ul><li>Light</li><li>Red</li></ul></div>`;
      expect(await shown(html)).toEqual([
        '- clickable "Home" [ref=e1]',
        '- clickable "Shop" [ref=e2]',
        '- link "Cart" [ref=e3]',
        '- clickable "Lamp 3" [ref=e4]',
        '- clickable "Rug 4" [ref=e5]',
        '- columnheader "May" [ref=e6]',
        '- columnheader "2026" [ref=e7]',
        '- clickable "Paid" [ref=e8]',
        '- clickable "Sent" [ref=e9]',
        '- clickable "Small Light Red" [ref=e10]',
      ]);
    },
  );

  it('lists the lines of a menu that handles their clicks, but not those of a box with paragraphs, a button or cursor: pointer', async () => {
    const line = (name: string): string => `<div class=line>${name}</div>`;
    const box = (inside: string, style = ''): string =>
      `<div onclick="pick(event)" style="${style}">${inside}</div>`;
    expect(
      await shown(
        [
          box(`${line('Rename')}<div class=rule></div>${line('<i></i><span>Delete</span>')}`),
          box('<p>Lamp</p><p>Brass</p>'),
          box(line('Vase') + line('Clay'), 'cursor:pointer'),
          box(line('Rug') + line('<button>Buy</button>')),
          box(`Chair ${box(line('Edit') + line('Drop'))}`, 'cursor:pointer'),
        ].join(''),
      ),
    ).toEqual([
      '- clickable "Rename" [ref=e1]',
      '- clickable "Delete" [ref=e2]',
      '- clickable "Lamp Brass" [ref=e3]',
      '- clickable "Vase Clay" [ref=e4]',
      '- clickable "Rug" [ref=e5]:',
      '  - button "Buy" [ref=e6]',
      '- clickable "Chair" [ref=e7]:',
      '  - clickable "Edit" [ref=e8]',
      '  - clickable "Drop" [ref=e9]',
    ]);
  });

  it('shows a wrapper that is known by its cursor with its own role', async () => {
    const html = `
        <h2 style="cursor:pointer">Orders <button>Fold</button></h2>
        <ul><li style="cursor:pointer"><a href="/1">One</a> (new)</li></ul>
        <section aria-label=Offers style="cursor:pointer"><button>Buy</button></section>
        <table>
          <tr><th>Name<th>Actions</tr>
          <tr style="cursor:pointer"><td>Lamp<td><button>Edit</button></tr>
          <tr style="cursor:pointer"><td>Rug <td>none</tr>
        </table>`;
    expect(await shown(html, { interactiveOnly: false })).toEqual([
      '- heading "Orders Fold" [level=2]:',
      '  - button "Fold" [ref=e1]',
      '- listitem:',
      '  - link "One" [ref=e3]',
      '  - text: (new)',
      '- region "Offers":',
      '  - button "Buy" [ref=e4]',
      '- table:',
      '  - row [ref=e5]:',
      '    - columnheader "Name"',
      '    - columnheader "Actions"',
      '  - row:',
      '    - cell "Lamp"',
      '    - cell:',
      '      - button "Edit" [ref=e7]',
      '  - row "Rug none" [ref=e8]:',
      '    - cell "Rug"',
      '    - cell "none"',
    ]);
    expect(await shown(html)).toEqual([
      '- heading "Orders Fold" [level=2]:',
      '  - button "Fold" [ref=e1]',
      '- link "One" [ref=e2]',
      '- region "Offers":',
      '  - button "Buy" [ref=e3]',
      '- button "Edit" [ref=e4]',
      '- row "Rug none" [ref=e5]',
    ]);
  });

  it('lists a link with another role, whatever is in it', async () => {
    expect(
      await shown(`
        <a href="/1" role=heading>News <button>Hide</button></a>
        <p><a href="/2" role=img aria-label=Logo><button>x</button></a></p>`),
    ).toEqual([
      '- heading "News Hide" [level=2] [ref=e1]:',
      '  - button "Hide" [ref=e2]',
      '- image "Logo" [ref=e3]:',
      '  - button "x" [ref=e4]',
    ]);
    const days = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
    expect(
      await shown(`
        <div role=row><a href="/3" role=gridcell>${days.map((day) => `<button>${day}</button> `).join('')}</a></div>
        <a href="/4" role=group><button>Buy</button> <button>Save</button></a>`),
    ).toEqual([
      `- gridcell "${days.join(' ')}" [ref=e1]:`,
      ...days.map((day, i) => `  - button "${day}" [ref=e${i + 2}]`),
      '- clickable [ref=e11]:',
      '  - button "Buy" [ref=e12]',
      '  - button "Save" [ref=e13]',
    ]);
  });

  it('does not list a link with another role where the controls in it are what to act on', async () => {
    expect(
      await shown(`
        <a href="/1" role=listitem><button>Buy</button></a>
        <a href="#" role=group><button>Bold</button> <button>Large</button></a>
        <a href="javascript:void(0)" role=listitem><label><input type=checkbox> Small</label></a>`),
    ).toEqual([
      '- button "Buy" [ref=e1]',
      '- button "Bold" [ref=e2]',
      '- button "Large" [ref=e3]',
      '- checkbox "Small" [ref=e4] [checked=false]',
    ]);
  });

  it('gives no ref to a wrapper known only by its cursor when something inside it is interactive', async () => {
    expect(await shown('<div style="cursor:pointer">Card <button>Buy</button></div>')).toEqual([
      '- button "Buy" [ref=e1]',
    ]);
  });

  it('lists a row with cursor: pointer beside its drag handle with cursor: move', async () => {
    const row = (name: string): string =>
      `<div style="cursor:pointer">${name} <i aria-label=Move style="cursor:move">⠿</i></div>`;
    expect(await shown(`<div>${row('Header')}${row('Footer')}</div>`)).toEqual([
      '- clickable "Header" [ref=e1]:',
      '  - draggable "Move" [ref=e2]',
      '- clickable "Footer" [ref=e3]:',
      '  - draggable "Move" [ref=e4]',
    ]);
  });

  it('lists any element with aria-selected', async () => {
    expect(
      await shown(
        '<div aria-selected=false>Standup</div><div aria-selected=true>Review</div><div>Lunch</div>',
      ),
    ).toEqual(['- clickable "Standup" [ref=e1]', '- clickable "Review" [ref=e2] [selected]']);
  });

  it('does not list a part of a control that only repeats it', async () => {
    const part = 'style="cursor:pointer;display:inline-block;width:9px;height:9px"';
    expect(
      await shown(`
        <div role=checkbox tabindex=0 aria-checked=false><div ${part}></div><span>News</span></div>
        <div role=switch tabindex=0 aria-checked=true aria-label=Dark><div ${part}><svg></svg></div></div>
        <div role=radio tabindex=0 aria-checked=false style="width:fit-content"><b onclick="1">A</b></div>
        <button style="cursor:default">Go <i class=icon-trash ${part}></i></button>
        ${engine.hasLayout ? `<button aria-label=Back style="cursor:default"><i class=icon-prev ${part}></i></button>` : '<button aria-label=Back></button>'}
        <div role=option aria-selected=false>Red <b onclick="1">x</b></div>`),
    ).toEqual([
      '- checkbox "News" [ref=e1] [checked=false]',
      '- switch "Dark" [ref=e2] [checked]',
      '- radio "A" [ref=e3] [checked=false]',
      '- button "Go" [ref=e4]:',
      '  - clickable ~"trash" [ref=e5]',
      '- button "Back" [ref=e6]',
      '- option "Red x" [ref=e7] [selected=false]:',
      '  - clickable "x" [ref=e8]',
    ]);
  });

  it.runIf(IS_REAL)(
    'lists the clickable text of a header that a click at the centre of the header would miss',
    async () => {
      const head = (at: string) =>
        `<tr><th tabindex=0 style="width:300px;text-align:${at}"><b style="cursor:pointer">Age</b>`;
      expect(await shown(`<table>${head('left')}${head('center')}</table>`)).toEqual([
        '- columnheader "Age" [ref=e1]:',
        '  - clickable "Age" [ref=e2]',
        '- columnheader "Age" [ref=e3]',
      ]);
    },
  );

  it('does not list a cell with a handler whose only content is a link that fills it', async () => {
    const day = (rest: string) => `<table><tr><th>Day<tr><td onclick="1" style="padding:0">${rest}</table>`;
    const shownOf = async (rest: string) =>
      (await shown(day(rest))).filter((line) => line.includes('ref=')).map((line) => line.trim());
    const small = '<a href="/a" style="display:block;width:9px;margin-right:90px">1</a>';
    expect(await shownOf('<a href="/a" style="display:block">1</a>')).toEqual(['- link "1" [ref=e1]']);
    if (engine.hasLayout)
      expect(await shownOf(small)).toEqual(['- cell "1" [ref=e1]:', '- link "1" [ref=e2]']);
    expect(await shownOf('<a href="/a">1</a> of <a href="/b">2</a>')).toEqual([
      '- cell "1 of 2" [ref=e1]:',
      '- link "1" [ref=e2]',
      '- link "2" [ref=e3]',
    ]);
  });

  it.runIf(IS_REAL)('lists a hidden switch instead of the box that handles its clicks', async () => {
    const html = `<style>input { opacity: 0; width: 0; height: 0; margin: 0; position: absolute } i { display: inline-block; width: 40px; height: 20px; cursor: pointer }</style>
      <div onclick="1"><input type=checkbox role=switch aria-label=Dark><i></i></div>`;
    expect(await shown(html)).toEqual(['- switch "Dark" [ref=e1] [checked=false]']);
  });

  it('shows the value of a combobox also where its overridden aria-label repeats it', async () => {
    const box = (label: string): string =>
      `<b id=f>Fruit</b><div role=combobox tabindex=0 aria-labelledby="${label}" aria-label=Pear>Pear</div>`;
    expect(await shown(box('f'))).toContain('- combobox "Fruit" [ref=e1]: Pear');
    expect(await shown(box(''))).toContain('- combobox "Pear" [ref=e1] [description=Fruit]');
  });

  it('leaves glyphs of icon fonts out of the value of a combobox', async () => {
    expect(await shown('<div role=combobox tabindex=0 aria-label=Metal>Gold <i>\ue969</i></div>')).toEqual([
      '- combobox "Metal" [ref=e1]: Gold',
    ]);
  });

  it('describes buttons of the same name by their tooltips, also in a snapshot for reading', async () => {
    const signs = `<button title="Town hall">Marker</button><button title=Station>Marker</button><button title="To the top">Up</button>`;
    expect(await shown(signs, { interactiveOnly: false })).toEqual([
      '- button "Marker" [ref=e1] [description="Town hall"]',
      '- button "Marker" [ref=e2] [description=Station]',
      '- button "Up" [ref=e3]',
    ]);
  });

  it('shows the text of a visible tooltip, and the controls in it', async () => {
    expect(
      await shown(`
        <button>Save</button><div role=tooltip>Help text</div>
        <div role=tooltip><div>Really?</div><button>Yes</button></div>
        <div role=tooltip><ul role=menu><li role=menuitem tabindex=-1>Copy</li></ul></div>`),
    ).toEqual([
      '- button "Save" [ref=e1]',
      '- tooltip "Help text"',
      '- tooltip: Really?',
      '  - button "Yes" [ref=e2]',
      '- menu:',
      '  - menuitem "Copy" [ref=e3]',
    ]);
  });

  it.runIf(IS_REAL)(
    'does not list a box with a click handler that fills a dialog from its shadow root',
    async () => {
      expect(
        await shown(`<x-dialog role=dialog aria-label=Tips><template shadowrootmode=open><div onclick="1"><h2>Tips</h2><slot></slot></div></template>
        <p>Words here</p><button>Cancel</button></x-dialog>`),
      ).toEqual([
        '- dialog "Tips":',
        '  - heading "Tips" [level=2]',
        '  - paragraph: Words here',
        '  - button "Cancel" [ref=e1]',
      ]);
    },
  );

  it('does not list a box with a click handler that fills a dialog', async () => {
    expect(
      await shown(`<div role=dialog aria-label=Tips><div onclick="1"><h2>Tips</h2><p>Words here</p><button>Cancel</button></div></div>
        <div role=dialog aria-label=Items><div onclick="1">Lamp <button>x</button></div><div onclick="1">Vase <button>x</button></div></div>`),
    ).toEqual([
      '- dialog "Tips":',
      '  - heading "Tips" [level=2]',
      '  - paragraph: Words here',
      '  - button "Cancel" [ref=e1]',
      '- dialog "Items":',
      '  - clickable "Lamp" [ref=e2]:',
      '    - button "x" [ref=e3]',
      '  - clickable "Vase" [ref=e4]:',
      '    - button "x" [ref=e5]',
    ]);
  });

  it('lists once a control and a clickable around or inside of it with the same name', async () => {
    expect(
      await shown(`
        <div role=menuitem tabindex=0><div onclick="1">Work</div></div>
        <div onclick="1"><input aria-label=From value=1><span>-</span><input aria-label=To value=9></div>
        <div role=button tabindex=0 style="display:inline-block"><button onclick="1">Choose file</button></div>
        <label><input type=radio style="opacity:0;position:absolute"><span style="cursor:pointer">Extra</span></label>`),
    ).toEqual([
      '- menuitem "Work" [ref=e1]',
      '- textbox "From" [ref=e2]: 1',
      '- textbox "To" [ref=e3]: 9',
      '- button "Choose file" [ref=e4]',
      '- radio "Extra" [ref=e5] [checked=false]',
    ]);
  });

  it('reads only the text of a drawing that `text` or `title` elements hold', async () => {
    const html = `<button><svg><path></path>,<path></path></svg>Aa</button>
      <button><svg><text>T <tspan>S</tspan></text></svg></button><button><svg><title>Tip</title></svg></button>`;
    expect(await shown(html)).toEqual([
      '- button "Aa" [ref=e1]',
      '- button "T S" [ref=e2]',
      '- button "Tip" [ref=e3]',
    ]);
  });

  it('does not list a clickable box that shows only the name and the value of the field in it', async () => {
    expect(
      await shown(`<div onclick="1"><div>Tags</div><span>Red</span> <span>Blue</span>
        <input role=combobox aria-label=Tags value="Red, Blue"><button>Clear</button></div>`),
    ).toEqual(['- combobox "Tags" [ref=e1]: Red, Blue', '- button "Clear" [ref=e2]']);
  });

  it.runIf(IS_REAL)(
    'shows the tooltip of a mark that generated content draws outside of its box',
    async () => {
      expect(
        await shown(
          `<style>[title]::before { position: absolute; width: 8px; height: 8px } .on::before { content: "•" }</style>
         <p>Offers <span class=on title=Unread></span></p><p>Plans <span title=Unread></span></p>`,
          { interactiveOnly: false },
        ),
      ).toEqual(['- paragraph: Offers Unread', '- paragraph: Plans']);
    },
  );

  it('shows the states of a link or button at the menu item that holds only that', async () => {
    expect(
      await shown(`<style>li { width: max-content }</style><ul role=menu>
        <li role=menuitem><a href="/a" aria-haspopup=menu aria-expanded=false>More</a></li>
        <li role=menuitem><button disabled>Delete</button></li></ul>`),
    ).toEqual([
      '- menu:',
      '  - menuitem "More" [ref=e1] [expanded=false] [haspopup=menu]',
      '  - menuitem "Delete" [ref=e2] [disabled]',
    ]);
  });

  it('shows the value of a combobox once where a readonly textbox in it draws that', async () => {
    const box = (role: string): string =>
      `<div role=combobox tabindex=0 aria-expanded=false aria-label=Author><span role=textbox ${role}>Lem</span></div>`;
    expect(await shown(`${box('aria-readonly=true')}${box('aria-readonly=true tabindex=0')}`)).toEqual([
      '- combobox "Author" [ref=e1] [expanded=false]: Lem',
      '- combobox "Author" [ref=e2] [expanded=false]: Lem',
      '  - textbox [ref=e3] [readonly]: Lem',
    ]);
  });

  it('does not list a custom element with the name of the only button in it', async () => {
    const before = `const [host] = document.getElementsByTagName('x-button');
      host.onclick = () => { document.title = 'run'; };
      host.attachShadow({ mode: 'open' }).innerHTML = '<button aria-label=Run>▸</button>';`;
    expect(
      await shown(
        `<ul><li tabindex=0 onclick=1>New</li></ul>
        <x-button tabindex=0 aria-label=Run style="display:inline-block"></x-button>`,
        {},
        before,
      ),
    ).toEqual(['- clickable "New" [ref=e1]', '- button "Run" [ref=e2]']);
  });

  it('leaves generated content at the end of an editor out of its value', async () => {
    expect(
      await shown(`<style>[data-rest]::after { content: attr(data-rest) }</style>
        <span contenteditable role=textbox aria-label=Tag data-rest=ue>bl</span>`),
    ).toEqual(['- textbox "Tag" [ref=e1]: bl']);
  });

  it('does not take generated content in an empty editor for its value', async () => {
    const editor = (text: string): string =>
      `<div contenteditable role=textbox aria-label=Title>${text}<span data-hint="Add title" contenteditable=false></span></div>`;
    expect(
      await shown(
        `<style>[data-hint]::after { content: attr(data-hint) }</style>${editor('\ufeff')}${editor('News')}`,
      ),
    ).toEqual(['- textbox "Title" [ref=e1]', expect.stringMatching(/^- textbox "Title" \[ref=e2\]: News/)]);
  });

  it('tells folders from files in a tree', async () => {
    expect(
      await shown(`<ul role=tree aria-label=Files>
        <li role=treeitem aria-expanded=true>src<ul role=group><li role=treeitem>main.ts</li></ul></li>
        <li role=treeitem aria-expanded=false>docs</li></ul>`),
    ).toEqual([
      '- tree "Files":',
      '  - treeitem "src" [level=1] [ref=e1] [expanded]:',
      '    - treeitem "main.ts" [level=2] [ref=e2]',
      '  - treeitem "docs" [level=1] [ref=e3] [expanded=false]',
    ]);
  });

  it.runIf(IS_REAL)('does not take a dialog for modal that is a part of a panel or of a menu', async () => {
    const dialog = (name: string, style: string): string =>
      `<div role=dialog aria-modal=true aria-label=${name} style="${style}"><button>${name}</button></div>`;
    const inPanel = `<div style="position:fixed">${dialog('Ink', '')}${dialog('Paper', '')}</div><button>Draw</button>`;
    expect(await shown(inPanel)).toEqual([
      '- dialog "Ink":',
      '  - button "Ink" [ref=e1]',
      '- dialog "Paper":',
      '  - button "Paper" [ref=e2]',
      '- button "Draw" [ref=e3]',
    ]);
    const inMenu = `<div style="position:absolute"><button>Open</button>${dialog('Sky', '')}</div><button>Draw</button>`;
    expect(await shown(inMenu)).toEqual([
      '- button "Open" [ref=e1]',
      '- dialog "Sky":',
      '  - button "Sky" [ref=e2]',
      '- button "Draw" [ref=e3]',
    ]);
    const overWindow = `<div style="position:fixed;inset:0"><button>Close</button>${dialog('Sure', '')}</div><button>Draw</button>`;
    expect((await shown(overWindow)).slice(0, 2)).toEqual([
      '- dialog "Sure" [modal]:',
      '  - button "Sure" [ref=e2]',
    ]);
    expect(await shown(dialog('One', 'position:fixed') + dialog('Two', 'position:fixed'))).toEqual([
      '- dialog "One" [modal]:',
      '  - button "One" [ref=e1]',
      '- dialog "Two" [modal]:',
      '  - button "Two" [ref=e2]',
    ]);
  });

  it('keeps dialogs, alerts and live regions with their text', async () => {
    expect(
      await shown(`
        <p>Ordinary text</p>
        <div role=alert>Card declined</div>
        <div aria-live=polite>3 results</div>
        <div role=dialog aria-label="Cookies"><p>We use cookies.</p><button>Accept</button></div>`),
    ).toEqual([
      '- alert: Card declined',
      '- generic [live=polite]: 3 results',
      '- dialog "Cookies":',
      '  - paragraph: We use cookies.',
      '  - button "Accept" [ref=e1]',
    ]);
  });

  it('masks secrets, whatever the type of their field', async () => {
    const text = (
      await shown(`
        <input type=password value="hunter2hunter2" aria-label=Password>
        <input autocomplete=cc-number value="4111111111111111" aria-label=Card>
        <input autocomplete=one-time-code value="123456" aria-label=Code>`)
    ).join('\n');
    expect(text).toContain('textbox "Password"');
    expect(text).not.toMatch(/hunter2|4111|123456/);
  });

  it('masks the one-character fields of a code, known by a class or id around them', async () => {
    const boxes = (count: number, attributes = ''): string =>
      `<div>${'<input maxlength=1 value=7 aria-label=Box>'.repeat(count - 1)}<input value=8 aria-label=Box ${attributes}></div>`;
    const valuesOf = async (html: string): Promise<string> =>
      (await shown(html)).map((line) => line.slice(line.indexOf(': ') + 2)).join('');
    expect(await valuesOf(`<div class=otp-input>${boxes(6, 'maxlength=1')}</div>`)).toBe('••••••');
    expect(await valuesOf(`<form id=verifyCode>${boxes(4, 'maxlength=1')}</form>`)).toBe('••••');
    // No code: a word puzzle, a field without maxlength=1 among them, and fewer than four fields.
    expect(await valuesOf(`<div class=typing-game>${boxes(5, 'maxlength=1')}</div>`)).toBe('77778');
    expect(await valuesOf(`<div class=otp-input>${boxes(6)}</div>`)).toBe('777778');
    expect(await valuesOf(`<div class=pin>${boxes(3, 'maxlength=1')}</div>`)).toBe('778');
  });
});
