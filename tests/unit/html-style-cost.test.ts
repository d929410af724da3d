import { JSDOM } from 'jsdom';
import { describe, expect, it, vi } from 'vitest';
import { Cascade } from '../../src/html/style/cascade.ts';
import { DocumentFacts } from '../../src/html/style/element-facts.ts';
import { parseCss } from '../../src/html/style/parse-css.ts';
import { parseSelector } from '../../src/html/style/selector.ts';
import { SelectorMatcher } from '../../src/html/style/selector-matcher.ts';
import { openHtml } from '../support/html-module.ts';

const SIZE = { width: 1280, height: 720 };

const documentOf = (html: string): Document => new JSDOM(`<!doctype html>${html}`).window.document;

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

/** How many elements are looked at to find the rules of all elements of a page. */
const stepsFor = (html: string): number => {
  const spy = vi.spyOn(DocumentFacts.prototype, 'of');
  const document = documentOf(html);
  const cascade = new Cascade(SIZE);
  for (const el of document.querySelectorAll('body *')) cascade.valuesOf(el);
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
};

describe('the cost of style sheets', () => {
  it.each([
    [
      'rules that other rules win over',
      `<style>${times(200, (i) => `div:not(.a${i}){opacity:1}`)}</style>${times(200, () => '<div>x</div>')}`,
    ],
    [
      'escaped classes',
      `<style>${times(200, (i) => `.md\\:x${i}\\:hidden{display:none}`)}</style>${times(200, () => '<p>x</p>')}`,
    ],
    [
      'places among siblings',
      `<style>p:nth-last-child(3n+1){opacity:.9}</style>${times(400, () => '<p>x</p>')}`,
    ],
    [
      'ancestors that lack something',
      `<style>.x div div div div p{display:none}</style>${'<div>'.repeat(30)}${times(10, () => '<p>x</p>')}`,
    ],
  ])('grows with the page, not with its square: %s', (_name, html) => {
    expect(stepsFor(html)).toBeLessThan(3000);
  });

  it('is limited: after the last step rules are ignored, style attributes are not', () => {
    const document = documentOf(
      `<style>.a{display:none}</style>${times(50, () => '<p class=a>x</p>')}<p style="display:none">y</p>`,
    );
    const shown = (steps?: number): number => {
      const cascade = new Cascade(SIZE, steps);
      return [...document.querySelectorAll('p')].filter((el) => cascade.valuesOf(el).display !== 'none')
        .length;
    };
    expect([shown(), shown(0)]).toEqual([0, 50]);
    const some = shown(60);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(50);
    expect(shown(60)).toBe(some);
  });

  it('loses no text of a page with too many rules', () => {
    const rules = times(400, () => 'i ~ p + p ~ p + p ~ p + p ~ p{display:none}');
    const html = `<style>${rules} .h{display:none}</style>${times(300, (i) => `<p>word${i}</p>`)}<p class=h>word`;
    const page = openHtml(html, { dom: (text) => new JSDOM(text) }).read({ main: false });
    // The last paragraph is hidden by a rule that is ignored by then.
    expect(page.ok && page.text.match(/word/g)?.length).toBe(301);
  });

  it('skips selectors that a scope makes longer than any string', () => {
    const css = `@scope (${'a'.repeat(900)}) { ${':scope'.repeat(640_000)} {display:none} } b {display:none}`;
    expect([...parseCss(css, () => true)].map(({ selector }) => selector)).toEqual(['b']);
  });

  it('wraps a line of pictures where a line of words would wrap', () => {
    const html = `<p>${times(2000, (i) => `<img src="/${i}.png" alt="picture ${i}">`)}</p>`;
    const page = openHtml(html, { url: 'https://site.test/', dom: (text) => new JSDOM(text) }).read({
      main: false,
    });
    const lines = page.ok ? page.text.split('\n') : [];
    expect(lines.join('').match(/!\[picture/g)?.length).toBe(2000);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(21_000);
  });
});

const PAGE = `<html lang=en><body><main id=m class="a b"><p class="x md:hidden 10" data-x="a]b" title="One two">1<b></b></p>
  <p class=y TYPE=Text>2 <i>i</i><img></p><ul><li class=x>1<li>2<li class=y>3<li>4</ul><section><div><p lang=en-GB>3</div></section></main>
  <form><input type=checkbox checked><input type=radio disabled required><select><option selected>x</select><a href=x>l</a></form>`;

const SELECTORS = [
  ...[
    '*',
    'p',
    'P.x',
    '#m',
    '.x.y',
    'main p',
    'main > p',
    'p + p',
    'p ~ ul',
    'ul > li + li',
    '.md\\:hidden',
    '.\\31 0',
  ],
  ...[
    '[data-x="a]b"]',
    "[title~='two']",
    '[lang|=en]',
    '[title^="one" i]',
    '[title$=two]',
    '[class*=hidd]',
    '[type=text]',
  ],
  ...[
    'li:nth-child(2n+1)',
    'li:nth-child(-n+2)',
    'li:nth-last-child(even)',
    'li:first-child',
    'li:not(:last-child)',
    'b:empty',
  ],
  ...[
    'p:nth-of-type(2)',
    'p:only-of-type',
    ':root',
    'div:only-child',
    ':is(h1, p):where(.x, .y)',
    'p:not(.x, .y)',
  ],
  ...[
    'p:has(> img)',
    'main:has(section p)',
    'p:has(+ ul)',
    'section:not(:has(li))',
    'p:has(~ section i)',
    'main div p',
    '#m > section > div p',
  ],
  ...[
    ':checked',
    ':disabled',
    'input:enabled',
    ':required',
    'a:link',
    'a:hover',
    'a:not(:hover)',
    'body .b > .y ~ ul .x + li',
  ],
];

it.each(SELECTORS)('matches what a DOM matches: %s', (text) => {
  const document = documentOf(PAGE);
  const selector = parseSelector(text);
  const matcher = new SelectorMatcher(new DocumentFacts(), 1e6);
  const found = [...document.querySelectorAll('*')].filter((el) => selector && matcher.matches(el, selector));
  expect(found.map(({ outerHTML }) => outerHTML)).toEqual(
    [...document.querySelectorAll(text)].map(({ outerHTML }) => outerHTML),
  );
});

it.each([
  '',
  '>',
  'p >',
  'p:',
  'p::before',
  'p:before',
  '..x',
  '[x',
  'p:not(',
  'p:not(:unknown)',
  'a|b',
  '.5',
  'p:nth-child(x)',
  ':host',
  'b*c',
])('drops what is no selector: %j', (text) => {
  expect(parseSelector(text)).toBeUndefined();
});

it.each([
  ['p.x#y', 1_001_001],
  [':where(#a) b', 1],
  [':is(#a, b) c', 1_000_001],
  ['a:not(.b, #c):hover', 1_001_001],
  ['[x="#a .b"]', 1000],
])('ranks %s', (text, specificity) => {
  expect(parseSelector(text)?.specificity).toBe(specificity);
});

describe('the cost of names', () => {
  it('grows with a list of boxes without names, not with its square', () => {
    const rows = times(200, () => '<div><b>Row</b> <button>x</button><input type=checkbox></div>');
    let found = 0;
    const page = openHtml(`<body><div>${rows}</div>`, {
      dom: (text) => {
        const dom = new JSDOM(text);
        const { prototype } = dom.window.Element;
        const { querySelectorAll } = prototype;
        prototype.querySelectorAll = function (this: Element, selectors: string) {
          const all = querySelectorAll.call(this, selectors);
          found += all.length;
          return all;
        };
        return dom;
      },
    });
    expect(page.snapshot({ maxNodes: 1000 })).toMatchObject({ stats: { interactive: 400 } });
    expect(found).toBeGreaterThan(200);
    expect(found).toBeLessThan(200 * 20);
  });
});
