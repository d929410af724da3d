import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, PageFind, PageSearch } from '../../src/contract.ts';
import { type Engine, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const SHOP = `<!doctype html><body>
  <h1>Lamps</h1>
  <div hidden><button>Add lamp</button></div>
  <ul>
    <li>Brass lamp, <b>24,50</b> EUR <button title="Put it in the cart">Add to cart</button></li>
    <li>Paper lamp, 9 EUR <button data-testid=add-2>Add to cart</button></li>
  </ul>
  <img alt="A lit lamp"><input type=submit value="Buy all">
  <label>Search <input placeholder="Search products" value=oil></label>
  <p>Prices include <a href=/vat>19 % VAT</a> and shipping.</p>
  <script>var lamp = 'script lamp'</script>`;

const found = (payload: unknown): Promise<PageFind> =>
  withPage(engine, SHOP, (page) => page.json<PageFind>('page', 'find', payload));

const finds: [payload: Record<string, unknown> | string, names: string[]][] = [
  [{ by: 'role', value: 'button' }, ['button Add to cart', 'button Add to cart', 'button Buy all']],
  [{ by: 'role', value: 'button', name: 'buy' }, ['button Buy all']],
  [{ by: 'role', value: 'img' }, ['image A lit lamp']],
  [{ by: 'role', value: 'heading' }, ['heading Lamps']],
  ['brass LAMP', ['listitem Brass lamp, 24,50 EUR Add to cart']],
  [{ value: 'Buy all' }, ['button Buy all']],
  [{ value: 'Lamps', exact: true }, ['heading Lamps']],
  [{ value: 'lamps', exact: true }, []],
  [{ by: 'text', value: 'script lamp' }, []],
  [{ value: 'script lamp' }, []],
  [{ by: 'label', value: 'search' }, ['textbox Search']],
  [{ by: 'placeholder', value: 'products' }, ['textbox Search']],
  [{ by: 'alt', value: 'lamp' }, ['image A lit lamp']],
  [{ by: 'title', value: 'the cart' }, ['button Add to cart']],
  [{ by: 'testid', value: 'add-2' }, ['button Add to cart']],
  [{ by: 'css', value: 'li > button' }, ['button Add to cart', 'button Add to cart']],
];

describe('find', () => {
  it.each(finds)('%j', async (payload, names) => {
    const result = await found(payload);
    expect(result).toMatchObject({ ok: true, type: 'page', kind: 'find', total: names.length });
    expect(result.elements.map(({ role, name }) => `${role} ${name}`)).toEqual(names);
    for (const { ref } of result.elements) expect(ref).toMatch(/^e\d+$/);
  });

  it('finds the element with a text between empty elements, not the box around it', async () => {
    const html = '<div><p>Start</p><p id=f><i></i>Fetch<i></i></p></div>';
    const { elements } = await withPage(engine, html, (page) =>
      page.json<PageFind>('page', 'find', { by: 'text', value: 'Fetch' }),
    );
    expect(elements.map(({ tag }) => tag)).toEqual(['p']);
  });

  const SPELLINGS: [spelled: string, wanted: string][] = [
    ['删 除', '删除'],
    ['2026年11月', '2026 年 11 月'],
    ['（無料）ＦＡＱ', '(無料)faq'],
    ['ﾊﾞｽ', 'バス'],
    ['cafe\u0301', 'caf\u00e9'],
    ['Große Straße', 'GROSSE STRASSE'],
    ['ΟΔΟΣ', 'οδός'],
    ['İstanbul', 'istanbul'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['می\u200cخواهم', 'میخواهم'],
    ['אָב', 'אב'],
  ];
  it.each(SPELLINGS)('finds %s by %s', async (spelled, wanted) => {
    const html = `<p>${spelled}</p><button>x</button>`;
    const payload = { by: 'text', value: wanted };
    expect((await withPage(engine, html, (page) => page.json<PageFind>('page', 'find', payload))).total).toBe(
      1,
    );
  });

  it('does not match other letters, words or syllables', async () => {
    for (const [spelled, wanted] of [
      ['かが', 'かか'],
      ['각', '가'],
      ['new york', 'newyork'],
      ['مدرسة', 'مدرسه'],
    ]) {
      const payload = { by: 'text', value: wanted };
      const search = withPage(engine, `<p>${spelled}</p>`, (page) =>
        page.json<PageFind>('page', 'find', payload),
      );
      expect((await search).total, wanted).toBe(0);
    }
  });

  it('counts hidden matches, and lists them on request', async () => {
    const payload = { by: 'role', value: 'button', name: 'add lamp' };
    expect(await found(payload)).toMatchObject({ elements: [], total: 0, hidden: 1 });
    expect((await found({ ...payload, hidden: true })).total).toBe(1);
  });

  it('lists up to the limit, gives the total, and goes on with `after`', async () => {
    const first = await found({ by: 'css', value: 'button', limit: 1 });
    expect([first.elements.length, first.total, first.after]).toEqual([1, 2, 1]);
    const rest = await found({ by: 'css', value: 'button', limit: 1, after: first.after });
    expect([rest.elements.length, rest.total, rest.after]).toEqual([1, 2, undefined]);
  });

  const named: [what: string, html: string, value: string, names: string[]][] = [
    ['a label', '<label>Email <input></label>', 'email', ['textbox Email']],
    ['a label that stands apart', '<label for=a>Email</label><p><input id=a>', 'email', ['textbox Email']],
    ['a placeholder', '<input aria-label=Where placeholder="Town or street">', 'street', ['textbox Where']],
    [
      'a name that nobody sees',
      '<button aria-label="Close the dialog">x</button>',
      'close',
      ['button Close the dialog'],
    ],
    ['straight marks', '<button>Don’t “save” it</button>', `don't "save"`, ['button Don’t “save” it']],
    ['a picture', '<img src=data:, alt="A brass lamp">', 'lamp', ['image A brass lamp']],
    ['a line of a snapshot', '<h2>Save</h2><button>Save</button>', 'button "Save"', ['button Save']],
    ['a guess', '<button onclick=""><svg><use href="#trash"/></svg></button><p>x', 'trash', ['button trash']],
    [
      'a guess in a line',
      '<button onclick=""><svg><use href="#trash"/></svg></button>',
      'button ~"trash"',
      ['button trash'],
    ],
  ];
  it.each(named)('finds by %s', async (_what, html, value, names) => {
    const { elements } = await withPage(engine, html, (page) => page.json<PageFind>('page', 'find', value));
    expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual(names);
  });

  it('gives refs that the other verbs take', async () => {
    await withPage(engine, SHOP, async (page) => {
      const { elements } = await page.json<PageFind>('page', 'find', { by: 'testid', value: 'add-2' });
      expect(await page.json('query', elements[0]?.ref, 'text')).toMatchObject({ value: 'Add to cart' });
    });
  });

  it('searches in shadow roots', async () => {
    const html = `<!doctype html><body><x-a></x-a><script>
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>';
    </script>`;
    await withPage(engine, html, async (page) => {
      const { elements } = await page.json<PageFind>('page', 'find', 'inside');
      expect(elements).toMatchObject([{ role: 'button', name: 'Inside' }]);
    });
  });

  const refused: [payload: unknown, argument: string, words: RegExp][] = [
    [{}, 'value', /value is missing\. find takes \{value: string/],
    [{ by: 'colour', value: 'x' }, 'by', /by is of the wrong type\. find takes .*role\|text\|label/],
    [{ value: 'x', what: 1 }, 'what', /There is no "what"\. find takes \{value/],
    [{ by: 'css', value: '??' }, 'value', /"\?\?" can't be read as css/],
    [{ value: 'x', limit: 0 }, 'limit', /limit is of the wrong type/],
  ];
  it.each(refused)('refuses %j', async (payload, argument, words) => {
    const { error } = (await found(payload)) as unknown as ErrorResult;
    expect(error).toMatchObject({ code: 'invalid_argument', argument });
    expect(error.message).toMatch(words);
  });
});

const searched = (payload: unknown, html = SHOP): Promise<PageSearch> =>
  withPage(engine, html, (page) => page.json<PageSearch>('page', 'search', payload));

describe('search', () => {
  it('finds text across elements, with its context and the controls near it', async () => {
    expect(await searched('24,50 eur')).toMatchObject({
      ok: true,
      total: 1,
      matches: [
        {
          match: '24,50 EUR',
          text: expect.stringContaining('Brass lamp, 24,50 EUR Add to cart'),
          near: [{ role: 'button', name: 'Add to cart' }],
        },
      ],
    });
    expect((await searched({ value: '19 % vat', context: 15 })).matches[0]).toMatchObject({
      text: '…Prices include 19 % VAT and shipping.',
      near: [{ role: 'link', name: '19 % VAT' }],
    });
    const list = `<ul onclick=""><li>Lamp <button>Buy</button><button>Keep</button><li>Tea <button>Buy tea</button></ul>`;
    const near = (await searched('tea', list)).matches[0]?.near?.map(({ name }) => name);
    expect(near?.slice(1)).toEqual(['Buy tea']);
  });

  it('finds a text as snapshots print it: without no-break spaces, soft hyphens and zero-width spaces', async () => {
    const html = '<p>Table&nbsp;9.&#x3000;Zusam&shy;men&#x200b;hang <b>mehr</b> l’été “dit”</p>';
    for (const value of ['table 9. zusammenhang mehr', 'Table\u00a09. Zusam\u00admenhang', `l'été "dit"`])
      expect((await searched(value, html)).total).toBe(1);
    for (const payload of ['9. zusammenhang mehr', { by: 'text', value: 'Table 9. Zusammen' }])
      expect(await withPage(engine, html, (page) => page.json('page', 'find', payload))).toMatchObject({
        total: 1,
        elements: [{ tag: 'p' }],
      });
  });

  it('finds accented letters in either Unicode normalization form', async () => {
    const html = '<p>Un cafe\u0301 noir</p><p>Un caf\u00e9 blanc</p>';
    for (const value of ['caf\u00e9', 'cafe\u0301', { value: 'f\u00e9\\s', regex: true }]) {
      const { matches, total } = await searched(value, html);
      expect([total, matches[0]?.text]).toEqual([2, 'Un caf\u00e9 noir\nUn caf\u00e9 blanc']);
    }
  });

  it('goes on with `after` where a list ended', async () => {
    const seen: string[] = [];
    for (let after: number | undefined = 0; after !== undefined; ) {
      const part: PageSearch = await searched({ value: 'lamp', limit: 1, context: 6, after });
      expect([part.matches.length, part.total]).toEqual([1, 3]);
      seen.push(part.matches[0]?.text as string);
      after = part.after;
    }
    expect(seen).toEqual(['Lamps\nBras…', '…Brass lamp, 24,5…', '…Paper lamp, 9 EU…']);
  });

  it('takes a regular expression, and leaves out hidden text', async () => {
    const { matches, total } = await searched({ value: 'lamps?', regex: true, limit: 2 });
    expect(matches.map(({ match }) => match)).toEqual(['Lamps', 'lamp']);
    expect(total).toBe(3);
  });

  it('cuts the context and says so', async () => {
    const { matches } = await searched({ value: 'middle', context: 6 }, `<p>${'a '.repeat(50)}middle end`);
    expect(matches[0]?.text).toBe('…a a a middle end');
  });

  it('gives the lines before and after a short text, such as the other parts of its row', async () => {
    const html = '<p>Lamp<p>Selm<p>131<p>Vase<p>Tarn<p>12<p>End';
    const { matches, total } = await searched({ value: 'tarn', context: 9 }, html);
    expect([total, matches[0]?.text]).toEqual([1, '…131\nVase\nTarn\n12\nEnd']);
    expect((await searched('vase tarn', html)).total).toBe(0);
  });

  it('reads values, never those of secrets', async () => {
    const html = '<input value="plain words"><input type=password value=hunter2>';
    expect((await searched('plain words', html)).total).toBe(1);
    expect((await searched('hunter2', html)).total).toBe(0);
  });

  it('treats a plain text as plain, and explains a bad expression', async () => {
    expect((await searched('(x).*', '<p>a (x).* b')).total).toBe(1);
    const { error } = (await searched({ value: '(', regex: true })) as unknown as ErrorResult;
    expect(error).toMatchObject({ code: 'invalid_argument', argument: 'value' });
  });
});

describe('text as a snapshot prints it', () => {
  const html = `<!doctype html><style>.price::after { content: " EUR" } b { margin-left: 8px } i { display: inline-block }</style>
    <p>10<sup>6</sup> kg</p><p>USD<b>100</b></p><p>Weight<i>12 kg</i></p><p>Now <span class=price>42</span></p>`;
  const printed = (): string[] =>
    engine.hasLayout ? ['10^6 kg', 'USD 100', 'Weight 12 kg', '42 EUR'] : ['10^6 kg'];

  it('is found by search and find', async () => {
    await withPage(engine, html, async (page) => {
      for (const value of printed()) {
        const { matches } = await page.json<PageSearch>('page', 'search', { value });
        expect(matches).toMatchObject([{ match: value }]);
        const { elements } = await page.json<PageFind>('page', 'find', { value });
        expect(elements).toMatchObject([{ ref: expect.any(String) }]);
      }
    });
  });
});
