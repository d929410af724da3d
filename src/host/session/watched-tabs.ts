import { withChannelKey } from '../../inject/channel/key.ts';
import type { Driver, DriverEvent } from '../driver.ts';
import { inTime } from './current-call.ts';
import { fileOfPart, type PartName, type ResolvedSessionOptions } from './options.ts';
import { Page } from './page.ts';
import { Tabs } from './tabs.ts';

/** The tabs of a session, and what their drivers tell. */
export class WatchedTabs extends Tabs {
  /** Tabs that the session went to because a page had opened them: going back closes them. */
  readonly #followed = new WeakSet<Page>();
  #events: DriverEvent[] = [];
  #prepared: Promise<unknown> | undefined;

  constructor(private readonly options: ResolvedSessionOptions) {
    super();
  }

  /** Whether the current tab is one that a page had opened, and there is one to go back to. */
  get isFollowed(): boolean {
    return this.hasEarlier && this.#followed.has(this.current);
  }

  /** Whether a tab was opened since events were taken last. */
  get hasOpened(): boolean {
    return this.#events.some(({ type }) => type === 'page');
  }

  /** Whether a download has begun since events were taken last. */
  get hasDownload(): boolean {
    return this.#events.some(({ type }) => type === 'download');
  }

  /** The scripts that are to be there before the pages' own are in place. */
  async prepared(): Promise<void> {
    await this.options.call.untilGivenUp(() => this.#prepared?.catch(() => undefined));
  }

  /** What has happened since the last time. */
  takeEvents(): DriverEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** A tab that the page has opened and the session goes to. */
  follow(driver: Driver): Page {
    const page = this.watch(driver);
    this.#followed.add(page);
    return page;
  }

  /** The page of a tab; one that is new is listened to from now on. */
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
      // Reported by the page that stays without it.
      this.#prepared.catch(() => undefined);
    }
    return page;
  }

  /** The script for all frames, with a key: what comes later can't be distinguished from the page. */
  async #scriptAtStart(key: string): Promise<string> {
    const { script, parts, loadPart } = this.options;
    const texts = await Promise.all(
      [...new Set<PartName>(['channel', ...parts])].map((part) => loadPart?.(fileOfPart(part))),
    );
    return withChannelKey([script, ...texts.filter((text) => text !== undefined)].join('\n;'), key);
  }
}
