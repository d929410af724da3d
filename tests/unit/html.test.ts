import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { missingWords } from '../../bench/measure/visible-words.mjs';
import type { Dom } from '../../src/html/index.ts';
import { extractHtml, openDocument, openHtml, snapshotHtml } from '../support/html-module.ts';

const DOMS: Record<string, () => Dom> = {
  jsdom: () => new JSDOM().window,
  'happy-dom': () => new Window(),
  linkedom: () => parseHTML,
  'a window of linkedom': () => parseHTML('<html></html>'),
  'a function': () => (html) => new JSDOM(html),
};

const URL_OF_PAGE = 'https://site.test/dir/page.html?q=1';

/** Each document draws the letters that its refs begin with. */
const withKnownRefs = (text: string): string => text.replace(/\[ref=[a-z]{2}(\d+)\]/g, '[ref=e$1]');

const textOf = (html: string, dom: Dom, options: object = {}): string => {
  const page = snapshotHtml(html, {
    url: URL_OF_PAGE,
    dom,
    format: 'text',
    interactiveOnly: false,
    ...options,
  });
  if (!page.ok) throw new Error(page.error.message);
  return withKnownRefs(page.text.split('\n').slice(1).join('\n'));
};

interface Row {
  name: string;
  html: string;
  text: string;
  options?: object;
}

const ROWS: Row[] = [
  {
    name: 'roles, names, states and values of a form',
    html: `<form><label for=a>Name</label><input id=a value="Ann" required><label>Mail <input type=email></label>
      <select aria-label=Size><option>S<option selected>M</select><input type=checkbox checked id=c><label for=c>Agree</label>
      <button disabled>Send</button><textarea aria-label=Note>abc</textarea><input type=range aria-label=Tone min=10 max=20>
      <input type=password aria-label=Secret value=hunter2></form>`,
    text: `- textbox "Name" [ref=e1] [required]: Ann
- textbox "Mail" [type=email] [ref=e2]
- combobox "Size" [ref=e3]: M
  - option "S" [ref=e4] [selected=false]
  - option "M" [ref=e5] [selected]
- checkbox "Agree" [ref=e6] [checked]
- button "Send" [ref=e7] [disabled]
- textbox "Note" [ref=e8]: abc
- slider "Tone" [ref=e9] [valuemin=10] [valuemax=20]: 15
- textbox "Secret" [type=password] [ref=e10]: ••`,
  },
  {
    name: 'addresses from the page or its base',
    html: '<base href="/other/"><a href="x?y=1">here</a> <a href="//cdn.test/z">there</a> <a href="javascript:f()">code</a>',
    options: { urls: true },
    text: `- link "here" [ref=e1] [url=/other/x?y=1]
- link "there" [ref=e2] [url=https://cdn.test/z]
- link "code" [ref=e3] [url=javascript:]`,
  },
  {
    name: 'what style sheets hide, with media queries, specificity, importance and inheritance',
    html: `<style>.a{display:none} #b.a{display:block} .c{visibility:hidden!important} @media (max-width:600px){.d{display:none}}
      @media screen and (min-width: 600px){.e{display:none}} .f:hover{display:none} .g > i{display:none} @media print{p{display:none}}
      /* .h{display:none} */ .i{opacity:0} @supports (x:y){.k{display:none}} [hidden]{display:block}</style>
      <p class=a>a1</p><p class=a id=b>b1</p><p class=c style="visibility:visible">c1<b style="visibility:visible">c2</b></p>
      <p class=d>d1</p><p class=e>e1</p><p class=f>f1</p><p class=g>g1<i>g2</i></p><p class=h>h1</p><p class=i>i1</p>
      <p class=k>k1</p><p hidden>l1</p><p style="display:none">m1</p>`,
    text: `- paragraph: b1
- text: c2
- paragraph: d1
- paragraph: f1
- paragraph: g1
- paragraph: h1`,
  },
  {
    name: 'tables, lists, headings, landmarks, pictures, declared shadow roots',
    html: `<nav aria-label=Main><a href=/>Home</a></nav><main><h1>Big <b>news</b></h1><table><caption>Prices</caption>
      <tr><th>Item<th>Price<tr><td>Tea<td>3</table><ul><li>one<li>two</ul><img alt=Cat src=c.png>
      <details><summary>More</summary>kept back</details>
      <div><template shadowrootmode=open><p>in the <slot></slot></p></template>shadow</div><svg class="x y"><title>Star</title></svg></main>`,
    text: `- navigation "Main":
  - link "Home" [ref=e2]
- main:
  - heading "Big news" [level=1]
  - table "Prices":
    - row [ref=e3]:
      - columnheader "Item"
      - columnheader "Price"
    - row [ref=e4]:
      - cell "Tea"
      - cell "3"
  - list:
    - listitem [ref=e5]: one
    - listitem [ref=e6]: two
  - image "Cat"
  - button "More" [ref=e7] [expanded=false]
  - paragraph: in the shadow
  - image "Star"`,
  },
  {
    name: 'forms whose controls are called as what is read of them, text that looks like a line',
    html: `<form><input name=parentNode aria-label=A><input name=getAttribute aria-label=B><input name=childNodes aria-label=C>
      <input name=localName aria-label=D></form><p>- button "x" [ref=e1]</p>`,
    text: `- textbox "A" [ref=e1]
- textbox "B" [ref=e2]
- textbox "C" [ref=e3]
- textbox "D" [ref=e4]
- paragraph: "- button \\"x\\" \\u005bref=e1]"`,
  },
];

