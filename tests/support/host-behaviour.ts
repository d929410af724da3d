import { describe, expect, it } from 'vitest';
import { AgentSession, type Observation, type SessionOptions } from '../../src/host/index.ts';
import type { HostBrowser, HostTab } from './host-tabs.ts';
import { sessionFiles } from './page-script.ts';

const FIRST = 'http://host.test/first';
const SECOND = 'http://host.test/second';

const second = '<title>Second</title><button>On the second page</button>';

/** The ref in the first line that contains these words. */
export const refOf = ({ text }: Observation<unknown>, words: string): string => {
  const line = text.split('\n').find((one) => one.includes(words) && one.includes('[ref='));
  const ref = line && /\[ref=([^\]]+)\]/.exec(line.slice(line.indexOf(words)))?.[1];
  if (!ref) throw new Error(`There is no <${words}> in:\n${text}`);
  return ref;
};

export interface Given {
  tab: HostTab;
  session: AgentSession;
}

/** What a driver can do. */
export interface Abilities {
  /** Whether new tabs are reported, and whether the session can continue in them. */
  newPages: 'followed' | 'told' | 'unknown';
  /** The engine blocks windows that open after the script's own clicks: trusted clicks are needed. */
  opensForTrusted?: boolean;
  /** The driver can run scripts in frames of other origins. */
  frames?: boolean;
  /** The driver answers native dialogs. */
  dialogs: boolean;
  /** The driver can inject a script before the page's own scripts. */
  atDocumentStart: boolean;
  /** The driver knows which requests are pending. */
  requests: boolean;
  /** Links can lead to a page of the browser about an address that it could not load (Chromium). */
  showsNotLoaded?: boolean;
  /** The engine does not know the status of a document (WebKit). */
  hidesStatus?: boolean;
  /** The browser's accessibility tree can be read: host-modes.test.ts. */
  tree: boolean;
}

/** All tests, or only those whose outcome depends on the driver. */
export type Table = 'whole' | 'what the driver does';

const CLOCK =
  '<button>Stop</button><p id=now>0</p><script>setInterval(() => { now.textContent++; }, 20)</script>';

