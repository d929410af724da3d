import { beforeAll, describe, expect, it } from 'vitest';
import type { ActionResult } from '../../src/contract.ts';
import { type Engine, lines, openEngine, type TestPage, withPage } from '../support/engine.ts';
import { canTry } from '../support/engine-differences.ts';
import { stateAt, untilReady } from '../support/engines/test-page.ts';
import { runJob } from '../support/stage.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});

const HTML =
  '<!doctype html><title>t</title><body><form id="form"><button id="b" type="button">Buy</button><input id="f" aria-label="Name"></form><p id="p">text</p><div style="height:3000px"></div>';

interface Case {
  what: string;
  /** The event on which the script runs, during a click or an edit. */
  on: string;
  script: string;
  kind?: 'click' | 'fill' | 'type';
  /** The expected result, `{ ok: true }` if left out. */
  result?: object;
}

const GONE = { ok: true, effect: { detached: true } };
const REJECTED = { ok: false, error: { code: 'value_rejected' } };

/** Clicks and edits in a page whose handlers interfere with them. */
const CASES: readonly Case[] = [
  ...['mousedown', 'focus', 'click'].map((on) => ({
    what: `throws on ${on}`,
    on,
    script: "throw new Error('mine')",
  })),
  ...['pointerdown', 'focus', 'click'].flatMap((on) => [
    { what: `removes the target on ${on}`, on, script: 'b.remove()', result: GONE },
    { what: `empties the page on ${on}`, on, script: 'document.body.textContent = ""', result: GONE },
  ]),
  {
    what: 'removes the form of a field',
    on: 'input',
    kind: 'fill',
    script: 'form.remove()',
    result: { ...GONE, verified: 'unknown' },
  },
  { what: 'removes the body', on: 'mousedown', script: 'document.body.remove()', result: GONE },
  { what: 'removes the root', on: 'mousedown', script: 'document.documentElement.remove()', result: GONE },
  { what: 'swaps the target', on: 'mousedown', script: 'b.replaceWith(b.cloneNode(true))', result: GONE },
  { what: 'disables the target', on: 'pointerdown', script: 'b.disabled = true' },
  { what: 'hides the target', on: 'mousedown', script: 'b.hidden = true' },
  {
    what: 'dispatches on',
    on: 'click',
    script: 'if (n++ < 5) b.dispatchEvent(new MouseEvent("click", { bubbles: true }))',
  },
  { what: 'prevents everything', on: 'everything', script: 'event.preventDefault()' },
  { what: 'lets nothing through', on: 'everything', script: 'event.stopImmediatePropagation()' },
  {
    what: 'takes the focus away',
    on: 'focus',
    script: 'setTimeout(() => f.focus()); if (n++ < 20) f.focus()',
  },
  { what: 'scrolls back', on: 'scroll', script: 'scrollTo(0, 0)' },
  {
    what: 'calls the script',
    on: 'click',
    script: 'got.push(window.__agentBrowser.snapshot().ok, window.__agentBrowser.query("e1", "text").ok)',
  },
  {
    what: 'acts by the script',
    on: 'click',
    script: 'if (n++ < 3) got.push(window.__agentBrowser.action("e1", "click").ok)',
  },
  { what: 'releases the script', on: 'mousedown', script: 'window.__agentBrowser?.page("release")' },
  { what: 'takes the script away', on: 'mousedown', script: 'delete window.__agentBrowser' },
  {
    what: 'pushes states',
    on: 'click',
    script: 'for (let i = 0; i < 30; i++) history.pushState(i, "", "#" + i)',
  },
  { what: 'stops loading', on: 'click', script: 'window.stop()' },
  { what: 'closes the window', on: 'click', script: 'window.close()' },
  { what: 'locks the pointer', on: 'click', script: 'b.requestPointerLock?.()' },
  {
    what: 'captures the pointer',
    on: 'pointerdown',
    script: 'try { b.setPointerCapture(event.pointerId) } catch {}',
  },
  {
    what: 'breaks what lists are made of',
    on: 'mousedown',
    script:
      'Array.prototype.push = Array.prototype.map = Element.prototype.getAttribute = () => { throw new Error("mine"); }',
  },
  {
    what: 'changes the type of the field',
    on: 'input',
    kind: 'fill',
    script: 'f.type = "checkbox"',
    result: { error: { code: 'value_rejected', observed: '' } },
  },
  {
    what: 'empties the field',
    on: 'input',
    kind: 'fill',
    script: 'f.value = ""',
    result: REJECTED,
  },
  { what: 'removes the field', on: 'input', kind: 'type', script: 'f.remove()', result: REJECTED },
  {
    what: 'removes the field on a key',
    on: 'keydown',
    kind: 'type',
    script: 'f.remove()',
    result: REJECTED,
  },
  { what: 'moves the focus on a key', on: 'keydown', kind: 'type', script: 'b.focus()', result: REJECTED },
];

const EVERYTHING =
  'pointerdown mousedown pointerup mouseup click focus blur keydown keypress keyup beforeinput input change';

const listen = ({ on, script }: Case): string =>
  `window.n = 0; window.got = []; for (const type of ${JSON.stringify((on === 'everything' ? EVERYTHING : on).split(' '))}) addEventListener(type, (event) => { window.heard = true; ${script} }, true);`;