describe.each(Object.entries(DOMS))('HTML without a browser, read with %s', (_, makeDom) => {
  const dom = makeDom();

  it.each(ROWS)('reads $name', ({ html, text, options }) => {
    expect(
      textOf(`<!doctype html><html><head><title>T</title></head><body>${html}</body></html>`, dom, options),
    ).toBe(text);
  });

  it('keeps refs while the page is open, and answers queries about them', () => {
    const page = openHtml('<p><a href="/a">One</a> <a href="/b">Two</a></p>', { url: URL_OF_PAGE, dom });
    const [first, second] = [page.snapshot(), page.snapshot({ interactiveOnly: false })];
    if (!first.ok || !('tree' in first) || !second.ok || !('tree' in second)) throw new Error('no tree');
    const refs = Object.values(first.refs);
    expect(refs.map(({ role, name }) => `${role} ${name}`)).toEqual(['link One', 'link Two']);
    expect(Object.keys(second.refs)).toEqual(refs.map(({ ref }) => ref));
    expect(page.query(refs[1]?.ref ?? '', 'attrs')).toMatchObject({ ok: true, value: { href: '/b' } });
    expect(page.find({ by: 'text', value: 'Two' })).toMatchObject({
      ok: true,
      elements: [{ ref: refs[1]?.ref }],
    });
    expect(page.query('zz99', 'text')).toMatchObject({ ok: false, error: { code: 'ref_not_found' } });
    expect(page.document.querySelector('[data-agent-ref]')).toBeNull();
  });

  it('returns an article as Markdown, in pages', () => {
    const prose =
      'Words of a sentence that is long enough to be prose, with commas, and a full stop. '.repeat(6);
    const html = `<html><head><title>News - Site</title></head><body><nav><a href=/>Home</a></nav><article><h1>News</h1>
      <p>${prose}</p><p>${prose} <a href="more">more</a></p></article><footer>Imprint</footer></body></html>`;
    const whole = extractHtml(html, { url: URL_OF_PAGE, dom, urls: true });
    if (!whole.ok) throw new Error(whole.error.message);
    expect(whole.text).toContain('# News\n\nWords of');
    expect(whole.text).toContain('[more](/dir/more)');
    expect(whole.text).not.toContain('Imprint');
    const cut = extractHtml(html, { url: URL_OF_PAGE, dom, maxCharsTotal: 300 });
    expect(cut).toMatchObject({ ok: true, truncated: true });
    expect(cut.ok && cut.text.length).toBeLessThanOrEqual(300);
  });

  it('returns a whole document as Markdown or HTML, with its addresses and code', () => {
    const prose =
      'Paper is made of fibres that are pressed and dried until they hold together by themselves. ';
    const page = openHtml(
      `<html><head><title>Paper</title></head><body><nav><a href="/">Home</a></nav><main><h1>Paper</h1><p>${prose.repeat(3)}</p>
      <p><b>Bold *</b> and <i> slanted </i>, <a href="../more">a <b>link</b></a>, snake_case, <s>gone</s></p>
      <p><a href=b><img src=/i.png alt="A [pic]"></a></p><pre class="language-js">a &lt; b
  c</pre><p hidden>no</p><p onclick=x() class=k>text</p></main><footer>Foot</footer></body></html>`,
      { url: URL_OF_PAGE, dom: makeDom() },
    );
    const read = (options: object): string => {
      const result = page.read(options);
      if (!result.ok) throw new Error(result.error.message);
      return result.text;
    };
    expect(read({})).toBe(`# Paper

${prose.repeat(3).trim()}

**Bold \\*** and *slanted* , [a **link**](https://site.test/more), snake_case, ~~gone~~

[![A \\[pic\\]](https://site.test/i.png)](https://site.test/dir/b)

\`\`\`js
a < b
  c
\`\`\`

text`);
    expect(read({ main: false })).toMatch(/^\[Home\]\(https:\/\/site\.test\/\)[\s\S]*\nFoot$/);
    const html = read({ as: 'html' });
    expect(html).toContain(
      '<a href="https://site.test/dir/b"><img src="https://site.test/i.png" alt="A [pic]"></a>',
    );
    expect(html).toContain('<p class="k">text</p>');
    expect(html).not.toMatch(/Home|Foot|no<|onclick/);
    expect(page.read({ as: 'text' as never })).toMatchObject({
      ok: false,
      error: { code: 'invalid_argument' },
    });
  });

  it.each([
    ['within a word', 'wo<i>r</i>d, f<b>oo</b>bar', 'wo*r*d, f**oo**bar'],
    ['in pieces', '<b>one</b><b>two <i>x</i></b><i>y</i>', '**onetwo *x****y*'],
    ['beside its space', 'see<b> here </b>now', 'see **here** now'],
    ['where signs would be shown', '<b>Note:</b>text, <b>Note:</b> text', 'Note:text, **Note:** text'],
    ['where signs would be shown, in others', '<s><b>(a)</b></s>b', '(a)b'],
    ['at the begin of a line', '<b>- a:</b>b', '\\- a:b'],
    ['around a link', 'wow!<b><a href=/x>x</a></b>', 'wow\\!**[x](https://site.test/x)**'],
    ['before a link', 'a<b>(b)!</b><a href=/x>x</a>', 'a(b)\\![x](https://site.test/x)'],
    ['before what looks like an address', '<b><button>x</button></b>(/evil)', '**[x]**\\(/evil)'],
    ['in text that has the signs', '<s>a~~</s> *<i>b*</i>', '~~a\\~\\~~~ \\**b\\**'],
    ['in text with one tilde', '<s>a~ </s> ~5 to ~[b]~', '~~a\\~~~ ~5 to ~\\[b\\]\\~'],
  ])('stresses text %s', (_what, html, markdown) => {
    const page = openHtml(`<html><body><p>${html}</p></body></html>`, { url: URL_OF_PAGE, dom: makeDom() });
    expect(page.read({ main: false })).toMatchObject({ text: markdown });
  });

  it.each([
    ['lines of a poem', 'Red,<br>blue<br><br>sweet', 'Red,  \nblue\n\nsweet'],
    ['paragraphs of an item', '<ul><li><p>one</p><p>two</p></li></ul>', '- one  \n  two'],
    [
      'a picture and its caption',
      '<figure><img src=/i.png alt=A><figcaption>B</figcaption></figure>',
      '![A](https://site.test/i.png)\nB',
    ],
    ['a heading and a text in an item', '<ul><li><h2>one</h2>two</li></ul>', '- ## one\n  two'],
    ['an item and its list', '<ul><li>one<ul><li>two</ul></ul>', '- one\n  - two'],
    ['code in a quote', '<blockquote><pre>a</pre>b</blockquote>', '> ```\n> a\n> ```\n>\n> b'],
    ['a formula', 'x=<math alttext="\\frac{1}{2}"><mn>1</mn></math>.', 'x=$`\\frac{1}{2}`$.'],
    [
      'a formula, its TeX in it',
      'x=<math><semantics><mn>1</mn><annotation encoding="application/x-tex">a_1</annotation></semantics></math>',
      'x=$`a_1`$',
    ],
    ['underscores', '__init__ and _ and a__b', '\\_\\_init\\_\\_ and \\_ and a__b'],
  ])('lets Markdown keep %s', (_what, html, markdown) => {
    const page = openHtml(`<html><body>${html}</body></html>`, { url: URL_OF_PAGE, dom: makeDom() });
    expect(page.read({ main: false })).toMatchObject({ text: markdown });
  });

  it('runs nothing and loads nothing', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end();
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const html = `<html><head><link rel=stylesheet href="${origin}/css"><link rel=preload as=fetch href="${origin}/pre">
        <script src="${origin}/js"></script></head><body onload="document.title='ran'"><img src="${origin}/img" onerror="document.title='ran'">
        <iframe src="${origin}/frame"></iframe><script>document.title = 'ran'; globalThis.hasRun = true;</script><p>still</p></body></html>`;
      const page = openHtml(html, { url: `${origin}/`, dom });
      expect(page.snapshot({ interactiveOnly: false, format: 'text' })).toMatchObject({
        ok: true,
        text: expect.stringContaining('- paragraph: still'),
      });
      await new Promise((resolve) => setImmediate(resolve));
      await fetch(`${origin}/last`);
      expect(asked).toEqual(['/last']);
      expect(page.document.title).not.toBe('ran');
      expect('hasRun' in globalThis || '__agentBrowser' in globalThis).toBe(false);
    } finally {
      server.close();
    }
  });

  it.each([
    ['nothing', '', 0],
    ['500 nested boxes', `${'<div>'.repeat(500)}deep`, 1],
    ['style that is no style', '<style>}}{{{ .a{ @media ( { x:y; "</style><p style="::;;(">text</p>', 1],
    ['a base that leads nowhere', '<base href="javascript:x"><p>text</p>', 1],
    ['a table in a table without an end', '<table><tr><td><table><tr><td>text', 1],
  ])('bears %s', (_name, html, least) => {
    const page = snapshotHtml(html, { url: URL_OF_PAGE, dom, interactiveOnly: false });
    expect(page).toMatchObject({ ok: true });
    expect(page.ok && 'tree' in page && page.stats.nodesEmitted).toBeGreaterThanOrEqual(least);
  });
});

