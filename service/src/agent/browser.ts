import { GuardProxy } from '../../../cli/src/guard/guard-proxy.ts';
import { type BrowserSession, SessionManager } from '../../../cli/src/sessions/index.ts';
import type { ToolAnswer, ToolExecutor } from '../../../src/host/index.ts';
import type { Fetcher, Settings } from '../contract/index.ts';
import type { JobUrls } from './job-urls.ts';
import type { Permission } from './permissions.ts';
import type { Turns } from './turns.ts';

/** Tabs of one agent, and longest time for one call (ms). */
const TABS = 8;
const CALL_MS = 60_000;

/** Calls are limited by steps and credits; of an answer as much is shown as a step should read. */
const BUDGET = { maxCalls: 10_000, maxCharsTotal: Number.POSITIVE_INFINITY, maxCharsPerCall: 14_000 };

const isRemote = (browser: string | undefined): boolean => /^(?:wss?|https?):\/\//.test(browser ?? '');

export interface JobBrowserOptions {
  settings: Settings;
  fetcher: Fetcher;
  urls: JobUrls;
  permission: Permission;
  /** Browsers of this worker. */
  turns: Turns;
  signal: AbortSignal;
}

/** The browser of one job: started with the first call that needs it, its own process and profile, closed with the job. */
export class JobBrowser {
  #opening: Promise<{ session: BrowserSession; executor: ToolExecutor }> | undefined;
  #manager: SessionManager | undefined;
  #proxy: GuardProxy | undefined;
  #isClosed = false;
  #leave: (() => void) | undefined;
  #session: BrowserSession | undefined;
  #pid: number | undefined;

  constructor(private readonly options: JobBrowserOptions) {}

  /** Address of the page that is open; empty before. */
  get url(): string {
    return this.#session?.page.url() ?? '';
  }

  /** Carries out one call of the model. */
  async execute(name: string, given: unknown): Promise<ToolAnswer> {
    const { session, executor } = await this.#open();
    const { permission, signal } = this.options;
    return session.run(async () => {
      if (name !== 'web_click' || permission === 'submit') return executor.execute(name, given, signal);
      const address = await this.#linkOf(session, given);
      return address === undefined
        ? { text: 'Only links may be clicked here, and this is none.', isError: true }
        : executor.execute('web_open', { url: address }, signal);
    });
  }

  /** Opens an address and reads its main part as Markdown. */
  async read(url: string): Promise<ToolAnswer> {
    const opened = await this.execute('web_open', { url });
    return opened.isError ? opened : this.execute('web_read', { urls: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // It ends what is starting, too.
    await this.#opening?.catch(() => undefined);
    this.#kill();
    await this.#manager?.end();
    await this.#proxy?.close();
    this.#leave?.();
    this.#leave = undefined;
  }

  /** A cancelled job does not wait until its browser has put everything away. */
  #kill(): void {
    const pid = this.#pid;
    if (pid === undefined || !this.options.signal.aborted) return;
    try {
      // All its processes: it leads their group.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already, or leads none: then it is closed.
    }
  }

  async #linkOf(session: BrowserSession, given: unknown): Promise<string | undefined> {
    const { ref } = (given ?? {}) as { ref?: unknown };
    const asked = await session.agent.query(String(ref ?? ''), 'attrs');
    const value = asked.ok && 'value' in asked.result ? asked.result.value : undefined;
    const href = (value as Record<string, string> | undefined)?.href;
    if (href === undefined) return undefined;
    return URL.canParse(href, this.url) ? new URL(href, this.url).href : undefined;
  }

  async #open(): Promise<{ session: BrowserSession; executor: ToolExecutor }> {
    if (this.#session && this.#session.state !== 'open') {
      // Its browser has ended, and with it all that was set up there.
      await this.#session.close();
      this.#session = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#start();
    // A browser that did not start is tried again with the next call.
    this.#opening.catch(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #start(): Promise<{ session: BrowserSession; executor: ToolExecutor }> {
    const { settings, urls, permission, turns, signal } = this.options;
    this.#leave ??= await turns.take(signal);
    const guard = await this.#guard();
    this.#manager ??= new SessionManager({
      limits: { maxSessions: 1, maxTabs: TABS, idleMs: 0, callMs: CALL_MS },
      ...(guard !== undefined && { guard: async () => guard }),
    });
    const session = await this.#manager.open('agent', {
      headless: true,
      userAgent: settings.userAgent,
      // Line feeds that the browser itself types would send a form.
      input: permission === 'fill' ? 'page' : 'trusted',
      ...(settings.browser !== undefined &&
        (isRemote(settings.browser)
          ? { connect: settings.browser, isolated: true }
          : { browser: settings.browser })),
    });
    if (this.#isClosed || signal.aborted) {
      await session.close();
      throw signal.reason ?? new Error('The job has ended.');
    }
    // The guard's proxy is out of its reach.
    if (isRemote(settings.browser)) await this.#routeAll(session);
    else this.#pid = await processOf(session);
    session.context.browser()?.once('disconnected', () => {
      this.#pid = undefined;
    });
    session.context.on('page', (page) => refuseDownloads(page));
    for (const page of session.context.pages()) refuseDownloads(page);
    this.#session = session;
    return { session, executor: session.executor({ urls, budget: BUDGET }) };
  }

  /** Refuses requests by their address alone. */
  async #routeAll({ context }: BrowserSession): Promise<void> {
    const { urls } = this.options;
    await context.route('**/*', (route) => {
      const url = route.request().url();
      return !/^https?:/.test(url) || urls.judge(url).allowed ? route.continue() : route.abort();
    });
  }

  /** All that pages load goes through it. With a list of sites the job has one of its own, which refuses all others. */
  async #guard(): Promise<string | undefined> {
    const { fetcher, urls } = this.options;
    if (!urls.hosts) return fetcher.proxyUrl();
    this.#proxy ??= new GuardProxy(urls.guard);
    return this.#proxy.address();
  }
}

/** Id of the first process of a session's browser. */
const processOf = async ({ context }: BrowserSession): Promise<number | undefined> => {
  const protocol = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await protocol?.send('SystemInfo.getProcessInfo')) ?? {};
  await protocol?.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id;
};

const refuseDownloads = (page: BrowserSession['page']): void => {
  page.on('download', (download) => {
    download.cancel().catch(() => undefined);
  });
};
