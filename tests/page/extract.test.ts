import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, PageExtract } from '../../src/contract.ts';
import { ENGINE, type Engine, IS_REAL, openEngine, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const page = (body: string, title = ''): string =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><body>${body}`;

const extracted = (html: string, payload?: unknown): Promise<PageExtract> =>
  withPage(engine, html, (open) => open.json<PageExtract>('page', 'extract', payload));

/** Enough text to be recognized as an article. */
const PROSE =
  'Brass is an alloy of copper and zinc, in proportions which can be varied to achieve different colours and mechanical properties, and it has been made since the third millennium before our era, long before anyone knew what zinc is. It is used wherever corrosion resistance and low friction are wanted, as in locks, hinges and gears.';

const blocks: [what: string, html: string, markdown: string][] = [
  ['a heading', '<h2>About <b>brass</b></h2><p>Text', '## About brass\n\nText'],
  ['a heading of two lines', '<h3>About<br>brass</h3>', '### About brass'],
  ['a heading by role', '<div role=heading aria-level=4>Uses</div>', '#### Uses'],
  ['paragraphs', '<p>One\n  two</p><p>Three</p>', 'One two\n\nThree'],
  ['line breaks', 'One<br>two<br><br>three', 'One\ntwo\n\nthree'],
  ['a list', 'Is:<ul><li>Bright<li>Soft</ul>Used', 'Is:\n\n- Bright\n- Soft\n\nUsed'],
  [
    'a nested list with numbers',
    '<ol><li>Melt<ul><li>copper<li><p>zinc</ul><li>Cast</ol>',
    '1. Melt\n   - copper\n   - zinc\n2. Cast',
  ],
  [
    'a list that counts on',
    '<ol start=9><li>Nine<li>Ten<li value=20>Twenty</ol>',
    '9. Nine\n10. Ten\n20. Twenty',
  ],
  ['a list item of two paragraphs', '<ul><li><p>One</p><p>Two</p></ul>', '- One\n  Two'],
  ['a quote', '<blockquote><p>So</p><p>it is</p></blockquote>', '> So\n>\n> it is'],
  ['two quotes', '<blockquote>So</blockquote><blockquote>Not so</blockquote>', '> So\n\n> Not so'],
  [
    'a list in a quote',
    '<blockquote>So:<ul><li>bright<li>soft</ul></blockquote>it is',
    '> So:\n>\n> - bright\n> - soft\n\nit is',
  ],
  [
    'a table',
    '<table><caption>Alloys</caption><tr><th>Name<th>Zinc<tr><td>Gilding<td>5 | 6 %<tr><td colspan=2>None</table>',
    'Alloys\n\n| Name | Zinc |\n| --- | --- |\n| Gilding | 5 \\| 6 % |\n| None |  |',
  ],
  [
    'a table with cells of several rows and columns',
    '<table><tr><th>A<th>B<th>C</tr><tr><td rowspan=2>r<td colspan=2>x</tr><tr><td>1<td>2</tr><tr><td>3</table>',
    '| A | B | C |\n| --- | --- | --- |\n| r | x |  |\n|  | 1 | 2 |\n| 3 |',
  ],
  [
    'a table with a head of two rows',
    `<table><thead><tr><th rowspan=9>City<th colspan=2>People<tr><th>2010<th>2020</thead>
      <tr><td>Rome<td>1<td rowspan=2>2</tr><tr><td>Oslo<td>3</tr></table>`,
    '| City | People |  |\n| --- | --- | --- |\n|  | 2010 | 2020 |\n| Rome | 1 | 2 |\n| Oslo | 3 |  |',
  ],
  [
    'a table with a row that shows nothing',
    '<table><tr><td></td><td></td></tr><tr><th>A<th>B</tr><tr><td>1<td>2</tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
  [
    'a table with paragraphs, a list and lines of code in its cells',
    `<table><tr><th>A<th><h3>B</h3></tr><tr><td><p>First.</p><p>Second.</p><td><ul><li>x<li>y</ul></tr>
      <tr><td><code style="display:block">a\nb</code><td>z</table>`,
    '| A | B |\n| --- | --- |\n| First. Second. | x y |\n| `a b` | z |',
  ],
  [
    'a table for layout',
    '<table><tr><td><p>Left</p><p>more</p><td><h2>Right</h2></table>',
    'Left\n\nmore\n\n## Right',
  ],
  [
    'code with its line breaks and spaces',
    '<pre><code>if (a) {\n  b();\n\n}</code></pre>',
    '```\nif (a) {\n  b();\n\n}\n```',
  ],
  ['code with a fence in it', '<pre>a\n```\nb</pre>', '````\na\n```\nb\n````'],
  ['code in a line', 'Call <code>a[0] </code>now, or <code>`b`</code>.', 'Call `a[0]` now, or `` `b` ``.'],
  [
    'a figure with its caption',
    '<figure><img src=data:, alt="A lock"><figcaption>A lock of brass</figcaption></figure>',
    '![A lock]\nA lock of brass',
  ],
  [
    'a heading with a link to itself that shows nothing',
    '<h2>Brass <a href=#brass>&#8203;</a></h2>',
    '## Brass',
  ],
  [
    'the output of code that is not selected, where it is only a number',
    '<pre>&gt;&gt;&gt; 6 * 7\n<i style="user-select:none">42</i>\n</pre>',
    '```\n>>> 6 * 7\n42\n```',
  ],
  [
    'a list of tasks',
    '<ul><li><input type=checkbox checked disabled> Order<li><input type=checkbox disabled> Pay</ul>',
    '- [x] Order\n- [ ] Pay',
  ],
  ['an image without words', 'a <img src=data:, alt=""> b', 'a b'],
  ['a link', 'An <a href=/a>alloy of <b>copper</b> </a>here', 'An [alloy of copper] here'],
  [
    'a link around blocks',
    '<a href=/p><img src=data:, alt=Lamp><div>Lamp 1</div><div>€10</div></a>',
    '![Lamp]\n\n[Lamp 1]\n\n€10',
  ],
  [
    'a link around a heading',
    '<a href=/p><p>News</p><h3># 1</h3><p>Text</p></a>',
    'News\n\n### [# 1]\n\nText',
  ],
  ['a link of two lines', 'See <a href=/p>one<br>two</a> end', 'See [one]\ntwo end'],
  ['a link that begins with a line of its own', 'See <a href=/p><br>one</a> end', 'See\n[one] end'],
  ['a link around an image and a line break', '<a href=/p><img src=data:, alt=Lamp><br></a>', '[![Lamp]]'],
  ['a link around lines that leads nowhere', '<a name=top><p>One</p><p>Two</p></a>', 'One\n\nTwo'],
  [
    'a link that begins with a space',
    'See<a href=/a> here</a>, and<a href=/b> there </a>too',
    'See [here], and [there] too',
  ],
  [
    'an image in a link behind an exclamation mark',
    'Wow!<a href=/a><img src=data:, alt=Lamp></a>',
    'Wow\\![![Lamp]]',
  ],
  ['two pieces of code side by side', '<code>a</code><code>b</code>', '`a` `b`'],
  ['text that looks like an entity', 'AT&amp;T, &amp;lt;div> and &amp;#39;', 'AT&T, \\&lt;div> and \\&#39;'],
  ['a heading without text', '<div role=heading aria-level=2></div><p>After</p>', 'After'],
  ['text behind a list in a list', '<ul><li>A<ul><li>B</ul>after<li>C</ul>', '- A\n  - B\n\n  after\n- C'],
  [
    'text behind a table in a list',
    '<ul><li><table><tr><th>A</tr><tr><td>1</table>after<li>B</ul>',
    '- | A |\n  | --- |\n  | 1 |\n\n  after\n- B',
  ],
  ['text behind a quote in a list', '<ul><li><blockquote>B</blockquote>after</ul>', '- > B\n\n  after'],
  ['hidden text', '<p>Seen</p><p hidden>Not seen</p><p style="visibility:hidden">Nor this</p>', 'Seen'],
  ['a field and a button', '<label>Name <input value="Ann"></label><button>Save</button>', 'Name Ann [Save]'],
  [
    'fields that touch each other',
    '<input value=Paris><select><option>2 adults</select>on<meter value=.5></meter>',
    'Paris 2 adults on 0.5',
  ],
  [
    'a power',
    '<p>10<sup>6</sup> kg, 10<sup>−3</sup> g, m<sup>2</sup></p><pre>10<sup>6</sup></pre>',
    '10^6 kg, 10^−3 g, m2\n\n```\n106\n```',
  ],
  [
    'a formula that is a picture for eyes and MathML for readers',
    `<p>Each <span><span style="display:none"><math alttext="a^2"><mi>a</mi></math></span><img src=data:, alt="a^2" aria-hidden=true></span> is real.`,
    'Each ![a^2] is real.',
  ],
  ['ruby', '<ruby>字<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>を', '字(ji)を'],
  ['a secret', '<label>Key <input type=password value=hunter2></label>', 'Key ••'],
  [
    'text that looks like a heading',
    '<p># No heading</p><p>1. no item</p>',
    '\\# No heading\n\n1\\. no item',
  ],
  [
    'text that begins like a block and is none',
    '<p>#tag</p><p>07.09.2017</p><p>-5 °C</p><p>+49 30</p><p>*x</p><p>=</p><p>___</p>',
    '#tag\n\n07.09.2017\n\n-5 °C\n\n+49 30\n\n*x\n\n\\=\n\n\\___',
  ],
  [
    'text that looks like a link',
    '<a href=/a>a</a><b>(/evil)</b> [x](y) `c`',
    '[a]\\(/evil) \\[x\\](y) \\`c\\`',
  ],
  [
    'text that looks like the last line',
    '<p>... 9 more characters: after=9</p>',
    '\\... 9 more characters: after=9',
  ],
];

describe('extracted markdown', () => {
  it.each(blocks)('%s', async (_what, html, markdown) => {
    const { text, truncated } = await extracted(page(`<div id=all>${html}</div>`), '#all');
    expect(text).toBe(markdown);
    expect(truncated).toBe(false);
  });

  // Simulated engines do not lay formulas out; happy-dom parses them as HTML.
  it.skipIf(!IS_REAL)('keeps a formula in its line', async () => {
    const formula = '<math><mi>x</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>';
    const { text } = await extracted(page(`<p id=all>Let ${formula} be given`), '#all');
    expect(text).toBe('Let x=1 2 be given');
  });

  // WebKit knows only the prefixed property.
  it.skipIf(!IS_REAL || ENGINE === 'webkit')(
    'leaves out the numbers of code lines, which are not selected with the code',
    async () => {
      const line = (n: number): string => `<i>${n}</i>a[<b>${n}</b>];\n`;
      const html = (style: string): string =>
        page(`<style>${style}</style><div id=all><pre>${line(1)}${line(2)}</pre></div>`);
      const [numbers, all, none] = await Promise.all(
        ['i { user-select: none }', 'body { user-select: none }', ''].map((style) =>
          extracted(html(style), { scope: '#all' }),
        ),
      );
      expect(numbers?.text).toBe('```\na[1];\na[2];\n```');
      expect(all?.text).toBe('```\n1a[1];\n2a[2];\n```');
      expect(none?.text).toBe(all?.text);
    },
  );

  it.skipIf(!IS_REAL)('keeps visually hidden text (clipped) in its line', async () => {
    const { text } = await extracted(
      page(`<style>.reader { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
        <p id=all>Read<span class=reader>about lamps</span>, and more<span class=reader style="clip: auto; clip-path: inset(50%)"> of it</span>.`),
      { scope: '#all' },
    );
    expect(text).toBe('Read about lamps, and more of it.');
  });

  it('gives links their URLs on request', async () => {
    const html = page(
      '<p id=all><a href=/a>One</a>, <a href="https://b.test/c (d)">two</a>, <a name=c>none</a>, <a href="javascript:run()">code</a></p>',
    );
    const { text } = await extracted(html, { scope: '#all', urls: true });
    expect(text).toBe('[One](/a), [two](<https://b.test/c%20(d)>), none, [code]');
  });

  it('gives a link around blocks its URL once', async () => {
    const html = page('<div id=all><a href=/p><h2>Lamp</h2><p>€10</p></a></div>');
    const { text } = await extracted(html, { scope: '#all', urls: true });
    expect(text).toBe('## [Lamp](/p)\n\n€10');
  });

  it('reads a scope that is an inline element', async () => {
    expect((await extracted(page('<p>One <b id=all>two</b> three</p>'), '#all')).text).toBe('two');
  });

  it('reads shadow roots and slots', async () => {
    const html = page(`<div id=all><x-a>slotted</x-a></div><script>
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<h2>Inside</h2><p><slot></slot></p>';
    </script>`);
    expect((await extracted(html, '#all')).text).toBe('## Inside\n\nslotted');
  });
});

const AROUND = {
  before:
    '<header><a href=/>Home</a></header><nav><ul><li><a href=/a>News</a><li><a href=/b>Sport</a></ul></nav>',
  after: '<aside><p>Subscribe now</p></aside><footer>Imprint</footer>',
};

describe('the article', () => {
  it('is found with the heading above it', async () => {
    const html = page(
      `${AROUND.before}<h1>Brass</h1><div><p>${PROSE}</p><p>Short end.</p></div>${AROUND.after}`,
    );
    expect((await extracted(html)).text).toBe(`# Brass\n\n${PROSE}\n\nShort end.`);
  });

  it('has the title of the page as heading if it has none', async () => {
    const html = page(`${AROUND.before}<div><p>${PROSE}</p></div>${AROUND.after}`, 'All about brass');
    expect((await extracted(html)).text).toBe(`# All about brass\n\n${PROSE}`);
  });

  it('has the title of the page as heading if the heading above it is the name of the site, a link to its start page', async () => {
    const html = (title: string): string =>
      page(
        `<h1>Blogs</h1><h1><a href="/">Metals</a></h1><h2>Brass</h2>${AROUND.before}<div><p>${PROSE}</p></div>`,
        title,
      );
    expect((await extracted(html('Brass - Metals'))).text).toBe(`# Brass - Metals\n\n${PROSE}`);
    expect((await extracted(html(''))).text).toBe(`# Metals\n\n${PROSE}`);
  });

  it('begins at the heading that the title of the page contains, in any place and of any level', async () => {
    const html = (inside: string, before: string): string =>
      page(
        `<h1>The Daily Metal</h1>${AROUND.before}${before}<div>${inside}<p>${PROSE}</p><p>${PROSE}</p></div>`,
        'Brass for beginners | The Daily Metal',
      );
    const heading = '<h4>Brass for <i>beginners</i></h4>';
    const text = `${PROSE}\n\n${PROSE}`;
    const lead =
      'What was melted in the north, and by whom, and why it was not written down by anyone before.';
    expect((await extracted(html('', `${heading}<div>${lead}</div>`))).text).toBe(
      `#### Brass for beginners\n\n${lead}\n\n${text}`,
    );
    expect((await extracted(html(heading, ''))).text).toBe(`#### Brass for beginners\n\n${text}`);
  });

  it('is found in an item of a list that only lays out columns, whose items have other classes', async () => {
    const more = Array.from({ length: 9 }, (_, i) => `<p><a href="/${i}">All about metal ${i}</a></p>`).join(
      '',
    );
    const html = (left: string, right: string): string =>
      page(`${AROUND.before}<ul><li class="${left}"><h1>Brass</h1><div><p>${PROSE}</p><p>${PROSE}</p></div></li>
        <li class="${right}"><div>${more}</div></li></ul>`);
    const { text } = await extracted(html('left wide', 'right'));
    expect(text).toContain(PROSE);
    expect(text).not.toContain('metal 8');
    expect((await extracted(html('row odd', 'row even'))).text).toContain('metal 8');
  });

  it('leaves out lists of links and comments', async () => {
    const html = page(`<main><h1>Brass</h1><p>${PROSE}</p>
      <ul><li><a href=/a>Copper</a><li><a href=/b>Zinc</a></ul>
      <ol class=comments><li><article><p>${PROSE.toUpperCase()}</p></article></ol></main>`);
    expect((await extracted(html)).text).toBe(`# Brass\n\n${PROSE}`);
  });

  it('keeps buttons that expand a part of it, and leaves out other buttons', async () => {
    const part = (name: string, states: string): string => `<div><button ${states}>${name}</button></div>`;
    const html =
      page(`<main><h1>Brass</h1><p>${PROSE}</p><div>${part('How old is it?', 'aria-expanded=false')}
      ${part('Share', 'aria-expanded=false aria-haspopup=menu')}${part('Print', '')}</div></main>`);
    expect((await extracted(html)).text).toBe(`# Brass\n\n${PROSE}\n\n[How old is it?]`);
  });

  it('is the whole page if none is found', async () => {
    const html = page('<nav><a href=/a>Home</a></nav><p>Sign in</p><button>Go</button>', 'App');
    const { text, element } = await extracted(html);
    expect(text).toBe('# App\n\n[Home]\n\nSign in\n\n[Go]');
    expect(element.tag).toBe('body');
  });
});

