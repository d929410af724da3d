import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright-core';
import {
  contextOptions,
  drivenFlags,
  endpointOf,
  isOfThisMachine,
  launchOptions,
  profileFolder,
  startSandboxed,
} from './browser-launch.ts';
import { findBrowser } from './browser-location.ts';
import { connectKept, type KeptBrowser, startKept } from './kept-browser.ts';
import { reasonOf, SessionError } from './session-error.ts';
import type { SessionSettings } from './session-settings.ts';
import { whileConnected } from './while-connected.ts';

/** The browser and the id of a context that outlives the server, so that the next server can adopt it. */
export interface KeptContext {
  /** {@link KeptBrowser.id} of its browser. */
  browser: string;
  /** The `browserContextId` of the DevTools protocol. */
  context: string;
}

/** A session's context in a browser that other sessions may use too. */
export interface BrowserShare {
  context: BrowserContext;
  browser: Browser | undefined;
  /** {@link KeptBrowser.id}; absent where the browser ends with the server. */
  kept?: string;
  /**
   * Closes the session's context, and the browser when no other session uses it. Of a browser that was connected to,
   * the connection.
   */
  release(): Promise<void>;
}

export interface BrowserPoolOptions {
  /** Address of the proxy that all requests have to take. */
  guard?: () => Promise<string>;
  /** Browsers outlive this process and end after so long (ms) without a client. Default: they end with this process. */
  keepMs?: number;
}

/** A running browser and how to end it. */
interface Running {
  browser: Browser;
  kept?: KeptBrowser;
  end(): Promise<unknown>;
}

/** A browser that several sessions use; it ends with the last of its `users`. */
interface Shared {
  running: Promise<Running>;
  users: number;
}

/** The executable, launch options and context options that a session's settings result in. */
interface Plan {
  path: string;
  launch: LaunchOptions;
  context: BrowserContextOptions;
  /** Folder of the profile. */
  profile?: string;
}

/** How long (ms) the pages of an adopted context are waited for. */
const PAGES_MS = 5_000;

const failed = (summary: string, thrown: unknown): SessionError =>
  thrown instanceof SessionError
    ? thrown
    : new SessionError('browser_failed', `${summary}: ${reasonOf(thrown)}`);

const notStarted = (path: string, thrown: unknown): SessionError => {
  const hint = /ProcessSingleton|already in use|SingletonLock|existing browser session/.test(String(thrown))
    ? 'Another browser uses this profile. Close it, or take another --profile. '
    : '';
  return failed(`${hint}${path} did not start`, thrown);
};

const ended = async (closing: Promise<unknown>): Promise<void> => {
  // Closing a browser or context that has ended already rejects: it is closed all the same.
  await closing.catch(() => undefined);
};

const asRunning = (kept: KeptBrowser): Running => ({
  browser: kept.browser,
  kept,
  end: () => kept.end(),
});

/** The default context of a kept browser, which holds the profile, with the pages that are open in it. */
const defaultContext = async (
  { browser, transport }: KeptBrowser,
  options: BrowserContextOptions,
): Promise<BrowserContext> => {
  const id = await transport.adoptDefault();
  const context = await browser.newContext(options);
  await waitForPages(context, transport.release(id));
  return context;
};

const waitForPages = async (context: BrowserContext, count: number): Promise<void> => {
  const deadline = Date.now() + PAGES_MS;
  while (context.pages().length < count && Date.now() < deadline) {
    const timeout = Math.max(1, deadline - Date.now());
    await context.waitForEvent('page', { timeout }).catch(() => undefined);
  }
};

/** @throws {SessionError} `invalid_argument` */
const contextOf = async (settings: SessionSettings): Promise<BrowserContextOptions> => {
  const { devices } = await import('playwright-core');
  const device = settings.device === undefined ? undefined : devices[settings.device];
  if (settings.device !== undefined && !device)
    throw new SessionError(
      'invalid_argument',
      `There is no device "${settings.device.slice(0, 60)}". Some: iPhone 15, iPhone 15 Pro Max, iPad Mini, Pixel 7, Galaxy S24.`,
    );
  // A device's default engine is no option of a context.
  const { defaultBrowserType: _, ...described } = device ?? {};
  return contextOptions(settings, described);
};

