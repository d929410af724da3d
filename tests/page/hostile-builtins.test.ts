import { beforeAll, describe, expect, it } from 'vitest';
import { type Engine, IS_REAL, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';
import { pageScript } from '../support/page-script.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = `<!doctype html><title>t</title><body><main aria-labelledby="h"><h1 id="h">Cart</h1>
  <button id="b" onclick="window.clicks++">Buy</button><input id="f" aria-label="Name">
  <select aria-label="Size"><option>S<option>M</select><a href="/p?a=1" title="Lamp">L</a></main>`;

const TEXT = [
  '- main "Cart":',
  '  - heading "Cart" [level=1]',
  '  - button "Buy" [ref=e1]',
  '  - textbox "Name" [ref=e2]',
  '  - combobox "Size" [ref=e3]: S',
  '    - option "S" [ref=e4] [selected]',
  '    - option "M" [ref=e5] [selected=false]',
  '  - link "L" [ref=e6] [description=Lamp]',
];

/** Globals of the language with members that a page may replace. */
const LANGUAGE =
  'Array Boolean Date Error Float64Array Function Int32Array JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol Uint8Array WeakMap WeakRef WeakSet';

/** Globals of the platform with such members. */
const DOM =
  'CSS CSSStyleDeclaration CharacterData Comment CustomEvent DOMRect DOMTokenList DataTransfer Document DocumentFragment Element Event EventTarget FocusEvent HTMLButtonElement HTMLCollection HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement HTMLOptionElement InputEvent KeyboardEvent MessageChannel MessagePort MouseEvent MutationObserver MutationRecord NamedNodeMap Node NodeList Performance PointerEvent Range Selection ShadowRoot Text TreeWalker UIEvent URL Window XPathResult';

/** Functions and classes to which a script may pass what it reads of the page. */
const LISTENED =
  'Boolean Error Float64Array Int32Array RegExp TypeError URL WeakSet encodeURIComponent parseFloat parseInt'.split(
    ' ',
  );

const FUNCTIONS =
  'clearTimeout crypto getComputedStyle getSelection isNaN matchMedia parseFloat parseInt performance queueMicrotask requestAnimationFrame setTimeout';

/** Simulated engines are written in JavaScript and call the replaced members of the platform themselves. */
const HOLDERS = (IS_REAL ? `${LANGUAGE} ${DOM}` : LANGUAGE).split(' ');
const NAMES = (IS_REAL ? `${LANGUAGE} ${DOM} ${FUNCTIONS}` : LANGUAGE).split(' ');

/** Without these the script can not detect replaced built-ins: a page that breaks them before the injection keeps it out. */
const NEEDED_FIRST = {
  members:
    'Object.getOwnPropertyDescriptor Object.getPrototypeOf Function#toString Document#createElement Document#documentElement Node#appendChild Element#remove',
  names: 'Function Object Reflect Document',
};

/**
 * Replaces members of one global within one task, calls the API, and returns its answers and whether the replaced
 * members are in place afterwards. The harness itself must not call what it replaces.
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
  };
  const broken = ({ holder, key, own }, how) => {
    const value = HOW[how];
    const to = own.get ? { configurable: true, enumerable: own.enumerable, get: value, set: own.set } : { configurable: true, enumerable: own.enumerable, writable: true, value };
    to.__proto__ = null;
    return { holder, key, own, to };
  };
  window.plan = (path, how, without) => {
    const keep = without.split(' ');
    const of = (where, dot) => members(where).filter(({ key }) => !keep.includes(path + dot + text(key))).map((one) => broken(one, how));
    return [...of(path, '.'), ...of(path + '#', '#')];
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

/** A line without the value of the field and the focus, which differ from case to case. */
const plain = (line: string): string => line.replace(' [focused]', '').replace(/(\[ref=e2\]): v\d+$/, '$1');

const withHarness = (use: (page: TestPage) => Promise<void>): Promise<void> =>
  withPage(engine, HTML, async (page) => {
    await page.run(`window.injectAgain = function () { ${pageScript} };`);
    await page.run(HARNESS);
    expect(await lines(page)).toEqual(TEXT);
    await use(page);
  });

/** The cases that fail, each with its wrong result. */
const failuresOf = async (
  page: TestPage,
  cases: readonly (readonly [name: string, plan: string])[],
  before: boolean,
) => {
  const wrong: string[] = [];
  const right: Record<string, unknown> = { text: TEXT.join('\n'), ...RIGHT };
  for (const [name, plan] of cases) {
    const result = await page.evaluate<string | Record<string, unknown>>(`window.under(${plan}, ${before})`);
    if (typeof result === 'string') wrong.push(`${name}: ${result}`);
    else {
      if (Array.isArray(result.text)) result.text = result.text.map(plain).join('\n');
      for (const key in right) if (result[key] !== right[key]) wrong.push(`${name}: ${key} ${result[key]}`);
    }
  }
  return wrong;
};

describe.each([
  { when: 'after the script came in', before: false, ways: ['throwing', 'garbage'] },
  { when: 'before the script came in', before: true, ways: ['garbage'] },
])('a page that replaces its built-ins $when', ({ before, ways }) => {
  // Simulated engines have no native code by which to detect a broken built-in.
  const itCan = it.runIf(IS_REAL || !before);

  itCan.each(ways)('works with all members of one global after the other replaced, %s', async (how) => {
    await withHarness(async (page) => {
      const needed = before ? NEEDED_FIRST.members : '';
      const holders = HOLDERS.filter((name) => !before || name !== 'Reflect');
      const cases = holders.map((name) => [name, `window.plan('${name}', '${how}', '${needed}')`] as const);
      expect(cases.length).toBeGreaterThanOrEqual(IS_REAL ? 61 : 20);
      expect(await failuresOf(page, cases, before)).toEqual([]);
    });
  });

  itCan('works with the globals themselves replaced by null', async () => {
    await withHarness(async (page) => {
      const needed = before ? NEEDED_FIRST.names.split(' ') : [];
      const names = NAMES.filter((name) => !needed.includes(name));
      const cases = names.map((name) => [name, `window.planName('${name}', null)`] as const);
      expect(await failuresOf(page, cases, before)).toEqual([]);
    });
  });
});

it.runIf(IS_REAL)(
  'a page that wraps global functions and classes in proxies learns nothing of what is read',
  async () => {
    await withPage(engine, HTML, async (page) => {
      await page.run(`
      window.heard = [];
      const hear = (name) => (target, self, args) => { heard.push(name + ' ' + args); return Reflect.apply(target, self, args); };
      for (const name of ${JSON.stringify(LISTENED)})
        window[name] = new Proxy(window[name], {
          apply: hear(name),
          construct: (target, args) => { heard.push('new ' + name + ' ' + args); return Reflect.construct(target, args); },
        });`);
      for (const format of ['text', 'markdown', 'json'])
        for (const interactiveOnly of [true, false]) await page.json('snapshot', { format, interactiveOnly });
      await page.json('page', 'extract', {});
      await page.json('page', 'search', { text: 'Cart' });
      expect(await page.evaluate('window.heard')).toEqual([]);
    });
  },
);

/** Getters of Node that tell the kind and the place of a node. */
const ON_NODES = 'childNodes firstChild isConnected nodeType ownerDocument parentNode textContent'.split(' ');

it.runIf(IS_REAL)(
  'a page that replaces getters of Node is not called, neither during a call nor afterwards',
  async () => {
    await withPage(engine, HTML, async (page) => {
      await page.run(`
      window.heard = [];
      window.addEventListener('unhandledrejection', () => heard.push('rejected'));
      for (const key of ${JSON.stringify(ON_NODES)})
        Object.defineProperty(Node.prototype, key, { configurable: true, get() { heard.push(key); throw new Error('mine'); } });`);
      // This is the first snapshot: the script has read nothing before.
      expect(await lines(page)).toEqual(TEXT);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('window.heard')).toEqual([]);
    });
  },
);

it.runIf(IS_REAL)('a page whose window has getters that throw is read', async () => {
  await withPage(engine, HTML, async (page) => {
    await page.run(`
      for (const key of ['innerWidth', 'innerHeight', 'scrollX', 'scrollY'])
        Object.defineProperty(window, key, { configurable: true, get() { throw new Error('mine'); } });`);
    expect(await lines(page)).toEqual(TEXT);
    expect(await page.json('page', 'info')).toMatchObject({ ok: true });
  });
});

it.runIf(IS_REAL)(
  'a page that has defined index getters on Object.prototype is not called by an injection',
  async () => {
    await withPage(engine, HTML, async (page) => {
      // In one script: the driver of WebKit writes to arrays of its own in the page.
      await page.run(`
      window.heard = [];
      for (let i = 0; i < 5; i++)
        Object.defineProperty(Object.prototype, i, { configurable: true, get() { heard.push(i); return 'mine'; } });
      ${pageScript};
      for (let i = 0; i < 5; i++) delete Object.prototype[i];`);
      expect(await lines(page)).toEqual(TEXT);
      expect(await page.evaluate('window.heard')).toEqual([]);
    });
  },
);

it.runIf(IS_REAL)(
  'an injection puts the methods of functions back where the page has replaced those of Reflect as well',
  async () => {
    await withPage(engine, HTML, async (page) => {
      // Put back at the end: the drivers of Firefox and WebKit use them themselves.
      await page.run(`
      const [{ apply }, { call }] = [Reflect, Function.prototype];
      Reflect.apply = () => 'mine';
      Function.prototype.call = () => { throw new Error('mine'); };
      try { ${pageScript}; } finally { Reflect.apply = apply; Function.prototype.call = call; }`);
      expect(await lines(page)).toEqual(TEXT);
    });
  },
);

describe('a page that defines members of its own on', () => {
  it.runIf(IS_REAL).each(['document', 'performance'])('%s', async (one) => {
    await withPage(engine, HTML, async (page) => {
      await page.run(`
        window.heard = [];
        window.clicks = 0;
        const one = ${one};
        const known = new Set();
        for (let at = Object.getPrototypeOf(one); at !== Object.prototype; at = Object.getPrototypeOf(at))
          for (const key of Object.getOwnPropertyNames(at)) if (key !== 'constructor') known.add(key);
        for (const key of known) {
          const mine = () => { window.heard.push(key); throw new Error('mine'); };
          Object.defineProperty(one, key, { configurable: true, get: mine, set: mine });
        }`);
      expect(await lines(page)).toEqual(TEXT);
      expect(await page.json('page', 'extract')).toMatchObject({ ok: true });
      expect(await page.evaluate('window.heard')).toEqual([]);
      expect(await runJob(page, 'action', 'e2', 'fill', { text: 'Ann' })).toMatchObject({ verified: true });
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('window.clicks')).toBe(1);
    });
  });
});

/** What a page adds to the prototypes of all objects, arrays or strings. */
const ADDED: readonly [what: string, script: string][] = [
  [
    'toJSON everywhere',
    'for (const P of [Object, Array, String, Number]) add(P.prototype, "toJSON", { value() { return "mine"; } })',
  ],
  ['then on every object', 'add(Object.prototype, "then", { value() { window.stolen = true; } })'],
  [
    'get and set on every object',
    'add(Object.prototype, "get", { value() {} }); add(Object.prototype, "set", { value() {} })',
  ],
  [
    'what every result has',
    'for (const key of "error ok ref code value text nodes checked format since".split(" ")) add(Object.prototype, key, { value: { code: "mine" } })',
  ],
  [
    'setters of indices',
    'for (const P of [Object, Array]) for (let i = 0; i < 5; i++) add(P.prototype, i, { get() { return "mine"; }, set() { window.stolen = true; } })',
  ],
  ['enumerable keys', 'for (const P of [Object, Array, String, Function]) P.prototype.mine = "mine"'],
  ['lists that do not spread', 'add(Array.prototype, Symbol.isConcatSpreadable, { value: false })'],
  [
    'a species of its own',
    'Array.prototype.constructor = { [Symbol.species]: class { constructor() { throw new Error("mine"); } } }',
  ],
  [
    'patterns that match nothing',
    'RegExp.prototype.exec = () => null; RegExp.prototype[Symbol.replace] = () => "mine"; RegExp.prototype[Symbol.split] = () => []',
  ],
  ['lists that give nothing', 'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })'],
  [
    'lists that can not be stepped through',
    'delete Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()))[Symbol.iterator]',
  ],
  [
    'promises that never call',
    'Promise.prototype.then = () => {}; Promise.prototype.constructor = null; Promise.resolve = () => null',
  ],
  [
    'frozen prototypes',
    'for (const name of ["Object", "Array", "String", "Map", "Element", "Node"]) if (window[name]) Object.freeze(window[name].prototype)',
  ],
];

describe('a page that adds to its built-ins', () => {
  it.each(ADDED.filter(([what]) => canTry(what)))('%s', async (_, script) => {
    const add = `const add = (holder, key, own) => Object.defineProperty(holder, key, { __proto__: null, configurable: true, ...own });`;
    await withPage(engine, HTML, async (page) => {
      await page.run(`window.taken = []; window.parse = JSON.parse; window.clicks = 0;`);
      expect(await lines(page)).toEqual(TEXT);
      await page.run(`${add} ${script}`);
      const answer = await page.evaluateText('window.__agentBrowser.json("snapshot", { format: "text" })');
      expect((JSON.parse(answer) as { text: string }).text.split('\n').slice(1)).toEqual(TEXT);
      // A job pauses: promises and timers are those of the page meanwhile.
      expect(await runJob(page, 'action', 'e2', 'fill', { text: 'Ann' })).toMatchObject({
        ok: true,
        verified: true,
      });
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluateText('String(window.clicks) + window.stolen')).toBe('1undefined');
    });
  });
});
