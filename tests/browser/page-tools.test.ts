import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobStarted, SnapshotText } from '../../src/contract.ts';
import { AgentSession, playwright } from '../../src/host/index.ts';
import { launchChromium } from '../support/chromium.ts';
import { describePageTools } from '../support/describe-page-tools.ts';
import { PageServer } from '../support/engines/page-server.ts';
import { modelContextScript, pageScript, scriptWithParts, sessionFiles } from '../support/page-script.ts';
import { NAMES, TOOL_PAGE, type ToolPage, toolsOf } from '../support/page-tools.ts';

// The browser has the API on secure origins only; the proxy answers for this one.
const ADDRESS = 'http://localhost/tools';
const FRAMES =
  "<iframe srcdoc=\"<form toolname=inFrame tooldescription=x></form><script>document.modelContext.registerTool({name:'sum',description:'of the frame',execute:()=>'frame'})</script>\"></iframe><script>document.modelContext.registerTool({name:'sum',description:'of the page',execute:()=>'page'})</script>";

/** Runs the tests in the same Chromium, with its own API, or without it and with the part. */
const describeIn = (
  title: string,
  args: string[],
  early: string,
  sources?: { registered: string; form: string },
) =>
  describe(title, () => {
    let browser: Browser;
    let server: PageServer;
    beforeAll(async () => {
      server = await PageServer.start();
      browser = await launchChromium('--proxy-bypass-list=<-loopback>', ...args);
    });
    afterAll(async () => {
      await browser.close();
      server.stop();
    });

    const open = async (
      use: (page: ToolPage, tab: Page) => Promise<void>,
      html = TOOL_PAGE,
      script = scriptWithParts,
    ): Promise<void> => {
      server.serve({ [ADDRESS]: html });
      const context = await browser.newContext({ proxy: { server: `http://127.0.0.1:${server.port}` } });
      const page = await context.newPage();
      if (early) await page.addInitScript(early);
      await page.goto(ADDRESS);
      const session = await context.newCDPSession(page);
      const evaluate = async (expression: string): Promise<unknown> => {
        const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
        return result.value;
      };
      await evaluate(`${script};0`);
      const call = (verb: string, args: unknown[]): string =>
        `window.__agentBrowser.json(${[verb, ...args].map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;
      await use(
        {
          json: async (verb, ...args) => JSON.parse((await evaluate(call(verb, args))) as string),
          evaluate: async (expression) =>
            JSON.parse((await evaluate(`JSON.stringify(${expression})`)) as string),
        },
        page,
      );
      await context.close();
    };

    it('come from the expected source', () =>
      open(async (page) => {
        const source = await page.evaluate<string>('String(document.modelContext.getTools)');
        expect(source.includes('[native code]')).toBe(early === '');
      }));

    if (sources) describePageTools(open, sources);

    it('are named in the first snapshot that has time to wait for the browser', () =>
      open(
        async (page, tab) => {
          const text = JSON.stringify(
            `${pageScript};window.__agentBrowser.json('start', 'snapshot', { format: 'text' })`,
          );
          const { job } = await page.evaluate<JobStarted>(`JSON.parse((0, eval)(${text}))`);
          const state = { done: false, result: undefined as SnapshotText | undefined };
          while (!state.done) Object.assign(state, await page.json('poll', job));
          expect(state.result?.text).toContain(` tools=${NAMES.join()}`);
          await tab.reload();
          const session = new AgentSession(playwright(tab), sessionFiles);
          expect((await session.snapshot()).text).toContain(` tools=${NAMES.join()}`);
        },
        TOOL_PAGE,
        '',
      ));

    it('of frames are listed, each with a name of its own', () =>
      open(async (page) => {
        const { tools } = await toolsOf(page);
        expect(tools.map(({ name, description }) => [name, description])).toEqual([
          ['inFrame', 'x'],
          ['sum', 'of the page'],
          ['sum~2', 'of the frame'],
        ]);
      }, FRAMES));
  });

describeIn("tools of the page, with the browser's API", ['--enable-features=WebMCP'], '', {
  registered: 'browser',
  form: 'browser',
});

// Other tests of the part are in tests/layout.
describeIn('tools of the page, with the part before all else', [], modelContextScript);
