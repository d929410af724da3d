import type { BrowserContext, Page } from 'playwright-core';
import {
  type DialogPolicy,
  type Driver,
  type DriverEvent,
  type PlaywrightPage,
  playwright,
} from '../../../src/host/index.ts';

const drivers = new WeakMap<Page, Driver>();
const pages = new WeakMap<Driver, Page>();

/** The page that a driver of {@link tabDriver} drives. */
export const pageOf = (driver: Driver): Page | undefined => pages.get(driver);

const scripts = new WeakMap<BrowserContext, Map<string, Promise<unknown>>>();

/** Puts a script into all documents of a context, once: those of tabs too that pages open, from their first on. */
const inAllTabs = (context: BrowserContext, content: string): Promise<unknown> => {
  const known = scripts.get(context) ?? new Map<string, Promise<unknown>>();
  scripts.set(context, known);
  const put = known.get(content) ?? context.addInitScript({ content });
  known.set(content, put);
  return put;
};

/** How the tabs of a session answer dialogs: `answerDialog` asks `dialogPolicy`, which may be another one by then. */
interface DialogAnswers {
  readonly answerDialog: DialogPolicy;
  dialogPolicy: DialogPolicy;
}

/**
 * The one driver of a page. Its events go to one listener, the last, however often a session comes back to the tab; the
 * tabs that the page opens have drivers of this kind too.
 */
export const tabDriver = (page: Page, dialogs: DialogAnswers): Driver => {
  const known = drivers.get(page);
  if (known) return known;
  const base = playwright(page as unknown as PlaywrightPage, dialogs.answerDialog);
  let listener: ((event: DriverEvent) => void) | undefined;
  base.onEvent?.((event) => {
    if (event.type !== 'page') listener?.(event);
  });
  page.on('popup', (popup) => listener?.({ type: 'page', driver: tabDriver(popup, dialogs) }));
  let hasCrashed = false;
  page.on('crash', () => {
    hasCrashed = true;
  });
  const driver: Driver = {
    ...base,
    atDocumentStart: (script) => inAllTabs(page.context(), script),
    isGone: () => hasCrashed || page.isClosed(),
    newTab: async () => tabDriver(await page.context().newPage(), dialogs),
    tabs: async () =>
      page
        .context()
        .pages()
        .map((one) => tabDriver(one, dialogs)),
    answerDialogs(policy) {
      dialogs.dialogPolicy = policy;
    },
    onEvent(next) {
      listener = next;
      return () => {
        if (listener === next) listener = undefined;
      };
    },
  };
  drivers.set(page, driver);
  pages.set(driver, page);
  return driver;
};
