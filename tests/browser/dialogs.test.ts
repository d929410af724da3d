import type { CDPSession, Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActionResult, JobStarted, JobState, PageResult } from '../../src/contract.ts';
import { openStages, type Stages } from '../support/acting.ts';
import { scriptWithParts } from '../support/page-script.ts';

const ADDRESS = 'http://page.test/';

const PAGE = `<title>First</title><body>
  <button id=b>Leave</button> <a href="/next">Go</a> <form action="/next"><button>Send</button></form>
  <button id=d onclick="p.textContent = [alert('one'), confirm('two'), prompt('three', 'old')].join()">Ask</button><p id=p></p>
  <script>
    b.onclick = () => { location.href = '/next'; };
    window.asked = 0;
    window.guarded = () => addEventListener('beforeunload', (event) => { asked++; event.preventDefault(); });
  </script>`;

let stages: Stages;
beforeAll(async () => {
  stages = await openStages();
  await stages.context.addInitScript(scriptWithParts);
  await stages.context.route('**/*', async (route) => {
    const url = route.request().url();
    // Longer than a page must be quiet, and far shorter than the wait for the next page.
    if (url.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 500));
    if (url.includes('none')) await route.fulfill({ status: 204 });
    else
      await route.fulfill({ contentType: 'text/html', body: url === ADDRESS ? PAGE : '<title>Next</title>' });
  });
});
afterAll(() => stages.close());

/** A host that answers the browser's dialogs, and calls the script with strings alone. */
interface Host {
  tab: Page;
  /** `type: message` of each dialog so far. */
  dialogs: string[];
  json<T>(...call: unknown[]): Promise<T>;
  /** Starts a job. The answer may come only after a dialog that the job opens is answered. */
  start(...call: unknown[]): Promise<string>;
  /** The result of the job, polled from the current document. */
  end<T>(job: string): Promise<T>;
}

const withHost = async (answer: (dialog: Dialog) => unknown, use: (host: Host) => Promise<void>) => {
  const tab = await stages.context.newPage();
  const dialogs: string[] = [];
  tab.on('dialog', (dialog) => {
    dialogs.push(`${dialog.type()}: ${dialog.message()}`);
    answer(dialog);
  });
  await tab.goto(ADDRESS);
  const session: CDPSession = await tab.context().newCDPSession(tab);
  let letters = '';
  const json = async <T>(...call: unknown[]): Promise<T> => {
    // Each document draws the letters that its refs begin with; tests write `e` for those of the first.
    const given = call.map((each) => JSON.stringify(each).replace(/^"e(?=\d+"$)/, `"${letters}`)).join(', ');
    const { result } = await session.send('Runtime.evaluate', {
      expression: `window.__agentBrowser.json(${given})`,
    });
    return JSON.parse(result.value) as T;
  };
  letters = (await json<PageResult>('snapshot')).meta.document.slice(0, 2);
  try {
    await use({
      tab,
      dialogs,
      json,
      start: async (...call) => (await json<JobStarted>('start', ...call)).job,
      end: async <T>(job: string) => {
        const state = await vi.waitUntil(
          async () => {
            // An evaluation fails while one document replaces another.
            const now = await json<JobState>('poll', job).catch(() => undefined);
            return now && (now.done || !now.ok) && now;
          },
          { timeout: 30_000, interval: 20 },
        );
        return (state.ok ? state.result : state) as T;
      },
    });
  } finally {
    await tab.close();
  }
};

const accept = (dialog: Dialog): Promise<void> => dialog.accept();
const dismiss = (dialog: Dialog): Promise<void> => dialog.dismiss();

const LEAVE: readonly [what: string, ref: string][] = [
  ['a button with a handler', 'e1'],
  ['a link', 'e2'],
  ['what submits a form', 'e3'],
];

describe('an action that leaves the page', () => {
  it('is lost with the page, where the next one is slow', async () => {
    await withHost(dismiss, async ({ tab, start, end }) => {
      await tab.evaluate("b.onclick = () => { location.href = '/slow'; }");
      const job = await start('action', 'e1', 'click');
      expect(await end(job)).toMatchObject({ ok: false, error: { code: 'job_lost', cause: 'navigated' } });
      await expect.poll(() => tab.title(), { timeout: 30_000 }).toBe('Next');
    });
  });

  it('reports that the page is being left, where no other comes', async () => {
    await withHost(dismiss, async ({ tab, start, end }) => {
      await tab.evaluate("b.onclick = () => { location.href = '/none'; }");
      const result = await end<ActionResult>(await start('action', 'e1', 'click'));
      expect(result).toMatchObject({ ok: true, verified: 'unknown', effect: { leaving: true } });
    });
  });
});

