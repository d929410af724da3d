import { withChannelKey } from '../../inject/channel/key.ts';
import type { Driver, DriverEvent } from '../driver.ts';
import { inTime } from './current-call.ts';
import { fileOfPart, type PartName, type ResolvedSessionOptions } from './options.ts';
import { Page } from './page.ts';
import { Tabs } from './tabs.ts';

/** The tabs of a session, and the events of their drivers. */
export class WatchedTabs extends Tabs {
  /** Tabs that a page had opened and the session has followed: going back closes them. */
  readonly #followed = new WeakSet<Page>();
  #events: DriverEvent[] = [];
  #prepared: Promise<unknown> | undefined;

  constructor(private readonly options: ResolvedSessionOptions) {
    super();
  }

  /** Whether the current tab was opened by a page, and there is an earlier tab to go back to. */
  get isFollowed(): boolean {
    return this.hasEarlier && this.#followed.has(this.current);
  }

  /** Whether a tab was opened since events were last taken. */
  get hasOpened(): boolean {
    return this.#events.some(({ type }) => type === 'page');
  }

  /** Whether a download has begun since events were last taken. */
  get hasDownload(): boolean {
    return this.#events.some(({ type }) => type === 'download');
  }

  /** Waits until the scripts for document start are registered. */
  async prepared(): Promise<void> {
    await this.options.call.untilGivenUp(() => this.#prepared?.catch(() => undefined));
  }

  /** Returns the events since they were last taken. */
  takeEvents(): DriverEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The page of a tab that a page has opened and the session follows. */
  follow(driver: Driver): Page {
    const page = this.watch(driver);
    this.#followed.add(page);
    return page;
  }

  /** The page of a tab; to a new one's driver a listener is added. */
  watch(driver: Driver): Page {
    const known = this.pageOf(driver);
    if (known) return known;
    const page = new Page(driver, this.options);
    this.add(page);
    driver.onEvent?.((event) => {
      if (event.type === 'page' && event.driver) this.watch(event.driver);
      this.#events.push(event);
    });
    const { atDocumentStart } = driver;
    const { channelKey, parts, loadPart } = this.options;
    const atStart = [
      channelKey && (() => this.#scriptAtStart(channelKey)),
      parts.includes('model-context') && (async () => (await loadPart?.(fileOfPart('model-context'))) ?? ''),
    ].filter((make) => typeof make === 'function');
    if (atStart.length > 0 && atDocumentStart) {
      const put = () => Promise.all(atStart.map(async (make) => atDocumentStart.call(driver, await make())));
      const prepared = inTime(this.options.evaluateTimeoutMs, put);
      this.#prepared = Promise.all([this.#prepared, prepared]);
      // The failure shows later, when a page lacks the script.
      this.#prepared.catch(() => undefined);
    }
    return page;
  }

  /** The script with the key, for all frames at document start: a script that is injected later can't be told from one of the page. */
  async #scriptAtStart(key: string): Promise<string> {
    const { script, parts, loadPart } = this.options;
    const texts = await Promise.all(
      [...new Set<PartName>(['channel', ...parts])].map((part) => loadPart?.(fileOfPart(part))),
    );
    return withChannelKey([script, ...texts.filter((text) => text !== undefined)].join('\n;'), key);
  }
}