describe('a long text', () => {
  const LONG = page(
    `<main><h1>Brass</h1>${Array.from({ length: 20 }, (_, i) => `<h2>Part ${i}</h2><p>${PROSE} Number${i}.</p>`).join('')}
    <pre>${Array.from({ length: 60 }, (_, i) => `line${i}();`).join('\n')}</pre></main>`,
  );

  it.each([500, 1200, 12_000])('is read in pages of %d characters, each part once', async (maxCharsTotal) => {
    await withPage(engine, LONG, async (open) => {
      const whole = (await open.json<PageExtract>('page', 'extract', { maxCharsTotal: 1e6 })).text;
      let all = '';
      let calls = 0;
      for (let after: number | undefined = 0; after !== undefined && calls < 100; calls++) {
        const part: PageExtract = await open.json('page', 'extract', { maxCharsTotal, after });
        expect(part.text.length).toBeLessThanOrEqual(maxCharsTotal);
        const last = part.text.split('\n').pop() as string;
        const hint = /^\.\.\. \d+ more characters: after=(\d+)$/.exec(last);
        expect(hint ? Number(hint[1]) : undefined).toBe(part.after);
        expect(part.truncated).toBe(part.after !== undefined);
        all += `${hint ? part.text.slice(0, -last.length) : part.text}\n`;
        after = part.after;
      }
      const words = (text: string): string[] => text.match(/[\w']+/g) ?? [];
      expect(words(all)).toEqual(words(whole));
      expect(calls).toBeLessThanOrEqual(Math.ceil((1.3 * whole.length) / maxCharsTotal));
    });
  });

  it('goes on in a code block where code was cut', async () => {
    const html = page(`<pre id=all>${'a();\n'.repeat(100)}# not a heading\n${'b();\n'.repeat(100)}</pre>`);
    await withPage(engine, html, async (open) => {
      let after: number | undefined = 0;
      for (let calls = 0; after !== undefined && calls < 50; calls++) {
        const part: PageExtract = await open.json('page', 'extract', {
          scope: '#all',
          maxCharsTotal: 100,
          after,
        });
        expect(part.text).toMatch(/^```\n[^`]+\n```(?:\n\.\.\. .*)?$/);
        after = part.after;
      }
      expect(after).toBeUndefined();
    });
  });

  it('refuses an `after` that is no position', async () => {
    const { error } = (await extracted(LONG, { after: 'e5' })) as unknown as ErrorResult;
    expect(error).toMatchObject({ code: 'invalid_argument', argument: 'after' });
  });
});
