import { beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotTree } from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, tree, withPage } from '../support/engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = '<!doctype html><title>t</title><body><button id=b>Buy</button><input id=f aria-label=Name>';
const TEXT = ['- button "Buy" [ref=e1]', '- textbox "Name" [ref=e2]'];

const KEY = "Symbol.for('agent-browser-inpage')";
/** A state as an injection leaves it for the next one, forged by a page. */
const state = (over: string): string =>
  `Object.assign({ protocol: 1, document: 'fake', refs: { byElement: new WeakMap(), byRef: new Map(), last: 0 }, identities: { byElement: new WeakMap(), last: 0 }, revision: 0, history: [], jobs: new Map(), lastJob: 0 }, ${over})`;

const FAKES: readonly [what: string, script: string][] = [
  ['a string', "window.__agentBrowser = 'mine'"],
  ['null', 'window.__agentBrowser = null'],
  ['a function', 'window.__agentBrowser = () => 0'],
  [
    'an object with our names',
    "window.__agentBrowser = { version: '99.0.0', document: 'x', snapshot() { return { ok: true, fake: true }; }, json() { return '{}'; } }",
  ],
  [
    'a frozen object',
    "window.__agentBrowser = Object.freeze({ version: '99.0.0', json() { return '{}'; } })",
  ],
  [
    'a getter that throws',
    "Object.defineProperty(window, '__agentBrowser', { get() { throw new Error('mine'); }, configurable: true })",
  ],
  [
    'a getter that gives something else each time',
    "let n = 0; Object.defineProperty(window, '__agentBrowser', { get() { return { n: n++ }; }, configurable: true })",
  ],
  [
    'a setter that does nothing',
    "Object.defineProperty(window, '__agentBrowser', { get: () => 1, set() {}, configurable: true })",
  ],
  [
    'a proxy that throws at everything',
    "window.__agentBrowser = new Proxy({}, { get() { throw new Error('mine'); }, has() { throw new Error('mine'); }, ownKeys() { throw new Error('mine'); } })",
  ],
  [
    'a proxy that has everything',
    'window.__agentBrowser = new Proxy(function () {}, { get: (target, key, proxy) => proxy })',
  ],
  [
    'not writable',
    "Object.defineProperty(window, '__agentBrowser', { value: 1, writable: false, configurable: true })",
  ],
  [
    'a getter on the prototype of the window',
    "Object.defineProperty(Object.getPrototypeOf(window), '__agentBrowser', { get: () => 1, configurable: true })",
  ],
  ['an element with our name as its id', "b.insertAdjacentHTML('afterend', '<i id=__agentBrowser></i>')"],
  [
    'a planted state without refs',
    `window.__agentBrowser = { [${KEY}]: { protocol: 1, document: 'fake', history: [] } }`,
  ],
  [
    'a planted state without identities',
    `window.__agentBrowser = { [${KEY}]: ${state('{ identities: undefined }')} }`,
  ],
  [
    'a planted state whose maps are proxies',
    `window.__agentBrowser = { [${KEY}]: ${state('{ refs: { byElement: new Proxy(new WeakMap(), {}), byRef: new Proxy(new Map(), {}), last: 0 } }')} }`,
  ],
  [
    'a planted state whose maps only look like maps',
    `window.__agentBrowser = { [${KEY}]: ${state('{ refs: { byElement: Object.create(WeakMap.prototype), byRef: Object.create(Map.prototype), last: 0 } }')} }`,
  ],
  [
    'a planted state with a counter of words',
    `window.__agentBrowser = { [${KEY}]: ${state("{ refs: { byElement: new WeakMap(), byRef: new Map(), last: 'x' } }")} }`,
  ],
  [
    'a planted state with a history of nothing',
    `window.__agentBrowser = { [${KEY}]: ${state('{ history: [null, 5, {}] }')} }`,
  ],
  [
    'a planted state with a getter',
    `window.__agentBrowser = { get [${KEY}]() { throw new Error('mine'); } }`,
  ],
];

const works = async (page: TestPage): Promise<void> => {
  expect(await lines(page)).toEqual(TEXT);
  expect(await page.json('action', 'e2', 'fill', { text: 'x' })).toMatchObject({ ok: true, verified: true });
  const { meta } = await tree(page);
  expect(await page.json('snapshot', { since: meta.revision })).toMatchObject({ delta: { unchanged: true } });
};

describe('a value of the page at window.__agentBrowser', () => {
  it.each(FAKES)('%s: is replaced, not trusted', async (_what, script) => {
    await withPage(engine, HTML, works, `(() => { ${script} })();`);
  });

  it('that can not be replaced: the injection fails, so that no host mistakes it for the API', async () => {
    const fixed =
      "Object.defineProperty(window, '__agentBrowser', { value: { json: () => '{}' }, writable: false, configurable: false });";
    await expect(withPage(engine, HTML, works, fixed)).rejects.toThrow(
      /keeps window\.__agentBrowser for itself/,
    );
  });
});