describe('a page with a beforeunload dialog', () => {
  it.each(LEAVE)('stays: a click on %s is not verified', async (_, ref) => {
    await withHost(dismiss, async ({ tab, dialogs, start, end, json }) => {
      await tab.evaluate('guarded()');
      const result = await end<ActionResult>(await start('action', ref, 'click'));
      expect(result).toMatchObject({ ok: true, verified: 'unknown', effect: { mutations: 0 } });
      expect(result).not.toMatchObject({ effect: { url: expect.anything() } });
      expect([dialogs, await tab.evaluate('asked'), tab.url()]).toEqual([['beforeunload: '], 1, ADDRESS]);
      // The page can be acted on as before.
      expect(await json('query', ref, 'isVisible')).toMatchObject({ value: true });
    });
  });

  it.each(LEAVE)('is left by a click on %s: the job is lost, and says so', async (_, ref) => {
    await withHost(accept, async ({ tab, dialogs, start, end }) => {
      await tab.evaluate('guarded()');
      const job = await start('action', ref, 'click');
      await tab.waitForURL(/next/);
      expect(await end(job)).toMatchObject({ ok: false, error: { code: 'job_lost', cause: 'navigated' } });
      expect(dialogs).toEqual(['beforeunload: ']);
    });
  });

  it.each([
    ['stays', dismiss, 'First'],
    ['is left', accept, 'Next'],
  ] as const)('%s, by navigate', async (_, answer, title) => {
    await withHost(answer, async ({ tab, dialogs, json }) => {
      await tab.evaluate('guarded()');
      const to = `${ADDRESS}next`;
      expect(await json<PageResult>('page', 'navigate', '/next')).toMatchObject({ ok: true, to });
      await vi.waitUntil(() => dialogs.length, { timeout: 30_000 });
      // While the page is being left it has no title, and Playwright throws.
      await expect.poll(() => tab.title(), { timeout: 30_000 }).toBe(title);
      // By now the page can be asked where it is.
      expect(await json('page', 'info')).toMatchObject({ ok: true, meta: { title } });
    });
  });
});

describe('dialogs that a handler opens, and the host answers', () => {
  it.each([
    ['accepts', (dialog: Dialog) => dialog.accept('new'), ',true,new'],
    ['dismisses', dismiss, ',false,'],
  ] as const)('%s', async (_, answer, shownText) => {
    await withHost(answer, async ({ tab, dialogs, json, start, end }) => {
      const done = { ok: true, verified: true, effect: { mutations: 1 } };
      expect(await end(await start('action', 'e4', 'click'))).toMatchObject(done);
      expect(await tab.evaluate('p.textContent')).toBe(shownText);
      // By `action` too, whose one task ends when the last dialog is answered.
      await tab.evaluate('p.textContent = ""');
      expect(await json('action', 'e4', 'click')).toMatchObject(done);
      expect(await tab.evaluate('p.textContent')).toBe(shownText);
      const all = ['alert: one', 'confirm: two', 'prompt: three'];
      expect(dialogs).toEqual([...all, ...all]);
    });
  });

  it('delay all calls while they are open, and lose none', async () => {
    let open: Dialog | undefined;
    await withHost(
      (dialog) => {
        open = dialog;
      },
      async ({ tab, dialogs, json, start, end }) => {
        await tab.evaluate("d.onclick = () => { p.textContent = confirm('sure?'); }");
        const job = start('action', 'e4', 'click').then((name) => end(name));
        await vi.waitUntil(() => open, { timeout: 30_000 });
        const read = json('query', 'e1', 'text');
        await open?.accept();
        expect(await read).toMatchObject({ ok: true, value: 'Leave' });
        expect(await job).toMatchObject({ ok: true, verified: true });
        expect([dialogs, await tab.evaluate('p.textContent')]).toEqual([['confirm: sure?'], 'true']);
      },
    );
  });
});
