import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentSession, type Driver, type SnapshotMode } from '../../src/host/index.ts';
import { refOf } from '../support/host-behaviour.ts';
import {
  type HostBrowser,
  type HostTab,
  openPlaywright,
  openProtocol,
  openPuppeteerChromium,
} from '../support/host-tabs.ts';
import { pageScript } from '../support/page-script.ts';

const PAGE = 'http://host.test/page';
const NEXT = 'http://host.test/next';

const HTML = `<!doctype html><title>Order</title><h1>Your order</h1>
  <nav aria-label=Main><a href=/next>Next page</a></nav>
  <label>Name <input id=name value="Ann" required></label>
  <label>Secret <input type=password value=hunter22></label>
  <label><input type=checkbox id=agree> Agree</label>
  <label>Size <select id=size><option>Small<option>Large</select></label>
  <p>Pay with <b>card</b> or <a href=/bank>bank</a>.</p>
  <button id=go onclick="this.textContent = 'Done'">Go</button> <button disabled>Never</button>
  <div id=box onclick="this.textContent = 'Opened'">Open the box</div>
  <table><tr><th>Item<th>Price<tr><td>Tea<td>3</table>
  <iframe srcdoc="<button>In a frame</button>" title=Frame></iframe>`;

const FROZEN = `<script>
    Object.defineProperty(window, '__agentBrowser', { value: Object.freeze({ version: 'x' }) });
  </script>${HTML}`;

const NO_SCRIPT = (driver: Driver): Promise<unknown> =>
  (driver.protocol as NonNullable<Driver['protocol']>)().then((client) =>
    client.send('Emulation.setScriptExecutionDisabled', { value: true }),
  );

/** Text without the refs, which differ from document to document. */
const plain = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('-') || line.startsWith(' '))
    .map((line) => line.replace(/ \[ref=[a-z]+\d+\]/, '*'));