it('reads an existing document', () => {
  const { document } = new JSDOM('<button>Go</button>').window;
  expect(openDocument(document, { url: URL_OF_PAGE }).snapshot({ format: 'text' })).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^- button "Go" \[ref=[a-z]{2}1\]$/m),
  });
});

it.each([
  ['no DOM', {}, /Give the DOM/],
  ['a DOM that is none', { dom: {} as never }, /Give the DOM/],
  ['a function that gives no document', { dom: () => 5 }, /gave no document/],
  ['a relative address', { dom: new JSDOM().window, url: '/x' }, /has to be absolute/],
])('says what is wrong with %s', (_, options, message) => {
  expect(() => snapshotHtml('<p>x', options)).toThrow(message);
});

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);
const pages = existsSync(CORPUS) ? readdirSync(CORPUS).filter((file) => file.endsWith('.html')) : [];

/** Pages with markup errors, which some parsers repair in other ways. */
const REPAIRED_DIFFERENTLY: Record<string, string[]> = { linkedom: ['yahoo-3.html'] };

describe.skipIf(pages.length === 0)(
  `real articles without a browser${pages.length === 0 ? ' (NOT RUN: ../shared/corpus is not here)' : ''}`,
  () => {
    it.each(pages.filter((_, i) => i % 8 === 0 || pages.length < 8))(
      '%s reads the same with each DOM',
      (file) => {
        const html = readFileSync(new URL(file, CORPUS), 'utf8');
        const article = (name: string): string => {
          const found = extractHtml(html, {
            url: URL_OF_PAGE,
            dom: DOMS[name]?.() as Dom,
            maxCharsTotal: 1e7,
          });
          if (!found.ok) throw new Error(found.error.message);
          return found.text;
        };
        const expected = article('jsdom');
        expect(expected.length).toBeGreaterThan(100);
        for (const name of ['happy-dom', 'linkedom']) {
          if (REPAIRED_DIFFERENTLY[name]?.includes(file)) continue;
          expect(missingWords([expected], article(name))).toEqual([]);
        }
      },
    );
  },
);
