import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import { type Engine, IS_REAL, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const HTML = `<!doctype html><title>t</title><body><main aria-labelledby="h"><h1 id="h">Cart</h1>
  <button id="b" onclick="window.clicks++">Buy</button><input id="f" aria-label="Name">
  <select aria-label="Size"><option>S<option>M</select><a href="/p?a=1" title="Lamp">L</a></main>`;

const TEXT = [
  '- main "Cart":',
  '  - button "Buy" [ref=e1]',
  '  - textbox "Name" [ref=e2]',
  '  - combobox "Size" [ref=e3]: S',
  '    - option "S" [ref=e4] [selected]',
  '    - option "M" [ref=e5] [selected=false]',
  '  - link "L" [ref=e6] [url=/p?a=1]',
];

/** Of the language, */
const LANGUAGE =
  'Array Boolean Date Error Function JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol Uint8Array WeakMap WeakRef WeakSet';

/** and of the page. */
const DOM =
  'CSS CSSStyleDeclaration CharacterData Comment CustomEvent DOMRect DOMTokenList DataTransfer Document DocumentFragment Element Event EventTarget FocusEvent HTMLButtonElement HTMLCollection HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement HTMLOptionElement InputEvent KeyboardEvent MessageChannel MessagePort MouseEvent MutationObserver MutationRecord NamedNodeMap Node NodeList Performance PointerEvent Range Selection ShadowRoot Text TreeWalker UIEvent URL Window XPathResult';

const FUNCTIONS =
  'clearTimeout crypto getComputedStyle getSelection isNaN matchMedia parseFloat parseInt performance queueMicrotask requestAnimationFrame setTimeout';

/** Simulations are written in JavaScript, and use what the page has put there themselves. */
const HOLDERS = (IS_REAL ? `${LANGUAGE} ${DOM}` : LANGUAGE).split(' ');
const NAMES = (IS_REAL ? `${LANGUAGE} ${DOM} ${FUNCTIONS}` : LANGUAGE).split(' ');

/** Nothing can be told without these from what was there before: a page that breaks them first keeps the script out. */
const NEEDED_FIRST = {
  members:
    'Object.getOwnPropertyDescriptor Object.getPrototypeOf Function#toString Document#createElement Document#documentElement Node#appendChild Element#remove',
  names: 'Function Object Reflect Document',
};

/**
 * Breaks one thing after the other in one task: what the script says then, and whether the page has its own
 * afterwards. The test must not rely on what it breaks.
 */
const HARNESS = `
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys, apply } = Reflect;
  const stringify = JSON.stringify, parse = JSON.parse, text = String, fail = Error;
  window.clicks = 0;
  const members = (path) => {
    const holder = path.endsWith('#') ? window[path.slice(0, -1)]?.prototype : window[path];
    const found = [];
    for (const key of holder && (typeof holder === 'object' || path.length > 1) ? ownKeys(holder) : []) {
      const own = getOwnPropertyDescriptor(holder, key);
      if (own.configurable && typeof (own.get || own.value) === 'function' && key !== 'constructor') found[found.length] = { holder, key, own };
    }
    return found;
  };
  const HOW = {
    throwing: () => { throw new fail('mine'); },
    garbage: () => 'garbage',
    nothing: () => undefined,
  };
  const broken = ({ holder, key, own }, how) => {
    const value = HOW[how];
    const to = own.get ? { configurable: true, enumerable: own.enumerable, get: value, set: own.set } : { configurable: true, enumerable: own.enumerable, writable: true, value };
    to.__proto__ = null;
    return { holder, key, own, to };
  };
  window.plan = (path, how, without) => {
    const keep = without.split(' ');
    return members(path).filter(({ key }) => !keep.includes((path.endsWith('#') ? path : path + '.') + text(key))).map((one) => broken(one, how));
  };
  window.planName = (name, value) => {
    const own = getOwnPropertyDescriptor(window, name);
    return own && own.configurable ? [{ holder: window, key: name, own, to: { __proto__: null, configurable: true, enumerable: own.enumerable, writable: true, value } }] : [];
  };
  window.change = (steps) => { for (let i = 0; i < steps.length; i++) defineProperty(steps[i].holder, steps[i].key, steps[i].to); };
  window.changeBack = (steps) => { for (let i = steps.length - 1; i >= 0; i--) steps[i].own ? defineProperty(steps[i].holder, steps[i].key, steps[i].own) : deleteProperty(steps[i].holder, steps[i].key); };
  window.isInPlace = (steps) => {
    for (let i = 0; i < steps.length; i++) {
      const now = getOwnPropertyDescriptor(steps[i].holder, steps[i].key);
      if (!now || now.value !== steps[i].to.value || now.get !== steps[i].to.get) return 'not back: ' + text(steps[i].key);
    }
    return true;
  };
  let n = 0;
  window.use = (before) => {
    const clicks = window.clicks;
    const results = [];
    try {
      if (before) window.injectAgain();
      const api = window.__agentBrowser;
      results[0] = api.json('snapshot', { format: 'text' });
      results[1] = api.json('action', 'e2', 'fill', { text: 'v' + n++ });
      results[2] = api.json('action', 'e1', 'click');
      results[3] = window.clicks - clicks;
    } catch (error) {
      results[4] = 'threw ' + error + ' ' + error.stack;
    }
    return results;
  };
  window.under = (steps, before) => {
    change(steps);
    const results = use(before);
    const inPlace = isInPlace(steps);
    changeBack(steps);
    if (before) window.injectAgain();
    return results[4] ? results[4] : said(results, inPlace);
  };
  const said = ([snapshot, fill, click, clicks], inPlace) => {
    const [shown, filled, clicked] = [parse(snapshot), parse(fill), parse(click)];
    return { text: shown.text ? shown.text.split('\\n').slice(1) : snapshot, filled: filled.verified === true || fill, clicked: clicked.ok || click, clicks, inPlace };
  };
  f.value = '';
`;

const RIGHT = { filled: true, clicked: true, clicks: 1, inPlace: true };

/** What the field holds and which has the focus changes from case to case. */
const plain = (line: string): string => line.replace(' [focused]', '').replace(/(\[ref=e2\]): v\d+$/, '$1');

const withHarness = (use: (page: TestPage) => Promise<void>): Promise<void> =>
  withPage(engine, HTML, async (page) => {
    await page.run(`window.injectAgain = function () { ${await bundleForPage()} };`);
    await page.run(HARNESS);
    expect(await lines(page)).toEqual(TEXT);
    await use(page);
  });

/** Each with what came of it that is not right. */
const wrongOnes = async (page: TestPage, cases: readonly (readonly [name: string, plan: string])[], before: boolean) => {
  const wrong: string[] = [];
  const right: Record<string, unknown> = { text: TEXT.join('\n'), ...RIGHT };
  for (const [name, plan] of cases) {
    const said = await page.evaluate<string | Record<string, unknown>>(`window.under(${plan}, ${before})`);
    if (typeof said === 'string') wrong.push(`${name}: ${said}`);
    else {
      if (Array.isArray(said.text)) said.text = said.text.map(plain).join('\n');
      for (const key in right) if (said[key] !== right[key]) wrong.push(`${name}: ${key} ${said[key]}`);
    }
  }
  return wrong;
};

const membersOf = (how: string, without: string): [string, string][] =>
  HOLDERS.flatMap((name) =>
    [name, `${name}#`].map((path): [string, string] => [
      `${path} ${how}`,
      `window.plan('${path}', '${how}', '${without}')`,
    ]),
  );

describe.each([
  ['after the script came in', false],
  ['before the script came in', true],
])('a page that replaces its built-ins %s', (_, before) => {
  // A simulation has nothing to tell a broken built-in by.
  const itCan = it.runIf(IS_REAL || !before);

  itCan.each(['throwing', 'garbage', 'nothing'])('all members at once, %s', async (how) => {
    await withHarness(async (page) => {
      const cases = membersOf(how, before ? NEEDED_FIRST.members : '');
      expect(cases.length).toBe(HOLDERS.length * 2);
      expect(await wrongOnes(page, before ? cases.filter(([name]) => !/^Reflect /.test(name)) : cases, before)).toEqual([]);
    });
  });

  itCan.each([
    ['null', 'null'],
    ['a class of its own', 'class Mine { constructor() { throw new Error("mine"); } }'],
  ])('the names: %s', async (what, value) => {
    await withHarness(async (page) => {
      const needed = before ? NEEDED_FIRST.names.split(' ') : [];
      const cases = NAMES.filter((name) => !needed.includes(name)).map((name) => [`${name} is ${what}`, `window.planName('${name}', ${value})`] as const);
      expect(await wrongOnes(page, cases, before)).toEqual([]);
    });
  });
});
