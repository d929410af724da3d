import type { Driver } from '../driver.ts';

/** The part of `Page` that is used. */
interface AskedPage {
  readonly driver: Driver;
  textOf(expression: string): Promise<string | undefined>;
}

/** https://drafts.csswg.org/mediaqueries-5/#scripting */
const INERT = "matchMedia('(scripting: none)').matches ? 'inert' : 'live'";

/** Whether the browser reports a Mac, iPhone or iPad, whose keyboards have a Command key. */
export const isOnMac = async (page: AskedPage): Promise<boolean> =>
  /^(?:Mac|iP)/.test((await page.textOf('navigator.platform')) ?? '');

/** Whether the engine is Chromium, the only one in which a driver's mouse starts HTML drag and drop. */
export const isInChromium = async (page: AskedPage): Promise<boolean> =>
  /Chrome\//.test((await page.textOf('navigator.userAgent')) ?? '');

/**
 * Who draws the list of an open select. `page`: the engine (Chromium), where keys work in the open list; `system`: the
 * system; `other`: an engine that takes no keys of a driver while a list is open.
 */
export const listsOfSelects = async (page: AskedPage): Promise<'page' | 'system' | 'other'> => {
  const browserInfo = (await page.textOf('navigator.platform + " " + navigator.userAgent')) ?? '';
  if (/\bMac|\biP|Android/.test(browserInfo)) return 'system';
  return /Chrome\//.test(browserInfo) ? 'page' : 'other';
};

/**
 * Whether scripting is disabled in the page (by a setting, or a sandbox), so that only code that the host evaluates runs
 * and jobs never end. Checked only where the driver has the DevTools protocol; engines before 2024 don't tell.
 */
export const isInert = async (page: AskedPage): Promise<boolean> =>
  page.driver.protocol !== undefined && (await page.textOf(INERT)) === 'inert';

/** The HTTP status of the document, where the browser knows it (https://w3c.github.io/resource-timing/#dom-performanceresourcetiming-responsestatus). */
export const statusOf = async (page: AskedPage): Promise<number | undefined> => {
  const text = await page.textOf('String(performance.getEntriesByType("navigation")[0].responseStatus)');
  return text !== undefined && /^[1-5]\d\d$/.test(text) ? Number(text) : undefined;
};