const act = (page: TestPage, kind: string): Promise<ActionResult> =>
  kind === 'click'
    ? runJob<ActionResult>(page, 'action', 'e1', 'click', { timeoutMs: 0 })
    : runJob<ActionResult>(page, 'action', 'e2', kind, { text: 'Ann', timeoutMs: 0 });

describe('a handler that', () => {
  it.each(CASES.filter(({ what }) => canTry(what)))('$what', async (given) => {
    await withPage(engine, HTML, async (page) => {
      await lines(page);
      // The test keeps a reference to the script, as a host may: some handlers remove it from the page.
      await page.run(`window.kept = window.__agentBrowser; ${listen(given)}`);
      const { kind = 'click', result = { ok: true } } = given;
      if (/script away|releases/.test(given.what)) {
        const outcome = await page.evaluate<ActionResult>('window.kept.action("e1", "click")');
        expect(outcome).toMatchObject({ ok: true });
        return;
      }
      const outcome = await act(page, kind);
      expect(outcome, JSON.stringify(outcome)).toMatchObject(result);
      if (given.on !== 'scroll') expect(await page.evaluate('window.heard')).toBe(true);
      expect(await page.evaluate('window.got.every(Boolean)')).toBe(true);
      expect(await page.json('snapshot')).toMatchObject({ ok: true });
    });
  });

  it('navigates ends the job with job_lost', async () => {
    const resources = { 'http://page.test/next': '<!doctype html><button>Next</button>' };
    const html = `${HTML}<script>b.onclick = () => { location.href = '/next'; };</script>`;
    await withPage(
      engine,
      html,
      async (page) => {
        await lines(page);
        const { document: id } = (await page.json<{ meta: { document: string } }>('page', 'info')).meta;
        const { job } = await page.json<{ job: string }>('start', 'action', 'e1', 'click');
        await untilReady(() => stateAt(page.evaluate, 'http://page.test/next'), false);
        await page.inject();
        expect(await page.json('poll', job)).toMatchObject({ error: { code: 'job_lost' } });
        expect(await page.json('action', 'e1', 'click', { document: id })).toMatchObject({
          error: { code: 'ref_not_found', cause: 'navigated' },
        });
        expect(await lines(page)).toEqual(['- button "Next" [ref=e1]']);
      },
      { resources },
    );
  });

  it('never lets the page become quiet does not block results', async () => {
    const storm = `
      new MutationObserver(() => { p.title = String(window.n++); }).observe(p, { attributes: true });
      const tick = () => { p.lang = String(window.n++); setTimeout(tick); }; tick();
      const chain = () => { window.n++; return new Promise((resolve) => setTimeout(resolve)).then(chain); }; chain();
      let frame = () => { p.dir = window.n++ % 2 ? 'ltr' : 'rtl'; requestAnimationFrame(frame); }; frame();`;
    await withPage(engine, HTML, async (page) => {
      await lines(page);
      await page.run(
        `window.n = 0; let once = false; b.onclick = () => { if (!once) { once = true; setTimeout(() => { ${storm.replace('new MutationObserver(() => { p.title', 'new MutationObserver(() => setTimeout(() => { p.title').replace('n++); }).observe', 'n++); })).observe')} }); } };`,
      );
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
      expect(await page.evaluate<number>('window.n')).toBeGreaterThan(20);
      expect(await page.json('snapshot', { timeBudgetMs: 1000 })).toMatchObject({ ok: true });
    });
  });

  it('opens dialogs has them answered by the dialog hook', async () => {
    await withPage(engine, HTML, async (page) => {
      await lines(page);
      expect(await page.json('page', 'hooks', { dialogs: 'accept' })).toMatchObject({ ok: true });
      await page.run(
        'b.onclick = () => { alert(1); p.textContent = String(confirm(2)) + typeof prompt(3); };',
      );
      expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true, verified: true });
      expect(await page.evaluate('p.textContent')).toMatch(/^true/);
    });
  });
});

describe('a page in which waiting is broken by', () => {
  it.each([
    ['no animation frames', 'window.requestAnimationFrame = () => 1;'],
    ['no timers', 'window.setTimeout = () => 1; window.setInterval = () => 1;'],
    ['no messages', 'window.MessageChannel = class { port1 = {}; port2 = { postMessage() {} } };'],
    [
      'a hidden view',
      "Object.defineProperty(Document.prototype, 'hidden', { get: () => true, configurable: true }); Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden', configurable: true });",
    ],
    ['an unfocused view', 'Document.prototype.hasFocus = () => false;'],
    [
      'requests that throw',
      "Object.defineProperty(window, 'fetch', { get() { throw 1 }, set() { throw 2 } }); XMLHttpRequest = null;",
    ],
    [
      'a server that never answers',
      "Date.now = () => 5; fetch = () => new Promise(() => {}); addEventListener('click', () => fetch('/never'));",
    ],
    ['a clock that stands still', 'Date.now = () => 5; performance.now = () => 5;'],
  ])('%s: a run ends all the same', async (_, script) => {
    await withPage(
      engine,
      HTML,
      async (page) => {
        expect(await lines(page)).toEqual(['- button "Buy" [ref=e1]', '- textbox "Name" [ref=e2]']);
        expect(await runJob(page, 'action', 'e2', 'fill', { text: 'Ann' })).toMatchObject({ verified: true });
        expect(await runJob(page, 'action', 'e1', 'click')).toMatchObject({ ok: true });
      },
      script,
    );
  });
});
