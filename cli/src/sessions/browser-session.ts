import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import {
  AgentSession,
  type Driver,
  ToolExecutor,
  type ToolExecutorOptions,
  type ToolHost,
} from '../../../src/host/index.ts';
import type { BrowserPool, BrowserShare } from './browser-pool.ts';
import { pageFile } from './page-files.ts';
import { SessionError } from './session-error.ts';
import { SessionEvents } from './session-events.ts';
import type { SessionRecord } from './session-records.ts';
import type { SavedState, SessionLimits, SessionSettings } from './session-settings.ts';
import { type FormerTabs, SessionTabs, targetOf } from './session-tabs.ts';
import { pageOf } from './tab-driver.ts';
import { whileConnected } from './while-connected.ts';

/** One session in the list of sessions. */
export interface SessionInfo {
  name: string;
  /** `lost`: its browser has ended; the next call starts it again. */
  state: 'open' | 'lost' | 'closed';
  url: string;
  tabs: number;
  headless: boolean;
  profile?: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  usedAt: number;
}

const newPage = ({ browser, context }: BrowserShare): Promise<Page> =>
  whileConnected(browser, context.newPage());

const isWeb = (url: string): boolean => /^https?:/.test(url);

/** What a session needs of its {@link SessionManager}: the pool, the limits, and callbacks. */
export interface SessionKeeper {
  pool: BrowserPool;
  limits: SessionLimits;
  /** Default: the text of the package's `agent-browser.js`. */
  script?: string;
  onClosed(session: BrowserSession): void;
  /** Called whenever {@link BrowserSession.record} may return something new. */
  onChanged?(): void;
}

/** What a resumed session keeps from the server before. */
interface Former {
  channelKey: string | undefined;
  createdAt: number;
  tabs: FormerTabs;
}

/**
 * One named session: a browser context with its tabs, the {@link AgentSession} that works in them, and its logs.
 *
 * Calls go through {@link BrowserSession.run}: it starts the session again if its browser has ended, and rejects if the
 * browser ends during the call.
 */
export class BrowserSession {
  readonly createdAt: number;
  readonly events = new SessionEvents();
  readonly tabs: SessionTabs;
  /** The same object for the whole life of the session, also after its browser was started again. */
  readonly agent: AgentSession;
  usedAt = Date.now();
  /** A ref or CSS selector that snapshots are limited to (`frame`), unless a snapshot has a scope of its own. */
  scope: string | undefined;

  #share: BrowserShare | undefined;
  #state: SessionInfo['state'] = 'open';
  #starting: Promise<void> | undefined;
  #running = 0;
  #notices: string[] = [];
  /**
   * The key by which the injected scripts of the session's documents trust each other, across frames of other origins.
   */
  #channelKey: string | undefined;
  #lastUrl = '';
  #cookies: SavedState['cookies'] = [];
  /** Functions that reject the calls that run. */
  readonly #waiting = new Set<(error: SessionError) => void>();

