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

/** Adds an init script to a context, once per script. It runs in every document, also in the first one of a popup. */
const inAllTabs = (context: BrowserContext, content: string): Promise<unknown> => {
  const known = scripts.get(context) ?? new Map<string, Promise<unknown>>();
  scripts.set(context, known);
  const put = known.get(content) ?? context.addInitScript({ content });
  known.set(content, put);
  return put;
};

/**
 * The dialog policy of a session's tabs: `answerDialog` asks the current `dialogPolicy`, which may be replaced at any
 * time.
 */
interface DialogAnswers {
  readonly answerDialog: DialogPolicy;
  dialogPolicy: DialogPolicy;
}

/**
 * The driver of a page, the same one at every call. Only its latest listener gets events, so that a session that
 * returns to the tab does not get them twice. Popups have such drivers too.
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
