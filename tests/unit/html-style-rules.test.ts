import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { Cascade } from '../../src/html/style/cascade.ts';
import { isMediaOf } from '../../src/html/style/media-query.ts';

/** The texts of the visible paragraphs. */
const shownIn = (html: string): string => {
  const { document } = new JSDOM(`<!doctype html>${html}`).window;
  const cascade = new Cascade({ width: 1280, height: 720 });
  return [...document.querySelectorAll('p')]
    .filter((el) => {
      const { display, opacity } = cascade.valuesOf(el);
      return display !== 'none' && opacity !== '0';
    })
    .map((el) => el.textContent)
    .join(' ');
};

const GONE = 'display:none';
const SHOWN = 'display:block';

it.each([
  ['what only is so at first', '.a{opacity:1}@starting-style{.a{opacity:0}}', 'a b c'],
  ['a scope', `@scope (#s){p{${GONE}}}`, 'a b'],
  ['a scope with an end, its root', `@scope (body) to (#s){p{${GONE}} :scope > p{display:inline}}`, 'a b c'],
  ['a scope that only hides below its end', `@scope (body) to (#s){p{${GONE}}}`, 'c'],
  ['what is not supported', `@supports not (display:grid){.a{${GONE}}}`, 'a b c'],
  ['what is supported', `@supports (display:grid) and (not (display:zzz)){.a{${GONE}}}`, 'a b c'],
  ['what is supported, one of two', `@supports (not (x:y)) or (display:grid){.a{${GONE}}}`, 'b c'],
  ['layers below all else', `@layer base{body p.a{${GONE}}} p{${SHOWN}}`, 'a b c'],
  ['layers in the order of their names', `@layer x,y;@layer y{p{${SHOWN}}}@layer x{p.a{${GONE}}}`, 'a b c'],
  [
    'what is important in the first layer',
    `@layer x{p{${GONE}!important}}@layer y{#s p{${SHOWN}!important}}`,
    '',
  ],
  ['what is important in a layer over all else', `.a{${SHOWN}!important}@layer x{p{${GONE}!important}}`, ''],
  ['layers in layers', `@layer x{@layer y{body p.a{${GONE}}} p{${SHOWN}}}`, 'a b c'],
  ['layers without names', `@layer{p.a{${GONE}}}@layer{p{${SHOWN}}}`, 'a b c'],
  ['what fades in', '.a{opacity:0;animation:f .01s forwards}.b{opacity:0;animation:none}', 'a c'],
  ['a bracket too many', `} .a{${GONE}} .b{${GONE}}`, 'a c'],
  ['marks of comments in HTML', `<!-- .a{${GONE}} -->`, 'b c'],
  ['brackets in strings', `[title="x]y"]{${GONE}}`, 'a c'],
])('counts rules as a browser does: %s', (_name, css, text) => {
  const html = `<style>${css}</style><p class=a>a</p><p class=b title="x]y">b</p><div id=s><p>c</p></div>`;
  expect(shownIn(html)).toBe(text);
});

it.each([
  ['<noscript><style>p{display:none}</style></noscript>', 'a'],
  ['<style type="text/less">p{display:none}</style>', 'a'],
  ['<style type="TEXT/CSS">p{display:none}</style>', ''],
  ['<style type="">p{display:none}</style>', ''],
])('reads a style sheet, or none: %s', (sheet, text) => {
  expect(shownIn(`${sheet}<p>a`)).toBe(text);
});

it('shows formulas, not their source', () => {
  const { document } = new JSDOM(
    '<math><semantics><mi>x</mi><annotation>x</annotation><annotation-xml>x</annotation-xml></semantics></math>',
  ).window;
  const cascade = new Cascade({ width: 1280, height: 720 });
  expect([...document.querySelectorAll('semantics > *')].map((el) => cascade.valuesOf(el).display)).toEqual([
    'inline',
    'none',
    'none',
  ]);
});

it.each([
  ['', true],
  ['screen', true],
  ['print', false],
  ['not print', true],
  ['not screen and (min-width: 600px)', false],
  ['only screen and (min-width:600px)', true],
  ['print, (min-width:600px)', true],
  ['(max-width:600px) or (min-width:1000px)', true],
  ['(max-width:600px) or (max-width:1000px)', false],
  ['((min-width:600px))', true],
  ['not (min-width:600px)', false],
  ['(not ((min-width:600px) and (max-width:2000px)))', false],
  ['screen and (not (max-width:600px))', true],
  ['((min-width:600px) and (max-width:700px)) or ((hover) and (width>=1280px))', true],
  ['(400px <= width <= 2000px)', true],
  ['(orientation:landscape) and (min-width:30em)', true],
  ['(what-is-this)', false],
  ['not (what-is-this)', false],
  ['(what-is-this) or (min-width:600px)', true],
  ['('.repeat(100_000), false],
])('asks of media: %s', (query, holds) => {
  expect(isMediaOf({ width: 1280, height: 720 })(query)).toBe(holds);
});