  private constructor(
    readonly name: string,
    private readonly keeper: SessionKeeper,
    private settingsNow: SessionSettings,
    share: BrowserShare,
    page: Page,
    former?: Former,
  ) {
    this.createdAt = former?.createdAt ?? Date.now();
    this.tabs = new SessionTabs(
      this.events,
      keeper.limits.maxTabs,
      (one) => one === this.page,
      (one, how) => this.#onGone(one, how),
      former?.tabs,
    );
    this.events.listen(({ type }) => {
      if (type === 'tab') keeper.onChanged?.();
    });
    this.#adopt(share);
    const { input = 'trusted', frames = settingsNow.connect === undefined, timeoutMs } = settingsNow;
    if (former) this.#channelKey = former.channelKey;
    else if (frames) this.#channelKey = randomBytes(32).toString('base64url');
    this.agent = new AgentSession(this.tabs.driver(page), {
      script: keeper.script ?? pageFile(),
      loadPart: pageFile,
      input,
      ...(this.#channelKey !== undefined && { channelKey: this.#channelKey }),
      ...(timeoutMs !== undefined && { actionTimeoutMs: timeoutMs }),
    });
  }

  /** @throws {SessionError} `browser_missing`, `browser_failed` or `invalid_argument` */
  static async start(
    name: string,
    keeper: SessionKeeper,
    settings: SessionSettings,
  ): Promise<BrowserSession> {
    const share = await keeper.pool.take(settings);
    try {
      const page = share.context.pages().at(-1) ?? (await newPage(share));
      return new BrowserSession(name, keeper, settings, share, page);
    } catch (thrown) {
      await share.release();
      throw thrown;
    }
  }

  /** Resumes a session of a server that was killed, in the browser that has outlived it. */
  static async resume(
    { name, settings, createdAt, channelKey, scope, tabs, active, tabCount }: SessionRecord,
    keeper: SessionKeeper,
    share: BrowserShare,
  ): Promise<BrowserSession> {
    try {
      const pages = await Promise.all(share.context.pages().map(targetOf));
      const ids = new Map(
        tabs.flatMap(({ id, target }) => {
          const known = pages.find((one) => one.target === target);
          return known ? [[known.page, id] as const] : [];
        }),
      );
      const [last] = [...ids].filter(([, id]) => id === active).concat([...ids].reverse());
      const page = last?.[0] ?? pages.at(-1)?.page ?? (await newPage(share));
      const former = { createdAt, channelKey, tabs: { ids, count: tabCount } };
      const session = new BrowserSession(name, keeper, settings, share, page, former);
      session.scope = scope;
      session.#keepCookies();
      session.#note(
        'The session server had ended; the session goes on in the same browser: pages and refs are as they were. Logs are empty, and what was set, mocked or recorded has ended.',
      );
      return session;
    } catch (thrown) {
      await share.release();
      throw thrown;
    }
  }

