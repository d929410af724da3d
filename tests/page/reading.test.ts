import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotText } from '../../src/contract.ts';
import { type Engine, IS_REAL, openEngine, shown, withPage } from '../support/engine.ts';
import { FORMULA_HAS_BOXES } from '../support/engine-differences.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

describe('a snapshot for reading', () => {
  const full = { interactiveOnly: false };

  it('reads in document order, with loose text between the elements', async () => {
    expect(
      await shown(
        `<main><h1>Cart</h1><p>Total <b>42,00</b> EUR, <a href="/vat">VAT</a> included.</p>
        <ul><li>One</li><li>Two <button>x</button></li></ul>
        <table><tr><th>Name</th><th>Price</th></tr><tr><td>Lamp</td><td>9</td></tr></table></main>`,
        full,
      ),
    ).toEqual([
      '- main:',
      '  - heading "Cart" [level=1]',
      '  - paragraph: Total 42,00 EUR,',
      '    - link "VAT" [ref=e1]',
      '    - text: included.',
      '  - list:',
      '    - listitem [ref=e2]: One',
      '    - listitem: Two',
      '      - button "x" [ref=e4]',
      '  - table:',
      '    - row [ref=e5]:',
      '      - columnheader "Name"',
      '      - columnheader "Price"',
      '    - row [ref=e6]:',
      '      - cell "Lamp"',
      '      - cell "9"',
    ]);
  });

  it.runIf(IS_REAL)('reads the content of a box that is only focusable once, in document order', async () => {
    const terms = '<p>First words</p><button>OK</button><p>Last words</p>';
    expect(
      await shown(
        `<div tabindex=0>${terms}</div><div tabindex=0 style="height:30px;overflow:auto">${terms}</div>
        <div tabindex=0>Plan <b>A</b></div>`,
        full,
      ),
    ).toEqual([
      '- focusable [ref=e1]:',
      '  - paragraph: First words',
      '  - button "OK" [ref=e2]',
      '  - paragraph: Last words',
      expect.stringMatching(/^- focusable \[ref=e3\] \[scroll=down:\d+\]:$/),
      '  - paragraph: First words',
      '  - button "OK" [ref=e4]',
      '  - paragraph: Last words',
      '- focusable "Plan A" [ref=e5]',
    ]);
  });

  it.each([
    ['that closes the menus of the page', 'onclick="closeMenus()"', 'clickable'],
    ['with a pointer, which lets old phones send clicks', 'style="cursor:pointer"', 'clickable'],
    ['that is dragged', 'draggable=true', 'draggable'],
  ])('reads the headings and texts in a box %s in document order', async (_, attribute, hint) => {
    const long = 'A text that is no name of a box. '.repeat(5).trim();
    expect(
      await shown(`<div ${attribute}><h2>One</h2><p>${long}</p><h2>Two</h2><p>${long}</p></div>`, full),
    ).toEqual([
      `- ${hint} [ref=e1]:`,
      '  - heading "One" [level=2]',
      `  - paragraph: ${long}`,
      '  - heading "Two" [level=2]',
      `  - paragraph: ${long}`,
    ]);
  });

  it('reads a document that is edited as it is set', async () => {
    expect(
      await shown(
        '<div contenteditable><h1>Plan</h1><p>First</p><ul><li>One</li></ul><p>Last</p></div>',
        full,
      ),
    ).toEqual([
      '- editable [ref=e1]:',
      '  - heading "Plan" [level=1]',
      '  - paragraph: First',
      '  - listitem [ref=e2]: One',
      '  - paragraph: Last',
    ]);
  });

  it.each([
    ['a text area', (text: string) => `<textarea>${text}</textarea>`],
    ['a text box', (text: string) => `<div contenteditable role=textbox>${text}</div>`],
  ])('reads all of a long text in %s, in pages of its budget', async (_, field) => {
    const words = Array.from({ length: 1500 }, (__, i) => `word${i}`);
    await withPage(engine, `<!doctype html><body>${field(words.join(' '))}`, async (page) => {
      let read = '';
      let after: string | undefined;
      do {
        const { text } = await page.json<SnapshotText>('snapshot', {
          format: 'text',
          ...full,
          ...(after && { after }),
        });
        expect(text.length).toBeLessThanOrEqual(12_000);
        read += text;
        after = /after=(\S+)$/.exec(text)?.[1];
      } while (after);
      expect(read.match(/\bword\d+/g)).toEqual(words);
    });
  });

  it('keeps the ref of a clickable card that is too long for a name, with a control inside', async () => {
    const long = 'A text that is no name of a card. '.repeat(8).trim();
    expect(
      await shown(`<div onclick="open()"><h3>Lamp</h3><p>${long}</p><button>Like</button></div>`, full),
    ).toEqual([
      '- clickable [ref=e1]:',
      '  - heading "Lamp" [level=3]',
      `  - paragraph: ${long}`,
      '  - button "Like" [ref=e2]',
    ]);
  });

  it.runIf(IS_REAL)(
    'joins texts of a line as they look: with a space for a gap or between boxes, with superscripts and ruby',
    async () => {
      expect(
        await shown(
          `<style>b { margin-left: 10px } i { display: inline-block } code { padding: 4px }</style>
        <div><span>Ann</span><b>10:02</b></div>
        <div><span>Total:</span><b>42</b></div>
        <div><i>One</i><i>Two</i></div>
        <div><i>H</i><i>i</i></div>
        <div><i style="width:30px">8</i><i style="width:30px">9</i></div>
        <p>Some <code>key</code>s, un<em>like</em>ly</p>
        <p>$10<sup>99</sup>, 5 m<sup>2</sup></p>
        <p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む</p>
        <p><span style="float:left;font-size:40px">O</span>nce upon a time</p>
        <table><tr><th>Size<tr><td><i>One</i><i>Two</i><tr><td>A<b>9</b></table>
        <p>^</p>`,
          full,
        ),
      ).toEqual([
        '- text: Ann 10:02',
        '- text: Total: 42',
        '- text: One Two',
        '- text: Hi',
        '- text: 8 9',
        '- paragraph: Some keys, unlikely',
        '- paragraph: $10^99, 5 m2',
        '- paragraph: 漢(かん)字(じ)を読む',
        '- paragraph: Once upon a time',
        '- table:',
        '  - row [ref=e1]:',
        '    - columnheader "Size"',
        '  - row [ref=e2]:',
        '    - cell "One Two"',
        '  - row [ref=e3]:',
        '    - cell "A9"',
        '- paragraph: ^',
      ]);
    },
  );

  it('reads icons and other content without text by their classes or tooltips, once', async () => {
    const icon = 'style="display:inline-block;width:10px;height:10px"';
    expect(
      await shown(
        `<table><caption>Plans</caption><tr><th>API<th>SSO<th>Mail<th>Chat
          <tr><td><svg ${icon} class="icon-cross" width=10 height=10></svg><td><i ${icon} class="fa fa-check"></i><td>✓<td class="last">
        </table>
        <p>Ann <span ${icon} title="Online"></span></p>
        <div title="3 of 5 stars"><i ${icon}></i><i ${icon}></i></div>
        <div title="Tip">Words</div>
        <a href="/h"><i ${icon} title="Home"></i></a>
        <input type=radio name=r id=r1 value=1><label for=r1>★</label> <input type=radio name=r id=r2 value=2><label for=r2>★</label>`,
        full,
      ),
    ).toEqual([
      '- table "Plans":',
      '  - row [ref=e1]:',
      '    - columnheader "API"',
      '    - columnheader "SSO"',
      '    - columnheader "Mail"',
      '    - columnheader "Chat"',
      '  - row [ref=e2]:',
      '    - cell: cross',
      '    - cell: check',
      '    - cell "✓"',
      '    - cell',
      '- paragraph: Ann Online',
      '- text: 3 of 5 stars',
      '- text: Words',
      '- link "Home" [ref=e3]',
      '- radio "★" [ref=e4] [checked=false] [description=1]',
      '- radio "★" [ref=e5] [checked=false] [description=2]',
    ]);
  });

  it.runIf(IS_REAL)('reads a formula in the notation that it was written in', async () => {
    const formula = (inside: string, attributes = '') => `<math ${attributes}>${inside}</math>`;
    const square = '<msup><mi>x</mi><mn>2</mn></msup>';
    const tex = `<semantics>${square}<annotation encoding="application/x-tex">x^2</annotation></semantics>`;
    expect(
      await shown(
        `<p>Of ${formula(square)} and ${formula(tex)}</p><h2>Law of ${formula(square, 'alttext="x squared"')}</h2>`,
        full,
      ),
    ).toEqual([
      '- paragraph: Of',
      FORMULA_HAS_BOXES ? '  - math "x 2"' : '  - math "x2"',
      '  - text: and',
      '  - math "x^2"',
      '- heading "Law of x squared" [level=2]',
    ]);
  });

  it.runIf(IS_REAL)('includes generated content in the label of a field', async () => {
    expect(
      await shown(
        '<style>.need::after { content: " required" }</style><b id=l class=need>Name</b> <input aria-labelledby=l>',
      ),
    ).toEqual(['- textbox "Name required" [ref=e1]']);
  });

  it.runIf(IS_REAL)('reads words in generated content, but no bullets, arrows or icon glyphs', async () => {
    expect(
      await shown(
        `<style>
          .sale::before { content: 'Sale' } .eur:after { content: ' €' } .usd::before { content: '$' }
          .no::before { content: '\\2717' } .vegan::after { content: ' 🌱' } .month::after { content: 'per month'; display: block }
          li::before { content: '• ' } .more::after { content: ' ▼' } .icon::before { content: '\\f101' }
          ol { counter-reset: n } ol li::before { content: 'Step ' counter(n) } h3::before { content: counter(n) '. ' } .only::before { content: 'New' }
          @media print { p::before { content: 'Printed' } }
        </style>
        <p class=sale>Lamp, <span class=eur>42</span> or <span class=usd>45</span></p>
        <ul><li>One</li><li class=no>Two <b class=vegan>soup</b></li></ul><ol><li>Three</li></ol><h3>Four</h3>
        <div class=month><b>$9</b></div><div class=more>More</div><p class=icon></p><p class=only></p>
        <h2 class=sale>Chair</h2><a class=eur href="/x">5</a><p>He said <q>hi</q> loud.</p><button>Say <q>hi</q></button>`,
        full,
      ),
    ).toEqual([
      '- paragraph: Sale Lamp, 42 € or $45',
      '- list:',
      '  - listitem [ref=e1]: One',
      '  - listitem [ref=e2]: ✗ Two soup 🌱',
      '- listitem [ref=e3]: Three',
      '- heading "Four" [level=3]',
      '- text: $9 per month',
      '- text: More',
      '- paragraph: New',
      '- heading "SaleChair" [level=2]',
      '- link "5 €" [ref=e4]',
      '- paragraph: He said “hi” loud.',
      '- button "Say “hi”" [ref=e5]',
    ]);
  });

  it('drops an insertion that the name repeats, and keeps it beside a deletion', async () => {
    expect(
      await shown(
        `<a href="/x"><span><ins>Slow</ins> <ins>Computer?</ins></span> <em>Extra</em></a>
        <a href="/y"><del>5</del> <ins>4</ins></a><p><del>5</del> <ins>4</ins></p>`,
        full,
      ),
    ).toEqual([
      '- link "Slow Computer? Extra" [ref=e1]',
      '- link "5 4" [ref=e2]:',
      '  - deletion: 5',
      '  - insertion: 4',
      '- paragraph:',
      '  - deletion: 5',
      '  - insertion: 4',
    ]);
  });

  it('shows progress bars without a value', async () => {
    expect(await shown('<div><progress></progress></div><div role=progressbar>&nbsp;</div>', full)).toEqual([
      '- progressbar [valuemax=1]',
      '- progressbar',
    ]);
  });

  it('drops text that only repeats a name, after the name is cut and never before', async () => {
    expect(await shown('<a href="/x">A link with words</a>', full)).toEqual([
      '- link "A link with words" [ref=e1]',
    ]);
    const long = 'word '.repeat(100).trim();
    const [line] = await shown(`<button>${long}</button>`, { ...full, maxTextPerNode: 50 });
    expect(line).toBe(`- button "${long.slice(0, 49)}…" [ref=e1]`);
  });

  it('has no line for zero-width characters alone, and drops them within words', async () => {
    const text =
      '<h2>Pets</h2><span>&#8203;</span><p>&#8288;</p><button>Go</button><i>&#173;</i><p>a&#8203;b</p>';
    expect(await shown(text, full)).toEqual([
      '- heading "Pets" [level=2]',
      '- button "Go" [ref=e1]',
      '- paragraph: ab',
    ]);
  });

  it('reads the text of a link once, also if a paragraph in it has several parts', async () => {
    const badge = '<span style="position:absolute">New</span>';
    expect(
      await shown(
        `<a href="/w"><p style="margin:0">Widgets ${badge}</p></a>
        <a href="/o" aria-label=Other><p style="margin:0">Widgets ${badge}</p></a>`,
        full,
      ),
    ).toEqual([
      '- link "Widgets New" [ref=e1]',
      '- link "Other" [ref=e2]:',
      ...(engine.hasLayout ? ['  - text: Widgets', '  - text: New'] : ['  - paragraph: Widgets New']),
    ]);
  });

  it('reads the name of an icon once, as the name of its control', async () => {
    const icon = '<span role=img aria-label=Close><svg width=9 height=9><path d="M0 0L9 9"/></svg></span>';
    expect(await shown(`<button>${icon}</button><a href="/c">${icon}</a><p>${icon}</p>`, full)).toEqual([
      '- button "Close" [ref=e1]',
      '- link "Close" [ref=e2]',
      '- image "Close"',
    ]);
  });

  it('describes a button that is named by a sign by its tooltip', async () => {
    expect(
      await shown(
        '<p>Ann <button title=Delete>🗑</button> <button title="Deletes it all">Delete all</button></p>',
        full,
      ),
    ).toEqual([
      '- paragraph: Ann',
      '  - button "🗑" [ref=e1] [description=Delete]',
      '  - button "Delete all" [ref=e2]',
    ]);
  });

  it('describes a number by the icon beside it', async () => {
    const html = `<ul><li>Rome <button><i class="fa-heart"></i> 12</button><li>Oslo <button><i class="fa-heart"></i> 12</button></ul>
      <a href="/n"><i class="fa-bell"></i><span>3</span></a> <a href="?2" title=2>2</a> <a href="/l"><i class="fa-list"></i>3 left</a>`;
    const links = [
      '- link "3" [ref=e3] [description=bell]',
      '- link "2" [ref=e4]',
      '- link "3 left" [ref=e5]',
    ];
    expect(await shown(html)).toEqual([
      '- button "12" [ref=e1] [description=Rome]',
      '- button "12" [ref=e2] [description=Oslo]',
      ...links,
    ]);
    expect(await shown('<button><i class="fa-bell"></i>3</button>', full)).toEqual([
      '- button "3" [ref=e1] [description=bell]',
    ]);
  });

  it('reads the text of a label once, as the name of its control', async () => {
    expect(
      await shown('<label>Email <input></label><label for=a>Age</label><input id=a type=number>', full),
    ).toEqual(['- textbox "Email" [ref=e1]', '- spinbutton "Age" [ref=e2]']);
  });

  it('reads the text of a label once, also if it has cursor: pointer', async () => {
    const choice = (label: string): string =>
      `<label><input type=radio name=a><span style="cursor:pointer">${label}</span></label>`;
    expect(
      await shown(choice('Phone') + choice('<b>Tablet</b> <i style="display:block">or a book</i>'), full),
    ).toEqual([
      '- radio "Phone" [ref=e1] [checked=false]',
      '- radio "Tablet or a book" [ref=e2] [checked=false]',
    ]);
  });

  it('reads the text of a label once, also if an aria-label of the control repeats it', async () => {
    expect(
      await shown(
        `<label>Name <input aria-label=Name value=Ada></label>
        <label><input type=checkbox aria-label=Agree> Agree</label>
        <label><input type=radio aria-label=Other> Agree</label>`,
        full,
      ),
    ).toEqual([
      '- textbox "Name" [ref=e1]: Ada',
      '- checkbox "Agree" [ref=e2] [checked=false]',
      '- radio "Other" [ref=e3] [checked=false]',
      '- text: Agree',
    ]);
  });
});

