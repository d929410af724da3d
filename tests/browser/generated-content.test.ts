import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aria, ariaScript, launchOracle, openPage } from '../support/aria-oracle.ts';

/** A style sheet, a button, and its name, which Chromium computes as well. */
const ROWS: [about: string, css: string, html: string, name: string][] = [
  ['a class', '.a::before { content: "one " }', '<button class="b a">x</button>', 'one x'],
  ['a class above', '.a b::before { content: "one " }', '<button class=a><b>x</b></button>', 'one x'],
  ['an id', '#a:after { content: " one" }', '<button id=a>x</button>', 'x one'],
  ['a tag', 'body > button::after { content: " one" }', '<button>x</button>', 'x one'],
  ['any element', '::after { content: "!" }', '<button>x</button>', 'x!'],
  [
    'an attribute',
    '[data-a="b .c"]::after { content: attr(data-a) }',
    '<button data-a="b .c">x</button>',
    'xb .c',
  ],
  [':not()', 'button:not(.a .b)::after { content: "!" }', '<button class=c>x</button>', 'x!'],
  [':is()', ':is(.a, .b:not(.c))::after { content: "!" }', '<button class=b>x</button>', 'x!'],
  [
    'brackets in brackets',
    '.a:not(.b .c:is(.d))::after { content: "!" }',
    '<button class=a>x</button>',
    'x!',
  ],
  ['a class with a colon', '.a\\:b::after { content: "!" }', '<button class=a:b>x</button>', 'x!'],
  ['a rule in a rule', '.a { &::after { content: "!" } }', '<button class=a>x</button>', 'x!'],
  [
    'rules in rules',
    '.a { & .b { & i { &::after { content: "!" } } } }',
    '<button class=a><b class=b><i>x</i></b></button>',
    'x!',
  ],
  [
    'a group of rules',
    '@media all { @layer { .a::after { content: "!" } } }',
    '<button class=a>x</button>',
    'x!',
  ],
  ['a variable', '.a::after { content: var(--a) } .b { --a: "!" }', '<button class="a b">x</button>', 'x!'],
  ['quotation marks', '', '<button><q>x</q></button>', '“x”'],
  ['what is not there', '.a::after { content: "!" }', '<button class=ab>x</button>', 'x'],
];

describe('names with content that a style sheet generates', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchOracle();
    page = await openPage(browser, '<!doctype html><title>generated content</title>', await ariaScript());
  });
  afterAll(() => browser?.close());

  /** Our name of the button, and Chromium's. */
  const named = (css: string, html: string): Promise<[ours: string, theirs: string]> =>
    page.evaluate(
      ([rules, markup]) => {
        const { aria } = globalThis as unknown as { aria: Aria };
        document.body.innerHTML = `<style>${rules}</style>${markup}`;
        const button = document.querySelector('button') as unknown as Element & { computedName: string };
        return [aria.nameOf(button, aria.createDomCache(1000)), button.computedName];
      },
      [css, html],
    );

  it.each(ROWS)('by %s: %s %s', async (_about, css, html, name) => {
    expect(await named(css, html)).toEqual([name, name]);
  });

  it('updates with added rules, and reads those of a shadow tree', async () => {
    const names = await page.evaluate(() => {
      const { aria } = globalThis as unknown as { aria: Aria };
      document.body.innerHTML = '<style></style><button id=a>x</button><div id=host><button>y</button></div>';
      const root = (document.getElementById('host') as Element).attachShadow({ mode: 'open' });
      root.innerHTML =
        '<style>::slotted(*)::after { content: "?" } .b::before { content: "!" }</style><slot></slot><button class=b>z</button>';
      const all = [...document.querySelectorAll('button'), root.querySelector('button') as Element];
      const read = (): string[] => {
        const cache = aria.createDomCache(1000);
        return all.map((el) => aria.nameOf(el, cache));
      };
      const before = read();
      document.querySelector('style')?.sheet?.insertRule('#a::after { content: "+" }');
      return [before, read()];
    });
    expect(names).toEqual([
      ['x', 'y?', '!z'],
      ['x+', 'y?', '!z'],
    ]);
  });

  it('reads the style of every element where a style sheet can not be read', async () => {
    const names = await page.evaluate(async () => {
      const { aria } = globalThis as unknown as { aria: Aria };
      document.body.innerHTML = '<button class=a>x</button>';
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = 'data:text/css,.a::after{content:"!"}';
      await new Promise((resolve) => {
        link.onload = resolve;
        document.body.append(link);
      });
      return aria.nameOf(document.querySelector('button') as Element, aria.createDomCache(1000));
    });
    expect(names).toBe('x!');
  });
});
