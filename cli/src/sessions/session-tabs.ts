import type { BrowserContext, Page } from 'playwright-core';
import type { Driver } from '../../../src/host/index.ts';
import { SessionError } from './session-error.ts';
import type { SessionEvents } from './session-events.ts';
import { tabDriver } from './tab-driver.ts';

/** A tab of a session. */
export interface TabInfo {
  /** `t1`, `t2`, ...: never used again in a session. */
  id: string;
  url: string;
  title: string;
  /** Calls go to this one. */
  active: boolean;
}

/** A page with the ids that the DevTools protocol has for it. */
export interface PageTarget {
  page: Page;
  /** `targetId` of the page, and `browserContextId` of its context. */
  target: string;
  context: string;
}

const targets = new WeakMap<Page, Promise<PageTarget>>();

const askTarget = async (page: Page): Promise<PageTarget> => {
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  await cdp.detach();
  return { page, target: targetInfo.targetId, context: String(targetInfo.browserContextId) };
};

/** The browser's own ids of a page, which don't change. */
export const targetOf = (page: Page): Promise<PageTarget> => {
  const known = targets.get(page) ?? askTarget(page);
  targets.set(page, known);
  known.catch(() => targets.delete(page));
  return known;
};

/** The tabs of a resumed session: the ids that its pages had, and how many tabs it has ever had. */
export interface FormerTabs {
  ids: ReadonlyMap<Page, string>;
  count: number;
}

/** The tabs of a session. The id of a closed tab is not used again. */
export class SessionTabs {
  readonly #ids = new Map<Page, string>();
  #count: number;

  /**
   * @param isActive whether calls go to this page
   * @param onGone a tab was closed, or its page has crashed
   * @param former tabs of the same session on a server before
   */
  constructor(
    private readonly events: SessionEvents,
    private readonly most: number,
    private readonly isActive: (page: Page) => boolean,
    private readonly onGone: (page: Page, how: 'closed' | 'crashed') => void,
    private readonly former: FormerTabs = { ids: new Map(), count: 0 },
  ) {
    this.#count = former.count;
  }

  /** How many tabs the session has ever had. */
  get count(): number {
    return this.#count;
  }

  /** Takes the pages of a context as tabs, those that are open and those that will be opened. */
  attach(context: BrowserContext): void {
    for (const page of new Set([...this.former.ids.keys(), ...context.pages()])) this.#add(page);
    context.on('page', (page) => this.#add(page));
  }

  #add(page: Page): void {
    if (this.#ids.has(page)) return;
    if (this.#ids.size >= this.most) {
      this.events.emit('notice', { text: `A tab beyond the limit of ${this.most} was closed.` });
      page.close().catch(() => undefined);
      return;
    }
    const id = this.former.ids.get(page) ?? `t${++this.#count}`;
    this.#ids.set(page, id);
    tabDriver(page, this.events);
    this.events.attachPage(page);
    this.events.emit('tab', { tab: id, state: 'opened', url: page.url() });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.events.emit('navigated', { tab: id, url: frame.url() });
    });
    page.on('close', () => {
      if (!this.#ids.delete(page)) return;
      this.events.emit('tab', { tab: id, state: 'closed' });
      this.onGone(page, 'closed');
    });
    page.on('crash', () => {
      this.events.emit('tab', { tab: id, state: 'crashed' });
      this.onGone(page, 'crashed');
    });
  }

  driver(page: Page): Driver {
    return tabDriver(page, this.events);
  }

  idOf(page: Page | null): string {
    return (page && this.#ids.get(page)) ?? '';
  }

  /** The pages, oldest first. */
  get pages(): Page[] {
    return [...this.#ids.keys()];
  }

  /** @throws {SessionError} `tab_not_found` */
  find(id: string): Page {
    const wanted = /^\d+$/.test(id) ? `t${id}` : id;
    const page = this.pages.find((one) => this.#ids.get(one) === wanted);
    if (page) return page;
    const known = [...this.#ids.values()].join(', ') || 'none';
    throw new SessionError('tab_not_found', `There is no tab ${id.slice(0, 40)}. Tabs: ${known}.`);
  }

  list(): Promise<TabInfo[]> {
    return Promise.all(
      [...this.#ids].map(async ([page, id]) => ({
        id,
        url: page.url(),
        title: await titleOf(page),
        active: this.isActive(page),
      })),
    );
  }

  /** Forgets all tabs, when their context has ended. */
  clear(): void {
    this.#ids.clear();
  }
}

/** How long (ms) a page may take to answer with its title. */
const TITLE_MS = 1_000;

/** The title of a page; empty if the page is gone, or too busy to answer. */
const titleOf = (page: Page): Promise<string> =>
  Promise.race([
    page.title().catch(() => ''),
    new Promise<string>((resolve) => {
      setTimeout(() => resolve(''), TITLE_MS).unref();
    }),
  ]);