/** Tests of a session, with any driver. */
export const describeSession = (browser: () => HostBrowser, can: Abilities, table: Table): void => {
  describe('a session', () => {
    const onPage = async (
      html: string,
      use: (given: Given) => Promise<void>,
      options: SessionOptions = {},
    ): Promise<void> => {
      browser().serve({ [FIRST]: `<!doctype html><title>First</title>${html}`, [SECOND]: second });
      const tab = await browser().open();
      try {
        const session = new AgentSession(tab.driver, { ...sessionFiles, ...options });
        await tab.go(FIRST);
        await use({ tab, session });
      } finally {
        await tab.close();
      }
    };

    it('injects the script before the first call', () =>
      onPage('<button>Go</button>', async ({ tab, session }) => {
        expect(await tab.ask("'__agentBrowser' in window")).toBe(false);
        const page = await session.snapshot();
        expect(page).toMatchObject({ ok: true, pageChanged: false, url: FIRST });
        expect(page.refs).toEqual([refOf(page, 'button "Go"')]);
      }));

    it('reads a page that changes all the time', () =>
      onPage(
        '',
        async ({ session }) => {
          browser().serve({ 'http://host.test/clock': CLOCK });
          expect((await session.open('http://host.test/clock')).text).toContain('button "Stop"');
        },
        { loadTimeoutMs: 600_000 },
      ));

    it('continues on the page that an action navigates to, and refuses refs of the page before', () =>
      onPage('<a href=/second>Next</a> <button>Old</button>', async ({ session }) => {
        const page = await session.snapshot();
        const step = await session.act(refOf(page, 'link "Next"'), 'click');
        expect(step).toMatchObject({ ok: true, pageChanged: true, url: SECOND });
        expect(step.text).toContain('The page was left; refs of before are dead. New page:');
        const dead = await session.act(refOf(page, 'button "Old"'), 'click');
        expect(dead.error?.code).toBe('ref_not_found');
        expect(dead.text).toContain('button "On the second page"');
      }));

    it.runIf(table === 'whole')('shows the first texts of the page that an action navigates to', () =>
      onPage('<form action=/sent method=post><button>Send</button></form>', async ({ session }) => {
        const sent = '<a href=/>Home</a><h1>Thank you</h1><p>Your number is 4711.</p>';
        browser().serve({ 'http://host.test/sent': sent });
        const step = await session.act(refOf(await session.snapshot(), 'button "Send"'), 'click');
        expect(step.text.split('\n').slice(-2)).toEqual([
          '- heading "Thank you" [level=1]',
          '- text: Your number is 4711.',
        ]);
        expect(step.text).not.toContain('whole=');
      }),
    );

    it('survives a navigation in the middle of an action', () =>
      onPage(`<input aria-label=Name oninput="location.href = '/second'">`, async ({ session }) => {
        const ref = refOf(await session.snapshot(), 'textbox "Name"');
        const step = await session.act(
          ref,
          'type',
          'a long text, key by key, that nobody will ever read to its end',
        );
        expect(step.pageChanged, step.text).toBe(true);
        expect(step.text).toContain('button "On the second page"');
      }));

    it('survives a navigation during a wait', () =>
      onPage(
        '<script>addEventListener("keyup", () => { location.href = "/second"; })</script>',
        async ({ tab, session }) => {
          await session.snapshot();
          const wait = session.wait({ text: 'Never there' }, 20_000);
          await tab.ask('Number(setTimeout(() => { location.href = "/second"; }, 200))');
          const waited = await wait;
          expect(waited, waited.text).toMatchObject({ ok: true, pageChanged: true });
          expect(waited.text).toContain('button "On the second page"');
        },
      ));

    it('opens an address, and follows a page that replaces itself', () =>
      onPage('<p>Nothing</p>', async ({ session }) => {
        const hops = (next: string) => `<title>Hop</title><script>location.replace("${next}")</script>`;
        browser().serve({ 'http://host.test/hop1': hops('/hop2'), 'http://host.test/hop2': hops('/second') });
        const page = await session.open('http://host.test/hop1');
        expect(page, page.text).toMatchObject({ ok: true, pageChanged: true, url: SECOND });
        expect(page.text).toContain('button "On the second page"');
      }));

    it.runIf(!can.hidesStatus)('tells that a page was given with an error status', () =>
      onPage('<a href=/broken>Next</a>', async ({ session }) => {
        browser().serve({
          'http://host.test/gone': { status: 404, body: '<title>Oops</title><a href=/first>Home</a>' },
          'http://host.test/broken': { status: 503, body: '<title>Oops</title><a href=/first>Home</a>' },
        });
        const gone = await session.open('http://host.test/gone');
        expect(gone).toMatchObject({ ok: true, url: 'http://host.test/gone' });
        expect(gone.text).toMatch(/^The server answered with 404 Not Found\.\n\[snapshot\]/);
        expect((await session.snapshot()).text).toMatch(/^\[snapshot\]/);
        const home = await session.act(refOf(gone, 'link "Home"'), 'click');
        expect(home.text).not.toContain('The server answered');
        const next = await session.act(refOf(home, 'link "Next"'), 'click');
        expect(next.text).toContain('New page:\nThe server answered with 503 Service Unavailable.\n');
      }),
    );

    it.runIf(can.showsNotLoaded)('tells that a link has led to an address that could not be loaded', () =>
      onPage('<a href="https://host.test:9/">Next</a>', async ({ session }) => {
        const failed = await session.act(refOf(await session.snapshot(), 'link "Next"'), 'click');
        const words = "\nThe address could not be loaded, and this is the browser's page about that. Go back";
        expect(failed.text).toContain(words);
        expect((await session.page('back')).text).toContain('link "Next"');
      }),
    );

    it('opens a fragment of the current page without leaving it', () =>
      onPage(
        '<p>Nothing</p><script>onhashchange = () => { document.title = location.hash; }</script>',
        async ({ session }) => {
          await session.open(`${FIRST}#/a`);
          const page = await session.open(`${FIRST}#/b`);
          expect(page, page.text).toMatchObject({ ok: true, pageChanged: false, url: `${FIRST}#/b` });
          expect(page.text).toContain('#/b"');
        },
      ));

    it('reloads, and goes back and forward', () =>
      onPage('<a href=/second>Next</a>', async ({ session }) => {
        const first = await session.snapshot();
        const reloaded = await session.page('reload');
        expect(reloaded, reloaded.text).toMatchObject({ ok: true, pageChanged: true, url: FIRST });
        expect(first.snapshot?.meta.document).not.toBe(reloaded.snapshot?.meta.document);
        await session.act(refOf(reloaded, 'link "Next"'), 'click');
        expect((await session.page('back')).text).toContain('link "Next"');
        expect((await session.page('forward')).text).toContain('button "On the second page"');
      }));

    const opening: SessionOptions = can.opensForTrusted ? { input: 'trusted' } : {};

    it.runIf(can.newPages === 'followed')(
      'continues in a tab that a link opens, and goes back to the tab of the link',
      () =>
        onPage(
          '<a href=/second target=_blank>Other tab</a>',
          async ({ session }) => {
            const step = await session.act(refOf(await session.snapshot(), 'link "Other tab"'), 'click');
            expect(step, step.text).toMatchObject({ ok: true, pageChanged: true, url: SECOND });
            expect(step.text).toContain('A new tab was opened');
            expect(step.text).toContain('button "On the second page"');
            const back = await session.page('back');
            expect(back, back.text).toMatchObject({ ok: true, pageChanged: true, url: FIRST });
            expect(back.text).toContain('link "Other tab"');
          },
          opening,
        ),
    );

    const LOGIN = 'http://host.test/login';

    it.runIf(can.newPages === 'followed')(
      'continues in a window that a script opens after an action, and goes back when it closes itself',
      () =>
        onPage(
          `<button onclick="setTimeout(() => window.open('/login'), 100)">Log in</button><p id=who>Nobody</p>
          <script>onmessage = ({ data }) => { who.textContent = data; }</script>`,
          async ({ session }) => {
            browser().serve({
              [LOGIN]: `<title>Login</title><p>Who is it?</p><button onclick="opener.postMessage('Ann is here', '*'); setTimeout(() => window.close(), 50)">Enter</button>`,
            });
            const first = await session.snapshot({ interactiveOnly: false });
            const opened = await session.act(refOf(first, 'button "Log in"'), 'click');
            expect(opened, opened.text).toMatchObject({ pageChanged: true, url: LOGIN });
            expect(opened.text).toContain('- text: Who is it?');
            const left = await session.act(refOf(opened, 'button "Enter"'), 'click');
            // The window closes a moment after the click: only the next call may notice.
            const now = left.url === FIRST ? left : await session.snapshot({ interactiveOnly: false });
            expect(now.url, `${left.text}\n${now.text}`).toBe(FIRST);
            const after = await session.snapshot({ interactiveOnly: false });
            expect(after.text).toContain('Ann is here');
            expect((await session.tabs()).filter(({ url }) => url === LOGIN)).toEqual([]);
            const again = await session.act(refOf(after, 'button "Log in"'), 'click');
            expect(again, again.text).toMatchObject({ pageChanged: true, url: LOGIN });
            expect((await session.closeTab()).url).toBe(FIRST);
          },
          opening,
        ),
    );

    it.runIf(can.newPages === 'followed')('opens tabs, and switches between them', () =>
      onPage('<button>On the first page</button>', async ({ session }) => {
        await session.snapshot();
        const opened = await session.openTab(SECOND);
        expect(opened, opened.text).toMatchObject({ ok: true, pageChanged: true, url: SECOND });
        const tabs = await session.tabs();
        expect(tabs.filter(({ current }) => current).map(({ url, title }) => [url, title])).toEqual([
          [SECOND, 'Second'],
        ]);
        const first = tabs.find(({ url }) => url === FIRST);
        const selected = await session.selectTab(Number(first?.id));
        expect(selected.text).toContain('button "On the first page"');
        const closed = await session.closeTab(Number(tabs.find(({ current }) => current)?.id));
        expect(closed.url).toBe(FIRST);
        expect((await session.tabs()).some(({ url }) => url === SECOND)).toBe(false);
      }),
    );

    it.runIf(can.newPages !== 'unknown')('only reports a new tab where followNewPages is false', () =>
      onPage(
        '<a href=/second target=_blank>Other tab</a>',
        async ({ session }) => {
          const step = await session.act(refOf(await session.snapshot(), 'link "Other tab"'), 'click');
          expect(step.text).toContain('this is still the page that opened it');
          expect(step.url).toBe(FIRST);
        },
        { ...opening, followNewPages: false },
      ),
    );

    it.runIf(can.frames)('reads the text of frames of other origins, after that of the page', () =>
      onPage(
        `<h1>The page</h1><p>What the page says.</p><iframe src=http://other.test/inner></iframe>
        <iframe src=http://other.test/inner style="display:none"></iframe>`,
        async ({ session }) => {
          browser().serve({ 'http://other.test/inner': '<title>Inner</title><p>What the frame says.</p>' });
          await session.open('http://host.test/first');
          const read = await session.page('extract');
          expect(read.text.split('What the page says.')[1]).toBe(
            '\n\nFrame of http://other.test:\n\n# Inner\n\nWhat the frame says.',
          );
          expect(read.result).toMatchObject({ ok: true, text: read.text, truncated: false });
        },
      ),
    );

    it.runIf(can.dialogs)('accepts alerts, dismisses confirms, and reports both', () =>
      onPage(
        `<button onclick="this.textContent = [alert('Done'), confirm('Delete all?')].join()">Ask</button>`,
        async ({ session }) => {
          const step = await session.act(refOf(await session.snapshot(), 'button "Ask"'), 'click');
          expect(step.text).toContain('The page asked (alert): "Done"; accepted.');
          expect(step.text).toContain('The page asked (confirm): "Delete all?"; dismissed.');
          expect(step.text).toContain('",false"');
        },
      ),
    );

    const FREEZES = `<script>
      try { Object.defineProperty(window, '__agentBrowser', { value: Object.freeze({ version: 'x' }) }); } catch {}
    </script><button>Go</button>`;

    if (!can.tree)
      it('reports that there is no accessibility tree', () =>
        onPage(
          '<button>Go</button>',
          async ({ session }) => {
            const page = await session.snapshot();
            expect(page.snapshotMode?.mode).toBe('optimized');
            expect(page.text).toContain("Read by the script: the accessibility tree can't be had");
          },
          { snapshotMode: 'aria' },
        ));

    it.runIf(can.requests)('reads an opened page when its requests have been answered', () =>
      onPage('<p>Nothing</p>', async ({ session }) => {
        const ask = (name: string, then: string) =>
          `fetch('/${name}').then((a) => a.text()).then((text) => { ${then} })`;
        browser().serve({
          'http://host.test/app': `<title>App</title><p id=out>Loading</p><script>${ask('one', ask('two', 'out.innerHTML = text'))}; fetch('/open')</script>`,
          'http://host.test/one': { body: 'one', late: 600 },
          'http://host.test/two': { body: '<button>Two</button>', late: 600 },
          'http://host.test/open': { never: true },
        });
        expect((await session.open('http://host.test/app')).text).toContain('button "Two"');
      }),
    );

    it.runIf(can.atDocumentStart)('runs before the scripts of the page where it has a key', () =>
      onPage(
        '<p>Nothing</p>',
        async ({ session, tab }) => {
          await session.snapshot();
          browser().serve({ 'http://host.test/frozen': `<title>Frozen</title>${FREEZES}` });
          await tab.go('http://host.test/frozen');
          expect((await session.snapshot()).text).toContain('button "Go"');
        },
        { channelKey: 'k'.repeat(43) },
      ),
    );

    if (table !== 'whole') return;

    it('reports after an action what changed', () =>
      onPage(
        `<button onclick="this.insertAdjacentHTML('afterend', '<a href=/x>New</a>')">Go</button>`,
        async ({ session }) => {
          const step = await session.act(refOf(await session.snapshot(), 'button "Go"'), 'click');
          expect(step.delta).toBeDefined();
          expect(step.text).toContain('+ link "New" [ref=');
        },
      ));

    it.runIf(can.atDocumentStart && can.frames)(
      'fills a field in a frame of another origin, with a string as payload',
      () =>
        onPage(
          '<p>Nothing</p>',
          async ({ session }) => {
            browser().serve({
              'http://host.test/around': '<title>Around</title><iframe src="http://frame.test/"></iframe>',
              'http://frame.test/': '<input aria-label=Card>',
            });
            let page = await session.open('http://host.test/around');
            // On a busy machine the frame may not answer within its second.
            while (!page.text.includes('textbox "Card"')) page = await session.snapshot();
            const filled = await session.act(refOf(page, 'textbox "Card"'), 'fill', '4242');
            expect(filled, filled.text).toMatchObject({ ok: true, result: { verified: true } });
          },
          { channelKey: 'k'.repeat(43) },
        ),
    );

    it('loads parts when calls need them, and those of the option `parts` at once', () =>
      onPage(
        `<div role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=9 aria-valuenow=3
          onkeydown="ariaValueNow = +ariaValueNow + (event.key === 'ArrowUp') - (event.key === 'ArrowDown')">Volume</div>`,
        async ({ session }) => {
          const ref = refOf(await session.snapshot(), 'slider "Volume"');
          const filled = await session.act(ref, 'fill', { text: '5' });
          expect(filled, filled.text).toMatchObject({ ok: true, result: { verified: true } });
          const { result } = await session.page('hooks', { read: true, console: true });
          expect(result).toMatchObject({ ok: true, installed: ['console'] });
        },
        { parts: ['hooks'] },
      ));

    it('replaces what a page has put in the place of the script', () =>
      onPage(
        `<script>window.__agentBrowser = { version: 'x', json: () => '{"ok":true}' }</script><button>Go</button>`,
        async ({ session }) => expect((await session.snapshot()).text).toContain('button "Go"'),
      ));

    it('reports a page that has frozen the name of the script', () =>
      onPage(
        FREEZES,
        async ({ session }) => {
          const page = await session.snapshot();
          expect(page.error?.code).toBe('invalid_json');
          expect(page.text).toContain('the page keeps its name for itself');
        },
        // In the default mode a driver that has the accessibility tree would read that: host-modes.test.ts.
        { pollMs: 5, snapshotMode: 'optimized' },
      ));
  });
};
