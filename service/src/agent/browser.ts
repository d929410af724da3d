import { GuardProxy } from '../../../cli/src/guard/guard-proxy.ts';
import { type BrowserSession, SessionManager } from '../../../cli/src/sessions/index.ts';
import type { ToolAnswer, ToolExecutor } from '../../../src/host/index.ts';
import type { Fetcher, Settings } from '../contract/index.ts';
import type { Slots } from '../fetch/slots.ts';
import type { JobUrls } from './job-urls.ts';
import type { Permission } from './permissions.ts';

/** Most tabs that one agent may have open. */
const TABS = 8;
/** Longest time of one tool call (ms). */
const CALL_MS = 60_000;

/** Steps and credits limit the calls of an agent, so this budget only cuts each answer, to what one step should read. */
const BUDGET = { maxCalls: 10_000, maxCharsTotal: Number.POSITIVE_INFINITY, maxCharsPerCall: 14_000 };

const isRemote = (browser: string | undefined): boolean => /^(?:wss?|https?):\/\//.test(browser ?? '');

export interface JobBrowserOptions {
  settings: Settings;
  fetcher: Fetcher;
  urls: JobUrls;
  permission: Permission;
  /** Limits how many browsers of agents this worker runs at once. */
  slots: Slots;
  signal: AbortSignal;
}

/** The browser of one job: a process and profile of its own, started by the first call that needs it, closed with the job. */
export class JobBrowser {
  #opening: Promise<{ session: BrowserSession; executor: ToolExecutor }> | undefined;
  #manager: SessionManager | undefined;
  #proxy: GuardProxy | undefined;
  #isClosed = false;
  #leave: (() => void) | undefined;
  #session: BrowserSession | undefined;
  #pid: number | undefined;

  constructor(private readonly options: JobBrowserOptions) {}

  /** URL of the current page; empty before a page was opened. */
  get url(): string {
    return this.#session?.page.url() ?? '';
  }

  /** Executes one tool call of the model. Without permission `submit`, a click only opens the target of a link. */
  async execute(name: string, input: unknown): Promise<ToolAnswer> {
    const { session, executor } = await this.#open();
    const { permission, signal } = this.options;
    return session.run(async () => {
      if (name !== 'web_click' || permission === 'submit') return executor.execute(name, input, signal);
      const linkUrl = await this.#linkOf(session, input);
      return linkUrl === undefined
        ? { text: 'Only links may be clicked here, and this is none.', isError: true }
        : executor.execute('web_open', { url: linkUrl }, signal);
    });
  }

  /** Opens a URL and reads the main content of the page as Markdown. */
  async read(url: string): Promise<ToolAnswer> {
    const opened = await this.execute('web_open', { url });
    return opened.isError ? opened : this.execute('web_read', { urls: true });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // A browser that is still starting is waited for, so that it is closed too.
    await this.#opening?.catch(() => undefined);
    this.#kill();
    await this.#manager?.end();
    await this.#proxy?.close();
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Kills the browser of a cancelled job, instead of waiting for its orderly end. */
  #kill(): void {
    const pid = this.#pid;
    if (pid === undefined || !this.options.signal.aborted) return;
    try {
      // The negative id ends the whole process group, which the browser's first process leads.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already, or it leads no process group: then `close` ends it in the orderly way.
    }
  }

  /** The URL that the link at the ref of a call leads to; undefined where the ref is no link. */
  async #linkOf(session: BrowserSession, input: unknown): Promise<string | undefined> {
    const { ref } = (input ?? {}) as { ref?: unknown };
    const answer = await session.agent.query(String(ref ?? ''), 'attrs');
    const value = answer.ok && 'value' in answer.result ? answer.result.value : undefined;
    const href = (value as Record<string, string> | undefined)?.href;
    if (href === undefined) return undefined;
    return URL.canParse(href, this.url) ? new URL(href, this.url).href : undefined;
  }

  async #open(): Promise<{ session: BrowserSession; executor: ToolExecutor }> {
    if (this.#session && this.#session.state !== 'open') {
      // The browser has crashed or was closed: its session, routes and listeners are gone, so a new one is started.
      await this.#session.close();
      this.#session = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#start();
    // After a failed start the next call tries again.
    this.#opening.catch(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #start(): Promise<{ session: BrowserSession; executor: ToolExecutor }> {
    const { settings, urls, permission, slots, signal } = this.options;
    this.#leave ??= await slots.take(signal);
    const guard = await this.#guard();
    this.#manager ??= new SessionManager({
      limits: { maxSessions: 1, maxTabs: TABS, idleMs: 0, callMs: CALL_MS },
      ...(guard !== undefined && { guard: async () => guard }),
    });
    const session = await this.#manager.open('agent', {
      headless: true,
      userAgent: settings.userAgent,
      // A line feed that the browser itself types is a key press of Enter, which submits a form; one by script is not.
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
    // A remote browser cannot reach the guard's proxy on this machine: its requests are checked by a route instead.
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

  /** Aborts requests whose URL is not allowed. Only the URL is checked: the browser resolves the host name itself. */
  async #routeAll({ context }: BrowserSession): Promise<void> {
    const { urls } = this.options;
    await context.route('**/*', (route) => {
      const url = route.request().url();
      return !/^https?:/.test(url) || urls.judge(url).allowed ? route.continue() : route.abort();
    });
  }

  /**
   * The URL of the proxy that all requests of the browser go through. A job that is constrained to sites has a proxy of
   * its own, which refuses all other hosts.
   */
  async #guard(): Promise<string | undefined> {
    const { fetcher, urls } = this.options;
    if (!urls.hosts) return fetcher.proxyUrl();
    this.#proxy ??= new GuardProxy(urls.guard);
    return this.#proxy.address();
  }
}

/** Process id of the main process of a session's browser. */
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
