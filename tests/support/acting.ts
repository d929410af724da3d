import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, scriptRunner } from './chromium.ts';
import { injected } from './engines/test-page.ts';
import { type Stage, stageOn } from './stage.ts';

/** A stage in Chromium, with its Playwright page for trusted input. */
export interface TabStage extends Stage {
  tab: Page;
}

/** A tab for stages, and a function that runs a script in it by the DevTools protocol. */
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
  // Playwright's `evaluate` waits for promises, which a host that passes strings can't.
  return { ...(await stageOn(page, types)), tab, state: (expression) => tab.evaluate(expression) };
};

export interface Stages {
  context: BrowserContext;
  /** Opens a stage for one test and clears its tab afterwards, also when the test fails. */
  play<T>(html: string, use: (stage: TabStage) => Promise<T>, types?: readonly string[]): Promise<T>;
  close(): Promise<void>;
}

/**
 * One Chromium for the tests of a file. In a shared tab the mouse keeps its position from test to test: tests that
 * move it need a tab each.
 */
export const openStages = async (tabs: 'one' | 'one each' = 'one'): Promise<Stages> => {
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  // The first tab keeps the window open: a new window takes far longer than a new tab.
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
