import { isSameDocument } from './after-call.ts';
import { AGAIN_MS } from './current-call.ts';
import { DOWNLOADED, type HostErrorInfo, HostFailure, notLoaded } from './errors.ts';
import type { Draft, Snapshot } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Page } from './page.ts';
import { pause } from './pause.ts';
import type { Reading } from './reading.ts';
import type { TabInfo } from './tab-info.ts';
import type { WatchedTabs } from './watched-tabs.ts';

const DOWNLOAD_EVENT_MS = 100;

const orOpenFailed = async <T>(open: () => T | Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (reason) {
    if (reason instanceof HostFailure) throw reason;
    const [line = ''] = String((reason as Error | undefined)?.message ?? reason).split('\n');
    // Playwright begins with the method that failed (`page.goto: `).
    const why = line.replace(/^\w+\.\w+: /, '');
    throw new HostFailure({
      code: 'open_failed',
      message: `The page could not be opened: ${why.replace(/\.+$/, '')}. Check the address, or try another one.`,
    });
  }
};

const BUSY_LEFT = 'The page did not answer, and its tab was closed. In a tab of its own:';

const NO_TABS: HostErrorInfo = {
  code: 'unsupported_kind',
  message:
    'Tabs can not be opened or closed here. Stay in this one: open the address in it, and go back afterwards.',
};

const LAST_TAB: HostErrorInfo = {
  code: 'no_effect',
  message: 'This is the only tab, and it stays open. Close the page when the task is done.',
};

/** Opens URLs and tabs in a session, and reads the page that is there then. */
export class Opening {
  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /** Opens a URL in the current tab, or waits for the page that `leave` navigates to. */
  async open(leave: string | (() => unknown)): Promise<Draft<Snapshot>> {
    const page = this.tabs.current;
    const before = await page.injectedDocument();
    // A page whose script never ends can't be navigated: a new tab replaces it.
    const isBusy = before === undefined && this.options.call.isUnanswered;
    if (isBusy && typeof leave === 'string' && page.driver.newTab) {
      const instead = await this.openTab(leave);
      this.tabs.remove(page);
      await page.close();
      return { ...instead, text: `${BUSY_LEFT}\n${instead.text}` };
    }
    try {
      await this.#leave(page, leave, before);
    } catch (reason) {
      // The next call would wait for the address too.
      if (reason instanceof HostFailure && reason.error.code === 'cancelled') await page.sendStopLoading();
      throw reason;
    }
    const result = await this.reading.readNew();
    return this.reading.observe(result, '', result, this.reading.document !== before);
  }

  /** Navigates, and waits until the document `before` has been left. */
  async #leave(page: Page, leave: string | (() => unknown), before: string | undefined): Promise<void> {
    const patience = (await this.#mayStay(leave)) ? this.options.graceMs : this.options.loadTimeoutMs;
    if (typeof leave === 'function') await this.#begin(leave, before);
    else if (page.driver.open) await this.#begin(() => page.driver.open?.(leave), before);
    else await page.run(this.options.evaluateTimeoutMs, 'page', 'navigate', { url: leave });
    // A page that refuses the script has no document id that could change.
    if (before !== undefined) await page.awaitLeft(before, patience);
  }

  /** Starts the opening and waits for it; it may end later than the new page is there. */
  async #begin(open: () => unknown, before: string | undefined): Promise<void> {
    const { call, loadTimeoutMs } = this.options;
    const begun = await orOpenFailed(() => call.inTime(loadTimeoutMs, open)).catch(async (reason) => {
      // Drivers report a download a moment after the opening has failed because of it.
      if (!this.tabs.hasDownload) await pause(DOWNLOAD_EVENT_MS);
      throw this.tabs.hasDownload ? new HostFailure(DOWNLOADED) : reason;
    });
    if (!('late' in begun)) return;
    const page = this.tabs.current;
    // A short look, since Chromium holds back all calls into the page while it waits for an address.
    const seen = await call.within(AGAIN_MS, async () => ({ document: await page.document() }));
    if (seen && seen.document !== before && !call.isUnanswered) return;
    call.isUnanswered = false;
    await page.stopLoading();
    if ((await page.document()) === before) throw new HostFailure(notLoaded(loadTimeoutMs));
  }

  /** Whether a URL differs from the page's in its fragment only, so that the document may stay. */
  async #mayStay(leave: string | (() => unknown)): Promise<boolean> {
    if (typeof leave === 'function' || !leave.includes('#')) return false;
    const address = await this.tabs.current.address();
    return address !== undefined && isSameDocument(address, leave);
  }

  /** Switches to a tab and reads it. */
  async use(page: Page): Promise<Draft<Snapshot>> {
    this.reading.goTo(page);
    const result = await this.reading.readNew();
    return this.reading.observe(result, '', result, true);
  }

  /** Opens a URL in a new tab and switches to it. */
  async openTab(url: string): Promise<Draft<Snapshot>> {
    const page = this.tabs.current;
    const { newTab } = page.driver;
    if (!newTab) throw new HostFailure(NO_TABS);
    const { call, loadTimeoutMs } = this.options;
    const made = await orOpenFailed(() => call.inTime(loadTimeoutMs, () => newTab.call(page.driver)));
    if ('late' in made) throw new HostFailure(made.late);
    this.reading.goTo(this.tabs.watch(made.given));
    call.isUnanswered = false;
    await this.tabs.prepared();
    return { ...(await this.open(url)), pageChanged: true };
  }

  /** Closes a tab, and reads the tab that is current then. */
  async close(page: Page): Promise<Draft<Snapshot>> {
    if (this.tabs.all().length === 1) throw new HostFailure(LAST_TAB);
    if (!page.driver.close) throw new HostFailure(NO_TABS);
    const isCurrent = page === this.tabs.current;
    await page.close();
    this.tabs.remove(page);
    if (isCurrent) return this.use(this.tabs.current);
    const result = await this.reading.read(this.options.snapshot);
    return this.reading.observe(result, '', result, false);
  }

  /** All known tabs, and those that the driver lists. */
  async list(): Promise<TabInfo[]> {
    for (const driver of await this.tabs.current.tabs()) this.tabs.watch(driver);
    const current = this.tabs.current;
    const infos: TabInfo[] = [];
    for (const [page, id] of this.tabs.all()) {
      const { type, ...answer } = await page.call('page', ['info'], true);
      const { url, title } = (
        type === 'given' && 'json' in answer ? answer.json.meta : {}
      ) as Partial<TabInfo>;
      infos.push({ id, title: String(title ?? ''), url: String(url ?? ''), current: page === current });
    }
    return infos;
  }

  /** The tab with an id. */
  tab(id: number): Page {
    const page = this.tabs.pageWith(id);
    if (page) return page;
    const valid = this.tabs.all().map(([, known]) => String(known));
    throw new HostFailure({
      code: 'invalid_argument',
      message: `There is no tab ${id}. Tabs: ${valid.join(', ')}.`,
      argument: 'tab',
      valid,
    });
  }
}