  /** What the next server needs to resume the session; `undefined` where the browser ends with this server. */
  async record(): Promise<SessionRecord | undefined> {
    const share = this.#share;
    const { state: _, ...settings } = this.settingsNow;
    if (!share || (share.kept === undefined && settings.connect === undefined)) return undefined;
    const known = await Promise.all(this.tabs.pages.map((page) => targetOf(page).catch(() => undefined)));
    const pages = known.filter((one) => one !== undefined);
    const [first] = pages;
    if (!first) return undefined;
    return {
      name: this.name,
      settings,
      createdAt: this.createdAt,
      ...(this.#channelKey !== undefined && { channelKey: this.#channelKey }),
      ...(this.scope !== undefined && { scope: this.scope }),
      ...(share.kept !== undefined && { kept: { browser: share.kept, context: first.context } }),
      tabs: pages.map(({ page, target }) => ({ id: this.tabs.idOf(page), target })),
      active: this.tabs.idOf(this.page),
      tabCount: this.tabs.count,
    };
  }

  get settings(): Readonly<SessionSettings> {
    return this.settingsNow;
  }

  get limits(): SessionLimits {
    return this.keeper.limits;
  }

  get state(): SessionInfo['state'] {
    return this.#state;
  }

  /**
   * The active tab: calls go to it.
   *
   * @throws {SessionError} `browser_lost`
   */
  get page(): Page {
    const driver: Driver | undefined = this.agent?.driver;
    const page = driver && pageOf(driver);
    if (page) return page;
    throw new SessionError('browser_lost', 'The session has no page. Open an address.');
  }

  get context(): BrowserContext {
    if (this.#share) return this.#share.context;
    throw new SessionError('session_not_found', `The session ${this.name} is closed. Open an address again.`);
  }

  /** Whether a call is running. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  info(): SessionInfo {
    const { profile, headless = true } = this.settingsNow;
    return {
      name: this.name,
      state: this.#state,
      url: this.#state === 'open' ? this.page.url() : this.#lastUrl,
      tabs: this.tabs.pages.length,
      headless,
      ...(profile !== undefined && { profile }),
      createdAt: this.createdAt,
      usedAt: this.usedAt,
    };
  }

  /** What the executor of the model's tools needs besides the page. `web_close` closes the session. */
  get host(): ToolHost {
    return {
      screenshot: async () => ({ bytes: await this.page.screenshot(), mimeType: 'image/png' }),
      close: () => this.close(),
    };
  }

  /** An executor of the model's tools on this session; call it within {@link BrowserSession.run}. */
  executor(options: ToolExecutorOptions = {}): ToolExecutor {
    return new ToolExecutor(this.agent, { ...options, host: { ...this.host, ...options.host } });
  }

  /**
   * Runs a call on the session, after starting it again if its browser has ended.
   *
   * @throws {SessionError} `browser_lost` or `page_crashed` if that happens during the call, `timeout` after
   * `timeoutMs`
   */
  async run<T>(work: (session: this) => Promise<T>, timeoutMs = this.keeper.limits.callMs): Promise<T> {
    await this.ready();
    this.#running++;
    this.usedAt = Date.now();
    let stop: (error: SessionError) => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = reject;
    });
    // It may be rejected after the race is over: that is no unhandled rejection.
    stopped.catch(() => undefined);
    this.#waiting.add(stop);
    const message = `This took longer than ${timeoutMs} ms and goes on in the page. Take a new snapshot to see where it is.`;
    const timer = setTimeout(() => stop(new SessionError('timeout', message)), timeoutMs);
    try {
      return await Promise.race([work(this), stopped]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(stop);
      this.#running--;
      this.usedAt = Date.now();
      this.#keepCookies();
      this.keeper.onChanged?.();
    }
  }

  /** Returns, and clears, the notices since the last call: restarts, crashes, closed tabs. */
  takeNotices(): string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /**
   * Starts the session again if its browser has ended.
   *
   * @throws {SessionError} `session_not_found` if it is closed, else as {@link BrowserSession.start}
   */
  async ready(): Promise<void> {
    // Where that start fails, the session is lost or as it was before: the checks below see it.
    while (this.#starting) await this.#starting.catch(() => undefined);
    this.#checkOpen();
    // The tab closed while another one was being replaced.
    if (this.#state === 'open' && this.page.isClosed()) await this.#leave(this.page, 'closed');
    if (this.#state === 'lost') await this.#begin(() => this.#startAgain());
    this.#checkOpen();
  }

  #checkOpen(): void {
    if (this.#state === 'closed')
      throw new SessionError(
        'session_not_found',
        `The session ${this.name} is closed. Open an address again.`,
      );
  }

  #begin(start: () => Promise<void>): Promise<void> {
    this.#starting ??= start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** Changes settings that need a new context, which gets the same cookies and storage and opens the same address. */
  async reconfigure(change: Partial<SessionSettings>): Promise<void> {
    if (this.settingsNow.connect !== undefined)
      throw new SessionError('not_allowed', 'A browser that was connected to keeps its own settings.');
    while (this.#starting) await this.#starting.catch(() => undefined);
    await this.#begin(() => this.#reconfigure(change));
  }

  /** If it fails, the session stays as it was, or is lost (see {@link ready}) with its cookies and address kept. */
  async #reconfigure(change: Partial<SessionSettings>): Promise<void> {
    const state = (await this.context.storageState()) as SavedState;
    const { state: _, ...settings } = { ...this.settingsNow, ...change };
    const url = this.page.url();
    this.#cookies = state.cookies;
    if (isWeb(url)) this.#lastUrl = url;
    if (settings.profile !== undefined) await this.#leaveProfile(settings);
    await this.#enter(await this.keeper.pool.take({ ...settings, state }), url);
    this.settingsNow = settings;
  }

  /**
   * Only one browser can use a profile: the old one ends before the new one starts. Whether the new settings work is
   * tried first, without the profile.
   */
  async #leaveProfile({ profile: _, ...settings }: SessionSettings): Promise<void> {
    const trial = await this.keeper.pool.take({ ...settings, headless: true });
    await trial.release();
    this.#checkOpen();
    const old = this.#share;
    this.#state = 'lost';
    this.#share = undefined;
    this.tabs.clear();
    await old?.release();
  }

  /** Opens a tab; calls still go to the one before. */
  async openTab(): Promise<Page> {
    return this.context.newPage();
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    const message = `The session ${this.name} was closed.`;
    for (const stop of this.#waiting) stop(new SessionError('session_not_found', message));
    this.events.emit('closed', {});
    const share = this.#share;
    this.#share = undefined;
    this.keeper.onClosed(this);
    await share?.release();
    // A start that is running sees that the session is closed and releases its share.
    await this.#starting?.catch(() => undefined);
  }

  #adopt(share: BrowserShare): void {
    this.#share = share;
    const isMine = (): boolean => this.#share === share;
    this.events.attach(share.context, (page) => this.tabs.idOf(page));
    this.tabs.attach(share.context);
    share.context.on('close', () => {
      if (isMine()) this.#onLost();
    });
    share.browser?.on('disconnected', () => {
      if (isMine()) this.#onLost();
    });
  }

  async #startAgain(): Promise<void> {
    const { profile, connect } = this.settingsNow;
    const share = await this.keeper.pool.take(this.settingsNow);
    const isNew = profile === undefined && connect === undefined;
    await this.#enter(share, this.#lastUrl, isNew ? this.#cookies : []);
    const where = isWeb(this.#lastUrl) ? `, with its cookies and at ${this.#lastUrl}` : '';
    this.#note(`The browser had ended. The session was started again${where}; refs of before are dead.`);
  }

  async #enter(share: BrowserShare, url: string, cookies: SavedState['cookies'] = []): Promise<void> {
    let isAdopted = false;
    const enter = async (): Promise<void> => {
      await share.context.addCookies(cookies);
      const page = share.context.pages().at(-1) ?? (await share.context.newPage());
      this.#checkOpen();
      const old = this.#share;
      this.tabs.clear();
      this.#adopt(share);
      isAdopted = true;
      this.#state = 'open';
      // Ends the calls that still run in the old browser.
      await old?.release();
      await this.agent.use(this.tabs.driver(page));
      if (isWeb(url)) await this.agent.open(url);
    };
    try {
      await whileConnected(share.browser, enter());
    } catch (thrown) {
      // {@link close} has released the share of a session that was closed after adopting it.
      if (!isAdopted || this.#state !== 'closed') await share.release();
      throw thrown;
    }
  }

  #note(text: string): void {
    this.#notices.push(text);
    this.events.emit('notice', { text });
  }

  #stop(error: SessionError): void {
    for (const stop of this.#waiting) stop(error);
  }

  #onLost(): void {
    if (this.#state !== 'open') return;
    this.#state = 'lost';
    this.#share = undefined;
    this.tabs.clear();
    const again = 'The next call starts the session again with its cookies and address.';
    this.#stop(new SessionError('browser_lost', `The browser ended while this ran. ${again}`));
  }

  /** If the active tab is gone, another one becomes active; a page that crashed is loaded again in a new tab. */
  #onGone(page: Page, how: 'closed' | 'crashed'): void {
    if (this.#state !== 'open' || page !== this.page) return;
    if (how === 'crashed') {
      this.#stop(
        new SessionError(
          'page_crashed',
          'The page crashed while this ran. It is loaded again: take a new snapshot.',
        ),
      );
    }
    void this.#leave(page, how);
  }

  /** Replaces the active tab. If no other one can be opened, the session is lost. */
  #leave(page: Page, how: 'closed' | 'crashed'): Promise<void> {
    return this.#begin(() => whileConnected(this.#share?.browser, this.#replace(page, how))).catch(() => {
      const share = this.#share;
      this.#onLost();
      share?.release().catch(() => undefined);
    });
  }

  async #replace(gone: Page, how: 'closed' | 'crashed'): Promise<void> {
    const { context } = this;
    const url = gone.url();
    if (how === 'closed') {
      // It runs after the calls before it. When it answers, the agent has gone back to an earlier tab, if one is left.
      await this.agent.address();
      if (this.page.isClosed())
        await this.agent.use(this.tabs.driver(this.tabs.pages.at(-1) ?? (await context.newPage())));
      this.#note(`The tab was closed; ${this.tabs.idOf(this.page)} is the page now.`);
      return;
    }
    const fresh = await context.newPage();
    await this.agent.use(this.tabs.driver(fresh));
    await gone.close().catch(() => undefined);
    if (isWeb(url)) await this.agent.open(url);
    this.#note(`The page crashed and was loaded again as ${this.tabs.idOf(fresh)}; refs of before are dead.`);
  }

  /** Keeps the address and the cookies, with which the session starts again if the browser ends. */
  #keepCookies(): void {
    if (this.#state !== 'open' || !this.#share) return;
    const url = this.page.url();
    if (isWeb(url)) this.#lastUrl = url;
    this.#share.context.cookies().then(
      (cookies) => {
        this.#cookies = cookies as SavedState['cookies'];
      },
      // The browser is ending: the cookies that were kept before are used.
      () => undefined,
    );
  }
}
