import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotTree } from '../../src/contract.ts';
import { type Engine, IS_REAL, openEngine, type TestPage } from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';

const BREAK = `(() => {
  Array.prototype.push = () => 0;
  Array.prototype.map = function () { return this; };
  String.prototype.slice = () => 'broken';
  Map.prototype.get = () => undefined;
  Element.prototype.getAttribute = () => 'broken';
  Object.defineProperty(Element.prototype, 'localName', { get: () => 'broken', configurable: true });
  Object.defineProperty(Node.prototype, 'childNodes', { get: () => [], configurable: true });
  Object.prototype.inherited = 'by every object';
})()`;

/** As zone.js does: replaces MutationObserver by its own class, and `toString` so that the class looks native. */
const STAND_IN = `(() => {
  const Native = MutationObserver;
  const own = function (tell) { this.native = new Native(tell); };
  for (const name of ['observe', 'disconnect', 'takeRecords'])
    own.prototype[name] = function () { return this.native[name].apply(this.native, arguments); };
  window.MutationObserver = own;
  const { toString } = Function.prototype;
  const patched = function () { return toString.call(this === own ? Native : this === patched ? toString : this); };
  Function.prototype.toString = patched;
})()`;

/** Classes whose proxies refuse to make anything: WebKit gives their source as that of a native function. */
const WRAPPED = `window.made = [];
  for (const name of ['MouseEvent', 'PointerEvent', 'MutationObserver', 'MessageChannel'])
    window[name] = new Proxy(window[name], { construct() { window.made.push(name); throw new Error('mine'); } });`;

/** What a page has changed before the injection, which must neither throw nor call it. */
const CAME_FIRST: readonly [what: string, script: string][] = [
  ['no Reflect', 'window.Reflect = undefined'],
  ['no Reflect any more', 'delete window.Reflect'],
  [
    'no classes',
    "for (const name of ['Reflect', 'Map', 'Set', 'WeakMap', 'Symbol', 'Promise', 'RegExp', 'JSON', 'Math']) window[name] = undefined",
  ],
  [
    'get and value on all objects',
    "Object.prototype.get = () => called('get'); Object.prototype.value = 'mine'",
  ],
  [
    'members that are called with elements',
    `for (const P of [Element, Node, Document, HTMLIFrameElement]) for (const key of ['remove', 'removeChild', 'insertBefore', 'append', 'cloneNode'])
      if (P.prototype[key]) P.prototype[key] = () => called(key)`,
  ],
  [
    'getters of what frames hold',
    `for (const key of ['contentWindow', 'contentDocument', 'src'])
      Object.defineProperty(HTMLIFrameElement.prototype, key, { get: () => called(key) })`,
  ],
  [
    'classes of its own by the names of the platform',
    `const { prototype } = Element; window.Element = function (tag) { return document.createElement(tag) }; Element.prototype = prototype;
      for (const name of ['Document', 'Window', 'Event']) window[name] = function () {}`,
  ],
  [
    'functions that read and write properties',
    `for (const [holder, key] of [[Object, 'getOwnPropertyDescriptor'], [Object, 'getPrototypeOf'], [Reflect, 'apply'], [Reflect, 'ownKeys'], [Reflect, 'defineProperty'], [Reflect, 'setPrototypeOf']])
      holder[key] = () => called(key)`,
  ],
];

const HTML = '<h1>Cart</h1><button aria-label="Remove" type=button>x</button>';

const roles = async (page: TestPage): Promise<string[]> => {
  const { tree } = await page.json<SnapshotTree>('snapshot', { interactiveOnly: false });
  return (tree.children ?? []).map(({ role, name }) => `${role} ${name}`);
};

describe('a page that breaks the built-ins', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });

  it('is read correctly, and has its own built-ins again afterwards', async () => {
    const page = await engine.open(HTML);
    await page.evaluate(`void ${BREAK}`);
    expect(await roles(page)).toEqual(['heading Cart', 'button Remove']);
    expect(await page.evaluate(`document.body.getAttribute('x') + [].push(1) + {}.inherited`)).toBe(
      'broken0by every object',
    );
    await page.close();
  });

  // Simulated engines have no native code by which to detect a broken built-in.
  it.runIf(IS_REAL)(
    'is read with the built-ins of a fresh frame if it broke them before the injection',
    async () => {
      const page = await engine.open(HTML, { before: BREAK });
      expect(await roles(page)).toEqual(['heading Cart', 'button Remove']);
      expect(await page.evaluate('document.querySelectorAll("iframe").length')).toBe(0);
      await page.close();
    },
  );

  it.runIf(IS_REAL).each(CAME_FIRST.filter(([what]) => canTry(what)))(
    'is not called by the injection if it came first with %s',
    async (_, script) => {
      const before = `window.calls = []; const called = (name) => { calls[calls.length] = name; return null; }; ${script}`;
      const page = await engine.open(HTML, { before: `(() => { ${before} })()` });
      expect(await page.evaluateText("calls.join() + ';' + document.querySelectorAll('iframe').length")).toBe(
        ';0',
      );
      expect(await roles(page)).toEqual(['heading Cart', 'button Remove']);
      await page.close();
    },
  );

  it.runIf(IS_REAL).each([
    [
      'looks native replaces MutationObserver',
      STAND_IN,
      'typeof new MutationObserver(() => {}).native',
      'object',
    ],
    ['is wrapped in a proxy makes events and channels', WRAPPED, 'window.made.join()', ''],
  ])('is acted on although a class that %s', async (_, before, told, expected) => {
    const page = await engine.open('<button onclick="this.textContent = \'done\'">Go</button>', { before });
    const { refs } = await page.json<SnapshotTree>('snapshot');
    const [ref] = Object.keys(refs);
    expect(await page.json('action', ref, 'click')).toMatchObject({ ok: true, verified: true });
    expect(await page.evaluateText(told)).toBe(expected);
    await page.close();
  });
});
