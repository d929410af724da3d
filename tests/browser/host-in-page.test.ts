import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleHost } from '../../scripts/build/host.mjs';
import { AgentSession, reactNative } from '../../src/host/index.ts';
import { launchChromium } from '../support/chromium.ts';
import { PageServer } from '../support/engines/page-server.ts';
import { refOf } from '../support/host-behaviour.ts';
import { pageScript, sessionFiles } from '../support/page-script.ts';

const OUTER = 'http://outer.test/';
const INNER = `<title>Inner</title><button onclick="this.insertAdjacentHTML('afterend', '<a href=/next>New</a>')">Go</button>`;

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  server = await PageServer.start();
  browser = await launchChromium();
  const script = { type: 'text/javascript' };
  server.serve({
    // The files of the package, side by side as in dist.
    [`${OUTER}host.js`]: { ...script, body: await bundleHost() },
    [`${OUTER}script.js`]: { ...script, body: `export const script = ${JSON.stringify(pageScript)};` },
    'http://inner.test/host.js': { ...script, body: await bundleHost() },
    'http://inner.test/script.js': { ...script, body: 'export const script = "";' },
    'http://inner.test/agent-browser.js': { ...script, body: pageScript },
    [`${OUTER}inner`]: INNER,
    [`${OUTER}next`]: '<title>Next</title><button>On the next page</button>',
    'http://inner.test/next': `<title>Next</title><button>There</button><script src=agent-browser.js></script><script type=module>
      import { answerMessages } from './host.js';
      answerMessages('http://outer.test');
    </script>`,
    'http://inner.test/': `${INNER}<script src=agent-browser.js></script><script type=module>
      import { answerMessages } from './host.js';
      answerMessages('http://outer.test');
    </script>`,
  });
});
afterAll(async () => {
  await browser.close();
  server.stop();
});

/** A page that runs the session itself. Returns what each step of it returned. */
const inPage = async (html: string, code: string): Promise<{ text: string; pageChanged: boolean }[]> => {
  server.serve({ [OUTER]: `<!doctype html><title>Outer</title>${html}` });
  const context = await browser.newContext({ proxy: { server: `http://127.0.0.1:${server.port}` } });
  const page: Page = await context.newPage();
  try {
    await page.goto(OUTER);
    return (await page.evaluate(`(async () => {
      const host = await import('/host.js');
      const refOf = ({ text }, words) => /\\[ref=([^\\]]+)\\]/.exec(text.slice(text.indexOf(words)))[1];
      const steps = [];
      const told = async (step) => { const { text, pageChanged } = await step; steps.push({ text, pageChanged }); return { text }; };
      ${code}
      return steps;
    })()`)) as { text: string; pageChanged: boolean }[];
  } finally {
    await context.close();
  }
};

const GOES = `
  const page = await told(session.snapshot());
  const step = await told(session.act(refOf(page, 'button "Go"'), 'click'));`;

describe('a session in a page', () => {
  it('works in a frame of the same origin, and follows it to its next page', async () => {
    const [page, step, next] = await inPage(
      '<iframe src=/inner width=600 height=300></iframe>',
      `const session = new host.AgentSession(host.iframe(document.querySelector('iframe')));${GOES}
       await told(session.act(refOf(step, 'link "New"'), 'click'));`,
    );
    expect(page?.text).toContain('title="Inner"');
    expect(step?.text).toContain('+ link "New"');
    expect(next?.pageChanged).toBe(true);
    expect(next?.text).toContain('button "On the next page"');
  });

  it('works in a frame of another origin with the script', async () => {
    const [page, step, next] = await inPage(
      '<iframe src="http://inner.test/" width=600 height=300></iframe>',
      `const frame = document.querySelector('iframe');
       const session = new host.AgentSession(host.messageFrame(frame, 'http://inner.test'));${GOES}
       await told(session.act(refOf(step, 'link "New"'), 'click'));`,
    );
    expect(page?.text).toContain('url=http://inner.test/ title="Inner"');
    expect(step?.text).toContain('+ link "New"');
    expect(next?.pageChanged).toBe(true);
    expect(next?.text).toContain('button "There"');
  });

  it('works in its own document', async () => {
    const [page, step] = await inPage(
      `${INNER}`,
      `const { script } = await import('/script.js');
       (0, eval)(script);
       const session = new host.AgentSession(host.ownDocument());${GOES}`,
    );
    expect(page?.text).toContain('title="Outer"');
    expect(step?.text).toContain('+ link "New"');
  });
});

describe('a session over a view that only takes scripts', () => {
  it("receives its answers as messages, and leaves the app's messages alone", async () => {
    server.serve({ [OUTER]: INNER });
    const context = await browser.newContext({ proxy: { server: `http://127.0.0.1:${server.port}` } });
    try {
      const page = await context.newPage();
      const driver = reactNative(() => ({
        injectJavaScript: (code) => void page.evaluate(code).catch(() => undefined),
      }));
      const own: string[] = [];
      // As react-native-webview does: in every page, before its own scripts.
      await page.exposeFunction('toApp', (data: string) => {
        if (!driver.onMessage({ nativeEvent: { data } })) own.push(data);
      });
      await page.addInitScript('window.ReactNativeWebView = { postMessage: (data) => toApp(data) }');
      await page.goto(OUTER);
      await page.evaluate('ReactNativeWebView.postMessage("of the app")');
      const session = new AgentSession(driver, { ...sessionFiles });
      const step = await session.act(refOf(await session.snapshot(), 'button "Go"'), 'click');
      expect(step.text).toContain('+ link "New"');
      const next = await session.act(refOf(step, 'link "New"'), 'click');
      expect(next.text).toContain('button "On the next page"');
      expect(own).toEqual(['of the app']);
    } finally {
      await context.close();
    }
  });
});