describe('a second injection', () => {
  it('keeps refs, revisions and the document', async () => {
    await withPage(engine, HTML, async (page) => {
      const first = await tree(page);
      await page.inject();
      await page.inject();
      expect(await page.json('query', 'e1', 'text')).toMatchObject({ ok: true, value: 'Buy' });
      const second = await page.json<SnapshotTree>('snapshot', { since: first.meta.revision });
      expect(second).toMatchObject({
        meta: { document: first.meta.document, revision: 2 },
        delta: { unchanged: true },
      });
      await page.run(
        "document.body.append(Object.assign(document.createElement('button'), { textContent: 'New' }))",
      );
      expect((await lines(page)).at(-1)).toBe('- button "New" [ref=e3]');
    });
  });

  it('leaves an API that a host has kept working, and knows none of its refs if the global was deleted', async () => {
    await withPage(engine, HTML, async (page) => {
      await tree(page);
      await page.run("window.kept = window.__agentBrowser; window.ref = 'e1'; delete window.__agentBrowser;");
      await page.inject();
      expect(await page.evaluate('window.kept.query(window.ref, "text").value')).toBe('Buy');
      expect(await page.json('query', 'e1', 'text')).toMatchObject({ error: { code: 'ref_not_found' } });
    });
  });

  it('leaves no enumerable property on the window', async () => {
    await withPage(engine, HTML, async (page) => {
      expect(await page.evaluate("Object.keys(window).includes('__agentBrowser')")).toBe(false);
    });
  });
});

describe('built-ins that the page has patched', () => {
  const PATCH = `
    window.patched = { push: Array.prototype.push, get: Element.prototype.getAttribute };
    window.calls = 0;
    Array.prototype.push = function (...items) { window.calls++; return window.patched.push.apply(this, items); };
    Element.prototype.getAttribute = function (name) { window.calls++; return window.patched.get.call(this, name); };
    Object.prototype.mine = 'mine';
    Array.prototype.also = 'also';
    window.own = [Array.prototype.push, Element.prototype.getAttribute];
    window.isOwn = () => Array.prototype.push === window.own[0] && Element.prototype.getAttribute === window.own[1] && ({}).mine === 'mine' && [].also === 'also';`;

  it('are in place again after each call, and were not called', async () => {
    await withPage(engine, HTML, async (page) => {
      await page.run(PATCH);
      for (const call of [
        "'snapshot'",
        "'snapshot', { format: 'text' }",
        "'snapshot', { scope: 'a[' }",
        "'snapshot', { nonsense: 1 }",
        "'query', 'e1', 'outerHTML'",
        "'query', 'e77', 'text'",
        "'page', 'info'",
        "'action', 'e1', 'click'",
        "'action', 'e2', 'fill', { text: 'x' }",
        "'action', 'e2', 'fill', 5",
        "'nonsense'",
        '',
      ]) {
        // In one expression: the driver of an engine may call the page's built-ins between two.
        const [type, calls] = await page.evaluate<[string, number]>(
          `(window.calls = 0, [typeof window.__agentBrowser.json(${call}), window.calls])`,
        );
        expect(type).toBe('string');
        expect(await page.evaluate('window.isOwn()'), call).toBe(true);
        // Simulated engines are written in JavaScript and call the patched built-ins when they dispatch events.
        if (engine.hasLayout) expect(calls, call).toBe(0);
      }
    });
  });

  it('are in place while handlers of the page run, and after the call', async () => {
    await withPage(engine, HTML, async (page) => {
      await page.run(`${PATCH}
        window.during = [];
        for (const type of ['pointerdown', 'mousedown', 'focus', 'click', 'input']) {
          document.addEventListener(type, () => { window.during[window.during.length] = [type, window.isOwn()].join(); }, true);
        }`);
      await tree(page);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.json('action', 'e2', 'fill', { text: 'x' })).toMatchObject({ ok: true });
      expect(await page.json('action', 'e2', 'blur')).toMatchObject({ ok: true });
      const during = await page.evaluate<string[]>('window.during');
      expect(new Set(during.map((entry) => entry.split(',')[0]))).toEqual(
        new Set(['pointerdown', 'mousedown', 'focus', 'click', 'input']),
      );
      expect(during.filter((entry) => !entry.endsWith('true'))).toEqual([]);
      expect(await page.evaluate('window.isOwn()')).toBe(true);
    });
  });

  it('are in place after a handler of the page has taken a snapshot', async () => {
    await withPage(engine, HTML, async (page) => {
      await page.run(
        `${PATCH} b.onclick = () => { window.inner = window.__agentBrowser.snapshot().ok; window.after = window.isOwn(); };`,
      );
      await tree(page);
      expect(await page.json('action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate('[window.inner, window.after, window.isOwn()]')).toEqual([true, true, true]);
    });
  });
});

describe('an engine without the newest built-ins', () => {
  it('runs the script', async () => {
    const old = `for (const [holder, names] of [[Object, 'hasOwn fromEntries groupBy'], [Array.prototype, 'at flat flatMap findLast toSorted with'], [String.prototype, 'at replaceAll matchAll trimStart'], [Element.prototype, 'checkVisibility replaceChildren'], [window, 'WeakRef structuredClone FinalizationRegistry queueMicrotask']])
      for (const name of names.split(' ')) delete holder[name];`;
    await withPage(engine, HTML, works, old);
  });
});
