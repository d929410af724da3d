import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, scriptRunner } from './chromium.ts';
import { injected } from './engines/test-page.ts';
import { type Stage, stageOn } from './stage.ts';

/** A stage in Chromium whose tab can be acted on by trusted input as well. */
export interface TabStage extends Stage {
  tab: Page;
}

/** A tab for stages, with what runs our script in it. */
interface Tab {
  tab: Page;
  runScript(script: string): Promise<void>;
}

const openTab = async (context: BrowserContext): Promise<Tab> => {
  const tab = await context.newPage();
  return { tab, runScript: await scriptRunner(tab) };
};

const openStage = async (
  { tab, runScript }: Tab,
  html: string,
  types: readonly string[] = [],
): Promise<TabStage> => {
  await tab.setContent(`<!doctype html><body>${html}`);
  const evaluate = (expression: string): Promise<unknown> => tab.evaluate(expression);
  const page = await injected({ evaluate, execute: runScript, close: () => tab.close() });
  // Unlike a host of strings, Playwright waits for promises.
  return { ...(await stageOn(page, types)), tab, state: (expression) => tab.evaluate(expression) };
};

export interface Theatre {
  context: BrowserContext;
  /** Opens a stage for one test and clears it away whatever happens. */
  play<T>(html: string, use: (stage: TabStage) => Promise<T>, types?: readonly string[]): Promise<T>;
  close(): Promise<void>;
}

/** One Chromium for the tests of a file. A mouse stays where it was: tests that move it have a tab each. */
export const openTheatre = async (tabs: 'one' | 'one each' = 'one'): Promise<Theatre> => {
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  // The window stays: a new one costs far more than a tab.
  const window = await context.newPage();
  const shared = tabs === 'one' ? { tab: window, runScript: await scriptRunner(window) } : undefined;
  return {
    context,
    async play(html, use, types) {
      const tab = shared ?? (await openTab(context));
      try {
        return await use(await openStage(tab, html, types));
      } finally {
        await (shared ? window.goto('about:blank') : tab.tab.close());
      }
    },
    close: () => browser.close(),
  };
};