describe('a field in a label', () => {
  it('takes the text drawn beside it for its value, if it is an empty combobox', async () => {
    const box = (drawn: string, value: string): string =>
      `<label><div onclick="1"><div>City</div>${drawn}<input role=combobox aria-label=City aria-expanded=false value="${value}"></div></label>`;
    expect(await shown(box('<span>Rome</span>', ''))).toEqual([
      '- combobox "City" [ref=e1] [expanded=false]: Rome',
    ]);
    expect(await shown(box('', ''))).toEqual(['- combobox "City" [ref=e1] [expanded=false]']);
    expect((await shown(box('<span>Rome</span>', 'Par'))).pop()).toBe(
      '  - combobox "City" [ref=e2] [expanded=false]: Par',
    );
  });

  it('has no line for the empty box of its message, but one for the message', async () => {
    const field = (below: string): string =>
      `<label>Mail <input aria-label=Mail><div onclick="event.preventDefault()" style="height:20px">${below}</div></label>`;
    expect(await shown(field(''))).toEqual(['- textbox "Mail" [ref=e1]']);
    expect(await shown(field('<div role=alert>No mail</div>'))).toEqual([
      '- textbox "Mail" [ref=e1]',
      '- alert: No mail',
    ]);
    expect(await shown(field('<b>Help</b>'))).toEqual([
      '- textbox "Mail" [ref=e1]',
      '- clickable "Help" [ref=e2]',
    ]);
    // An icon that is clickable by itself, whose class says only this.
    const icon =
      '<i class=cursor-pointer style="cursor:pointer;display:inline-block;width:9px;height:9px"></i>';
    expect(await shown(`<label>Day <input aria-label=Day>${icon}</label>`)).toEqual([
      '- textbox "Day" [ref=e1]',
      '- clickable [ref=e2] [description=Day]',
    ]);
  });
});

describe('a tooltip', () => {
  it('is listed while it is visible', async () => {
    expect(await shown('<button>Cog</button><div role=tooltip>Preferences</div>')).toEqual([
      '- button "Cog" [ref=e1]',
      '- tooltip "Preferences"',
    ]);
    expect(await shown('<button>Cog</button><div role=tooltip hidden>Preferences</div>')).toHaveLength(1);
  });
});