/** Starts browsers. Sessions with the same launch options share one, each with a context of its own. */
export class BrowserPool {
  readonly #shared = new Map<string, Shared>();

  constructor(private readonly options: BrowserPoolOptions = {}) {}

  /** @throws {SessionError} `browser_missing`, `browser_failed` or `invalid_argument` */
  async take(settings: SessionSettings): Promise<BrowserShare> {
    if (settings.connect !== undefined)
      return this.#connect(settings.connect, settings.isolated ? await contextOf(settings) : undefined);
    const plan = await this.#plan(settings);
    if (plan.profile !== undefined) return this.#takeProfile(plan, plan.profile);
    return this.#share(plan, this.#shared.get(JSON.stringify(plan.launch)), (browser) =>
      browser.newContext(plan.context),
    );
  }

  /**
   * Connects to a browser that has outlived its server and adopts the contexts of its sessions. Returns the sessions
   * whose context still exists, each with its share. Contexts of no session are disposed of.
   *
   * @throws {Error} where the browser has ended
   */
  async rejoin<Stored extends { settings: SessionSettings; context: string }>(
    id: string,
    parts: readonly Stored[],
  ): Promise<[Stored, BrowserShare][]> {
    const isProfile = parts.some(({ settings }) => settings.profile !== undefined);
    const known = new Set(parts.map(({ context }) => context));
    const kept = await connectKept(id, isProfile ? 'default' : known);
    const shares: [Stored, BrowserShare][] = [];
    const shared: Shared = { running: Promise.resolve(asRunning(kept)), users: 1 };
    let earlier: Promise<unknown> = Promise.resolve();
    const take = async (part: Stored): Promise<void> => {
      const plan = await this.#plan(part.settings);
      const adopt = async (browser: Browser): Promise<BrowserContext> => {
        if (isProfile) return defaultContext(kept, plan.context);
        const adopting = earlier.then(() => {
          kept.transport.adopt(part.context);
          return browser.newContext(plan.context);
        });
        earlier = adopting.catch(() => undefined);
        const context = await adopting;
        await waitForPages(context, kept.transport.release(part.context));
        return context;
      };
      shares.push([part, await this.#share(plan, shared, adopt)]);
    };
    await Promise.allSettled(parts.map(take));
    if (!isProfile) await disposeOthers(kept, known);
    shared.users--;
    if (shared.users === 0) await kept.end();
    return shares;
  }

  async #plan(settings: SessionSettings): Promise<Plan> {
    const context = await contextOf(settings);
    const path = findBrowser(settings.browser);
    const launch = launchOptions(path, settings, await this.options.guard?.());
    // Where Playwright has not started the browser, it takes a proxy's password from the options of the context.
    if (this.#keeps && launch.proxy) context.proxy = launch.proxy;
    return {
      path,
      launch,
      context,
      ...(settings.profile !== undefined && { profile: profileFolder(settings.profile) }),
    };
  }

  get #keeps(): boolean {
    return this.options.keepMs !== undefined;
  }

  async #takeProfile({ path, launch, context: options }: Plan, folder: string): Promise<BrowserShare> {
    const { storageState, ...rest } = options;
    try {
      const share = await (this.#keeps
        ? this.#keepProfile(launch, rest, folder)
        : this.#startProfile(launch, rest, folder));
      if (storageState !== undefined && typeof storageState !== 'string')
        await share.context.addCookies(storageState.cookies);
      return share;
    } catch (thrown) {
      throw notStarted(path, thrown);
    }
  }

  async #startProfile(launch: LaunchOptions, options: object, folder: string): Promise<BrowserShare> {
    const { chromium } = await import('playwright-core');
    const context = await startSandboxed(launch, (one) =>
      chromium.launchPersistentContext(folder, { ...one, ...options }),
    );
    return {
      context,
      browser: context.browser() ?? undefined,
      release: () => ended(context.close()),
    };
  }

  async #keepProfile(launch: LaunchOptions, options: object, profile: string): Promise<BrowserShare> {
    const kept = await this.#keep(launch, profile);
    const context = await defaultContext(kept, options);
    return {
      context,
      browser: kept.browser,
      kept: kept.id,
      release: () => ended(kept.end()),
    };
  }

  #keep(launch: LaunchOptions, profile?: string): Promise<KeptBrowser> {
    return startSandboxed(launch, (one) =>
      startKept(
        {
          path: String(one.executablePath),
          args: drivenFlags(one),
          ...(profile !== undefined && { profile }),
        },
        this.options.keepMs ?? 0,
      ),
    );
  }

  async #start(launch: LaunchOptions): Promise<Running> {
    if (this.#keeps) return asRunning(await this.#keep(launch));
    const { chromium } = await import('playwright-core');
    const browser = await startSandboxed(launch, (one) => chromium.launch(one));
    return { browser, end: () => browser.close() };
  }

  async #share(
    { path, launch }: Plan,
    known: Shared | undefined,
    enter: (browser: Browser) => Promise<BrowserContext>,
  ): Promise<BrowserShare> {
    const key = JSON.stringify(launch);
    const mine = known ?? { running: this.#start(launch), users: 0 };
    if (this.#shared.get(key) !== mine) this.#add(key, mine);
    mine.users++;
    const leave = async (): Promise<void> => {
      mine.users--;
      if (mine.users > 0) return;
      if (this.#shared.get(key) === mine) this.#shared.delete(key);
      const running = await mine.running.catch(() => undefined);
      if (running) await ended(running.end());
    };
    try {
      const { browser, kept } = await mine.running;
      const context = await whileConnected(browser, enter(browser));
      return {
        context,
        browser,
        ...(kept && { kept: kept.id }),
        async release() {
          await ended(whileConnected(browser, context.close()));
          await leave();
        },
      };
    } catch (thrown) {
      await leave();
      throw failed(`${path} did not start`, thrown);
    }
  }

  #add(key: string, mine: Shared): void {
    this.#shared.set(key, mine);
    const forget = (): void => {
      if (this.#shared.get(key) === mine) this.#shared.delete(key);
    };
    mine.running.then(({ browser }) => browser.on('disconnected', forget), forget);
  }

  /**
   * @param own options of a new context; absent: the browser's first context is used. Only a browser of this machine
   * can reach the guard's proxy.
   */
  async #connect(connect: string, own?: BrowserContextOptions): Promise<BrowserShare> {
    const { chromium } = await import('playwright-core');
    const endpoint = endpointOf(connect);
    const browser = await chromium.connectOverCDP(endpoint, { timeout: 15_000 }).catch((thrown) => {
      throw failed(
        `No browser answers at ${endpoint}. Start one with --remote-debugging-port=9222 and give that port`,
        thrown,
      );
    });
    const guard = isOfThisMachine(endpoint) ? await this.options.guard?.() : undefined;
    const context = own
      ? await browser.newContext({ ...own, ...(guard && { proxy: { server: guard } }) })
      : (browser.contexts()[0] ?? (await browser.newContext()));
    return {
      context,
      browser,
      async release() {
        // The browser's own context stays open: it belongs to whoever started the browser.
        if (own) await ended(context.close());
        await ended(browser.close());
      },
    };
  }
}

/** Disposes of contexts that no session uses: the server was killed while it created or disposed of them. */
const disposeOthers = async ({ browser }: KeptBrowser, known: ReadonlySet<string>): Promise<void> => {
  const cdp = await browser.newBrowserCDPSession();
  const { browserContextIds } = await cdp.send('Target.getBrowserContexts');
  for (const browserContextId of browserContextIds)
    if (!known.has(browserContextId))
      await cdp.send('Target.disposeBrowserContext', { browserContextId }).catch(() => undefined);
  await cdp.detach();
};
