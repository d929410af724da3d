import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { injected } from './engines/test-page.ts';
import { type Stage, stageOn } from './stage.ts';

/** A stage in Chromium whose tab can be acted on by trusted input as well. */
export interface TabStage extends Stage {
  tab: Page;
}

/** A stage on a page of its own; events of `types` are recorded. */
export const openStage = async (
  context: BrowserContext,
  html: string,
  types: readonly string[] = [],
): Promise<TabStage> => {
  const tab = await context.newPage();
  await tab.setContent(`<!doctype html><body>${html}`);
  const evaluate = (expression: string): Promise<unknown> => tab.evaluate(expression);
  const execute = (statements: string): Promise<unknown> => tab.evaluate(`${statements};0`);
  const page = await injected({ evaluate, execute, close: () => tab.close() });
  // Unlike a host of strings, Playwright waits for promises.
  return { ...(await stageOn(page, types)), tab, state: (expression) => tab.evaluate(expression) };
};

export interface Theatre {
  context: BrowserContext;
  /** Opens a stage for one test and closes it whatever happens. */
  play<T>(html: string, use: (stage: TabStage) => Promise<T>, types?: readonly string[]): Promise<T>;
  close(): Promise<void>;
}

/** One Chromium for the tests of a file. */
export const openTheatre = async (): Promise<Theatre> => {
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  // The window stays: a new one costs far more than a tab.
  await context.newPage();
  return {
    context,
    async play(html, use, types) {
      const stage = await openStage(context, html, types);
      try {
        return await use(stage);
      } finally {
        await stage.tab.close();
      }
    },
    close: () => browser.close(),
  };
};
