import { describe, expect, it } from 'vitest';
import { AgentSession, type Observation, type SessionOptions } from '../../src/host/index.ts';
import type { HostBrowser, HostTab } from './host-tabs.ts';
import { sessionFiles } from './page-script.ts';

const FIRST = 'http://host.test/first';
const SECOND = 'http://host.test/second';

const second = '<title>Second</title><button>On the second page</button>';

/** The ref of the first line that holds these words. */
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

/** What differs from driver to driver. */
export interface Abilities {
  /** New tabs are told, and where they can be followed the session goes there. */
  newPages: 'followed' | 'told' | 'unknown';
  /** The engine keeps pages from opening windows after the script's own clicks: the browser's are needed. */
  opensForTrusted?: boolean;
  /** The driver gets into frames of other origins. */
  frames?: boolean;
  /** Native dialogs are answered. */
  dialogs: boolean;
  /** A script can be put in before the page's own. */
  atDocumentStart: boolean;
  /** The driver knows which requests are under way. */
  requests: boolean;
  /** The browser's accessibility tree can be read: host-modes.test.ts. */
  tree: boolean;
}

/** All that is tested, or what is not the same whatever driver is given. */
export type Table = 'whole' | 'what the driver does';

const CLOCK =
  '<button>Stop</button><p id=now>0</p><script>setInterval(() => { now.textContent++; }, 20)</script>';

/** What a session does with a page, whatever drives the browser. */
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

    it('puts the script in before the first call, and reads', () =>
      onPage('<button>Go</button>', async ({ tab, session }) => {
        expect(await tab.ask("'__agentBrowser' in window")).toBe(false);
        const page = await session.snapshot();
        expect(page).toMatchObject({ ok: true, pageChanged: false, url: FIRST });
        expect(page.refs).toEqual([refOf(page, 'button "Go"')]);
      }));

    it('reads a page that never stands still', () =>
      onPage(
        '',
        async ({ session }) => {
          browser().serve({ 'http://host.test/clock': CLOCK });
          expect((await session.open('http://host.test/clock')).text).toContain('button "Stop"');
        },
        { loadTimeoutMs: 600_000 },
      ));

    it('goes on in the page that an action leads to, and takes no ref of the earlier one', () =>
      onPage('<a href=/second>Next</a> <button>Old</button>', async ({ session }) => {
        const page = await session.snapshot();
        const step = await session.act(refOf(page, 'link "Next"'), 'click');
        expect(step).toMatchObject({ ok: true, pageChanged: true, url: SECOND });
        expect(step.text).toContain('The page was left; refs of before are dead. New page:');
        const dead = await session.act(refOf(page, 'button "Old"'), 'click');
        expect(dead.error?.code).toBe('ref_not_found');
        expect(dead.text).toContain('button "On the second page"');
      }));

    it('tells the first texts of the page that an action leads to', () =>
      onPage('<form action=/sent method=post><button>Send</button></form>', async ({ session }) => {
        const sent = '<a href=/>Home</a><h1>Thank you</h1><p>Your number is 4711.</p>';
        browser().serve({ 'http://host.test/sent': sent });
        const step = await session.act(refOf(await session.snapshot(), 'button "Send"'), 'click');
        expect(step.text.split('\n').slice(-2)).toEqual([
          '- heading "Thank you" [level=1]',
          '- text: Your number is 4711.',
        ]);
        expect(step.text).not.toContain('whole=');
      }));

    it('survives a page that leaves in the middle of an action', () =>
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

    it('survives a page that leaves by itself while it is waited for', () =>
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

    it('opens a place in the page that is there, which stays', () =>
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
      'goes on in a tab that a link opens, and back to the one that it came from',
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
      'goes on in a window that a script opens after an action, and back when it closes itself',
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
            // It closes a moment after the click: it may be the next call that sees it.
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

    it.runIf(can.newPages === 'followed')('opens tabs, and goes from one to the other', () =>
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

    it.runIf(can.newPages !== 'unknown')('only tells of a new tab where it is to stay', () =>
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

    it.runIf(can.frames)('reads what frames of other origins say, behind the page', () =>
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

    it.runIf(can.dialogs)('answers dialogs, agrees to nothing, and tells', () =>
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
      it('has no accessibility tree, and says so', () =>
        onPage(
          '<button>Go</button>',
          async ({ session }) => {
            const page = await session.snapshot();
            expect(page.snapshotMode?.mode).toBe('optimized');
            expect(page.text).toContain("Read by the script: the accessibility tree can't be had");
          },
          { snapshotMode: 'aria' },
        ));

    it.runIf(can.requests)('reads a page that was opened once it has what it has asked for', () =>
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

    it.runIf(can.atDocumentStart)('is there first where it has a key', () =>
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

    it('tells after an action what changed', () =>
      onPage(
        `<button onclick="this.insertAdjacentHTML('afterend', '<a href=/x>New</a>')">Go</button>`,
        async ({ session }) => {
          const step = await session.act(refOf(await session.snapshot(), 'button "Go"'), 'click');
          expect(step.delta).toBeDefined();
          expect(step.text).toContain('+ link "New" [ref=');
        },
      ));

    it.runIf(can.atDocumentStart && can.frames)('fills in a frame of another origin, with a text alone', () =>
      onPage(
        '<p>Nothing</p>',
        async ({ session }) => {
          browser().serve({
            'http://host.test/around': '<title>Around</title><iframe src="http://frame.test/"></iframe>',
            'http://frame.test/': '<input aria-label=Card>',
          });
          let page = await session.open('http://host.test/around');
          // On a busy machine a frame may not get to it in the second that it has.
          while (!page.text.includes('textbox "Card"')) page = await session.snapshot();
          const filled = await session.act(refOf(page, 'textbox "Card"'), 'fill', '4242');
          expect(filled, filled.text).toMatchObject({ ok: true, result: { verified: true } });
        },
        { channelKey: 'k'.repeat(43) },
      ),
    );

    it('loads the parts that calls need, and has those from the beginning that it is told to', () =>
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

    it('takes the place of what a page has put where the script goes', () =>
      onPage(
        `<script>window.__agentBrowser = { version: 'x', json: () => '{"ok":true}' }</script><button>Go</button>`,
        async ({ session }) => expect((await session.snapshot()).text).toContain('button "Go"'),
      ));

    it('says so where a page keeps the name of the script for itself', () =>
      onPage(
        FREEZES,
        async ({ session }) => {
          const page = await session.snapshot();
          expect(page.error?.code).toBe('invalid_json');
          expect(page.text).toContain('the page keeps its name for itself');
        },
        // Otherwise the browser's own tree is read where the driver has it: host-modes.test.ts.
        { pollMs: 5, snapshotMode: 'optimized' },
      ));
  });
};