/** All three send the same protocol messages; they differ in how the messages get there, and in their input. */
describe.each([
  ['the DevTools protocol', openProtocol, 'whole'],
  ['Playwright', openPlaywright, 'what the driver does'],
  ['Puppeteer', openPuppeteerChromium, 'what the driver does'],
] as const)('modes of snapshots over %s', (_, open, table) => {
  let browser: HostBrowser;
  beforeAll(async () => {
    browser = await open();
    browser.serve({ [PAGE]: HTML, [NEXT]: '<title>Next</title><button>On the next page</button>' });
  });
  afterAll(() => browser.close());

  const onPage = async (
    html: string,
    mode: SnapshotMode | undefined,
    use: (session: AgentSession, tab: HostTab) => Promise<void>,
    before: (driver: Driver) => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    browser.serve({ [PAGE]: html });
    const tab = await browser.open();
    try {
      await before(tab.driver);
      await tab.go(PAGE);
      const options = { script: pageScript, pollMs: 10, ...(mode && { snapshotMode: mode }) };
      await use(new AgentSession(tab.driver, options), tab);
    } finally {
      await tab.close();
    }
  };

  it('reads the accessibility tree on request, and adds what that lacks', () =>
    onPage(HTML, 'aria', async (session, tab) => {
      const page = await session.snapshot();
      expect(page.snapshotMode).toEqual({
        mode: 'aria',
        why: '1 things to act on that it lacks are taken from the page',
      });
      expect(page.text).toMatch(/^Read from the browser's accessibility tree: 1 things to act on/);
      expect(plain(page.text)).toEqual([
        '- heading "Your order" [level=1]',
        '- navigation "Main":',
        '  - link "Next page"*',
        '- textbox "Name"* [required]: Ann',
        '- textbox "Secret" [type=password]*: ••',
        '- checkbox "Agree"* [checked=false]',
        '- combobox "Size"*: Small',
        '  - option "Small"* [selected]',
        '  - option "Large"* [selected=false]',
        '- link "bank"*',
        '- button "Go"*',
        '- button "Never"* [disabled]',
        '- clickable "Open the box"*',
        '- iframe "Frame":',
        '  - button "In a frame"*',
      ]);
      // The refs are those of the script: they are the same in both modes, and all actions take them.
      const optimized = await session.snapshot({ snapshotMode: 'optimized' });
      for (const words of [
        'button "Go"',
        'textbox "Name"',
        'clickable "Open the box"',
        'button "In a frame"',
      ])
        expect(refOf(page, words), words).toBe(refOf(optimized, words));
      const step = await session.act(refOf(page, 'button "Go"'), 'click');
      expect(step.ok, step.text).toBe(true);
      expect(await tab.ask('go.textContent')).toBe('Done');
    }));

  const BY_BROWSER: [string, string, (driver: Driver) => Promise<unknown>, RegExp][] = [
    ['a page without scripts', HTML, NO_SCRIPT, /scripts can not run in it/],
  ];
  if (table === 'whole')
    BY_BROWSER.push([
      'a page that lets no script in',
      FROZEN,
      async () => undefined,
      /the script can't read it \(invalid_json\)/,
    ]);

  it.each(BY_BROWSER)('reads and acts without the script in %s', (_name, html, before, why) =>
    onPage(
      html,
      undefined,
      async (session, tab) => {
        const page = await session.snapshot();
        expect(page.snapshotMode, page.text).toEqual({ mode: 'aria', why: expect.stringMatching(why) });
        expect(page.text).toMatch(why);
        expect(page.text).not.toContain('hunter22');
        const filled = await session.act(refOf(page, 'textbox "Name"'), 'fill', 'Zoë Bell');
        expect(filled, filled.text).toMatchObject({ ok: true, result: { verified: true } });
        expect(filled.text).toContain('textbox "Name"');
        await session.act(refOf(page, 'checkbox "Agree"'), 'check');
        await session.act(refOf(page, 'combobox "Size"'), 'select', 'Large');
        expect(
          await tab.ask(
            '[document.querySelector("#name").value, document.querySelector("#agree").checked, document.querySelector("#size").value]',
          ),
        ).toEqual(['Zoë Bell', true, 'Large']);
        const wrong = await session.act(refOf(page, 'button "Go"'), 'drag', { dx: 1 });
        expect(wrong.error?.code).toBe('unsupported_kind');
        const next = await session.act(refOf(page, 'link "Next page"'), 'click');
        expect(next, next.text).toMatchObject({ ok: true, pageChanged: true, url: NEXT });
        expect(next.text).toContain('button "On the next page"');
        const dead = await session.act(refOf(page, 'button "Go"'), 'click');
        expect(dead.error?.code, dead.text).toBe('ref_not_found');
      },
      before,
    ),
  );

  if (table !== 'whole') return;

  it('reads by the script by default', () =>
    onPage(HTML, undefined, async (session) => {
      const page = await session.snapshot();
      expect(page.snapshotMode).toEqual({ mode: 'optimized' });
      expect(page.text).toMatch(/^\[snapshot\]/);
    }));

  it('reads the whole page from the accessibility tree, within a budget', () =>
    onPage(HTML, 'aria', async (session) => {
      const page = await session.snapshot({ interactiveOnly: false });
      expect(page.text).toContain('- cell "Tea"');
      expect(page.text).toMatch(/- paragraph: Pay with card or\n {2}- link "bank"/);
      const small = await session.snapshot({ interactiveOnly: false, maxNodes: 5 });
      const { stats } = small.snapshot ?? {};
      expect(stats).toMatchObject({ truncated: true, next: expect.any(String) });
      const rest = await session.snapshot({ interactiveOnly: false, after: stats?.next as string });
      expect(rest.text).toContain('cell "Tea"');
      const tiny = await session.snapshot({}, { maxCharsTotal: 200 });
      expect(tiny.text.split('\n').slice(1).join('\n').length).toBeLessThanOrEqual(200);
    }));

  it('says why where it falls back to the script', () =>
    onPage(HTML, 'aria', async (session, tab) => {
      (tab.driver as { protocol?: unknown }).protocol = () => Promise.reject(new Error('no such thing'));
      const page = await session.snapshot();
      expect(page.snapshotMode).toEqual({
        mode: 'optimized',
        why: "the accessibility tree can't be had (no such thing)",
      });
      expect(page.text).toContain('button "Go"');
    }));
});
