import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorResult, PageHooks } from '../../src/contract.ts';
import { type Engine, IS_REAL, openEngine, type TestPage, withPage } from '../support/engine.ts';
import { registeringParts as parts } from '../support/page-script.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML = `<title>T</title><button>Go</button>
  <div role=combobox tabindex=0 aria-label=List aria-expanded=false>a</div>
  <div role=slider tabindex=0 aria-label=Slider aria-valuenow=3 aria-valuemin=0 aria-valuemax=9>3</div>`;

/** Calls the API without the test helper that loads missing parts. */
const ask = async (page: TestPage, ...args: unknown[]): Promise<ErrorResult & Record<string, unknown>> =>
  JSON.parse(
    await page.evaluateText(`window.__agentBrowser.json(${args.map((arg) => JSON.stringify(arg)).join()})`),
  );

/** Calls that need a part, and the role of the element for those that take one. */
const CALLS: readonly [part: string, args: unknown[], role?: string][] = [
  ['hooks', ['page', 'hooks', { console: true }]],
  ['channel', ['start', 'snapshot', { channelProof: '1.0' }]],
  ['channel', ['action', 'click', { channelProof: '1.0' }], 'combobox'],
  ['widgets', ['action', 'select', { label: 'b' }], 'combobox'],
  ['widgets', ['action', 'fill', { text: '5' }], 'slider'],
  ...['html', 'indexed', 'outline', 'yaml'].map((format): [string, unknown[]] => [
    'formats',
    ['snapshot', { format }],
  ]),
];

/** The source of the function that the file of a part registers. */
const sourceOf = (part: string): string =>
  (parts[`parts/${part}.js`] as string)
    .slice((parts[`parts/${part}.js`] as string).indexOf('function('))
    .replace(/\);\s*$/, '');

const isMissing = (answer: ErrorResult): boolean => answer.error?.code === 'part_missing';

describe('a part', () => {
  it('is named in the error of a call that needs it, and is enough for that call', async () => {
    expect(new Set(CALLS.map(([part]) => `parts/${part}.js`))).toEqual(new Set(Object.keys(parts)));
    for (const [part, args, role] of CALLS)
      await withPage(engine, HTML, async (page) => {
        const ref =
          role &&
          (await page.json<{ elements: { ref: string }[] }>('page', 'find', { by: 'role', value: role }))
            .elements[0]?.ref;
        const given = role ? [args[0], ref, ...args.slice(1)] : args;
        const call = () =>
          page.evaluateText(`window.__agentBrowser.json(${given.map((arg) => JSON.stringify(arg)).join()})`);
        const before = JSON.parse(await call());
        const { error } = before.result ?? before;
        expect(error, args.join()).toMatchObject({ code: 'part_missing', part, file: `parts/${part}.js` });
        expect(error.message).toContain(`evaluate parts/${part}.js in this page and try again`);
        await page.run(parts[`parts/${part}.js`] as string);
        expect(isMissing(JSON.parse(await call())), args.join()).toBe(false);
      });
  });

  it('registers once, and again after a new injection', async () => {
    await withPage(engine, HTML, async (page) => {
      const register = () => page.evaluate(`window.__agentBrowser.register(${sourceOf('hooks')})`);
      expect(await register()).toBe(true);
      expect(await ask(page, 'page', 'hooks', { console: true })).toMatchObject({ installed: ['console'] });
      expect(await register()).toBe(false);
      await page.run('console.log("kept")');
      await page.inject();
      expect(isMissing(await ask(page, 'page', 'hooks', { read: true }))).toBe(true);
      const { console: kept } = await page.json<PageHooks>('page', 'hooks', { read: true });
      expect(kept?.map(({ text }) => text)).toEqual(['kept']);
    });
  });
});

/** What a page may try to register as a part. The script must not call it. */
const FORGED: Readonly<Record<string, string>> = {
  'a function of its own': 'function () { window.seen = arguments; return {}; }',
  'the same with another word in it': 'SOURCE.replace(/"use strict";/, "$&window.seen=arguments;")',
  'one that calls itself a part': 'Object.assign(() => { window.seen = 1 }, { toString: () => PART })',
  'a proxy of a part':
    'new Proxy(eval("(" + PART + ")"), { apply: (f, self, all) => { window.seen = all } })',
  'a bound part': 'eval("(" + PART + ")").bind(null)',
  'a text': 'PART',
  nothing: 'undefined',
};

describe('a page', () => {
  it.each(Object.keys(FORGED))('can not register %s', async (what) => {
    const part = JSON.stringify(sourceOf('hooks'));
    const given = (FORGED[what] as string).replace(
      /SOURCE(\.replace\(.*\))/,
      (_, change: string) => `eval("(" + PART${change} + ")")`,
    );
    const lie =
      'var PART = P; var real = Function.prototype.toString; Function.prototype.toString = function () { return this === window.given ? PART : real.call(this); };'.replace(
        'P;',
        () => `${part};`,
      );
    await withPage(engine, HTML, async (page) => {
      await page.evaluateText(`(function () { ${lie} window.given = (${given}); return ''; })()`);
      expect(await page.evaluateText('String(window.__agentBrowser.register(window.given))')).toBe('false');
      expect(await page.evaluateText('typeof window.seen')).toBe('undefined');
      expect(isMissing(await ask(page, 'page', 'hooks', {}))).toBe(true);
    });
  });

  it.each(Object.keys(parts))(
    'learns no names that %s uses, from whatever scope it registers the file',
    async (file) => {
      const part = file.slice(6, -3);
      await withPage(engine, HTML, async (page) => {
        // The proxy of `with` is asked for each name that the function does not declare.
        const around = `new Proxy({}, { has: (_, name) => (window.names.push(String(name)), false) })`;
        await page.evaluateText(
          `(function () { window.names = []; new Function('around', 'with (around) { window.taken = window.__agentBrowser.register(' + ${JSON.stringify(sourceOf(part))} + ') }')(${around}); return ''; })()`,
        );
        expect(await page.evaluateText('String(window.taken)')).toBe('true');
        for (const [needs, args] of CALLS)
          if (needs === part && args[0] !== 'action') await ask(page, ...args);
        const names = (await page.evaluateText('window.names.join()')).split(',');
        expect([...new Set(names)].sort()).toEqual(['window']);
      });
    },
  );

  it.runIf(IS_REAL)('can not register a part that was created in a frame', async () => {
    await withPage(engine, `${HTML}<iframe></iframe>`, async (page) => {
      const made = `frames[0].eval(${JSON.stringify(`(${sourceOf('hooks')})`)})`;
      expect(await page.evaluateText(`String(window.__agentBrowser.register(${made}))`)).toBe('false');
      const posed = `Object.setPrototypeOf(${made}, Function.prototype)`;
      expect(await page.evaluateText(`String(window.__agentBrowser.register(${posed}))`)).toBe('false');
      const pinned = `Object.freeze(${sourceOf('hooks')})`;
      expect(await page.evaluateText(`String(window.__agentBrowser.register(${pinned}))`)).toBe('false');
      expect(isMissing(await ask(page, 'page', 'hooks', {}))).toBe(true);
    });
  });
});
