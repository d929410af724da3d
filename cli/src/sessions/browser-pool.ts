import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import {
  contextOptions,
  endpointOf,
  isOfThisMachine,
  launchOptions,
  profileFolder,
  startSandboxed,
} from './browser-launch.ts';
import { findBrowser } from './browser-location.ts';
import { reasonOf, SessionError } from './session-error.ts';
import type { SessionSettings } from './session-settings.ts';

/** The part of a browser that is one session's. */
export interface BrowserShare {
  context: BrowserContext;
  browser: Browser | undefined;
  /** Ends this session's part; the browser with it when nobody else uses it. */
  release(): Promise<void>;
}

interface Shared {
  browser: Promise<Browser>;
  users: number;
}

const failed = (what: string, thrown: unknown): SessionError =>
  thrown instanceof SessionError
    ? thrown
    : new SessionError('browser_failed', `${what}: ${reasonOf(thrown)}`);

const ended = async (closing: Promise<unknown>): Promise<void> => {
  // What has ended already is as good as closed.
  await closing.catch(() => undefined);
};

/** Starts browsers; sessions with the same settings share one, each with a context of its own. */
export class BrowserPool {
  readonly #shared = new Map<string, Shared>();

  /** @param guard address of the proxy that all requests have to take */
  constructor(private readonly guard?: () => Promise<string>) {}

  /** @throws {SessionError} `browser_missing`, `browser_failed` or `invalid_argument` */
  async take(settings: SessionSettings): Promise<BrowserShare> {
    const { chromium, devices } = await import('playwright-core');
    const device = settings.device === undefined ? undefined : devices[settings.device];
    if (settings.device !== undefined && !device)
      throw new SessionError(
        'invalid_argument',
        `There is no device "${settings.device.slice(0, 60)}". Some: iPhone 15, iPhone 15 Pro Max, iPad Mini, Pixel 7, Galaxy S24.`,
      );
    // How Playwright's own browser is called; contexts don't take it.
    const { defaultBrowserType: _, ...described } = device ?? {};
    const options = contextOptions(settings, described);
    if (settings.connect !== undefined)
      return this.#connect(settings.connect, settings.isolated ? options : undefined);
    const path = findBrowser(settings.browser);
    const guard = await this.guard?.();
    const launch = launchOptions(path, settings, guard);
    if (settings.profile !== undefined) {
      const folder = profileFolder(settings.profile);
      const { storageState, ...rest } = options;
      const context = await startSandboxed(launch, (one) =>
        chromium.launchPersistentContext(folder, { ...one, ...rest }),
      ).catch((thrown) => {
        const hint = /ProcessSingleton|already in use|SingletonLock/.test(String(thrown))
          ? 'Another browser uses this profile. Close it, or take another --profile. '
          : '';
        throw failed(`${hint}${path} did not start`, thrown);
      });
      if (storageState !== undefined && typeof storageState !== 'string')
        await context.addCookies(storageState.cookies);
      return {
        context,
        browser: context.browser() ?? undefined,
        release: () => ended(context.close()),
      };
    }
    return this.#share(
      JSON.stringify(launch),
      () => startSandboxed(launch, (one) => chromium.launch(one)),
      options,
      path,
    );
  }

  async #share(
    key: string,
    start: () => Promise<Browser>,
    options: ReturnType<typeof contextOptions>,
    path: string,
  ): Promise<BrowserShare> {
    let shared = this.#shared.get(key);
    if (!shared) {
      const mine: Shared = { browser: start(), users: 0 };
      shared = mine;
      this.#shared.set(key, mine);
      const forget = (): void => {
        if (this.#shared.get(key) === mine) this.#shared.delete(key);
      };
      mine.browser.then((browser) => browser.on('disconnected', forget), forget);
    }
    const mine = shared;
    mine.users++;
    const leave = async (): Promise<void> => {
      mine.users--;
      if (mine.users > 0) return;
      if (this.#shared.get(key) === mine) this.#shared.delete(key);
      const browser = await mine.browser.catch(() => undefined);
      if (browser) await ended(browser.close());
    };
    try {
      const browser = await mine.browser;
      const context = await browser.newContext(options);
      return {
        context,
        browser,
        async release() {
          await ended(context.close());
          await leave();
        },
      };
    } catch (thrown) {
      await leave();
      throw failed(`${path} did not start`, thrown);
    }
  }

  /** @param own makes a context of its own; a browser of this machine takes the guard in it */
  async #connect(connect: string, own?: BrowserContextOptions): Promise<BrowserShare> {
    const { chromium } = await import('playwright-core');
    const endpoint = endpointOf(connect);
    const browser = await chromium.connectOverCDP(endpoint, { timeout: 15_000 }).catch((thrown) => {
      throw failed(
        `No browser answers at ${endpoint}. Start one with --remote-debugging-port=9222 and give that port`,
        thrown,
      );
    });
    const guard = isOfThisMachine(endpoint) ? await this.guard?.() : undefined;
    const context = own
      ? await browser.newContext({ ...own, ...(guard && { proxy: { server: guard } }) })
      : (browser.contexts()[0] ?? (await browser.newContext()));
    return {
      context,
      browser,
      async release() {
        // What is the browser's own stays in it.
        if (own) await ended(context.close());
        await ended(browser.close());
      },
    };
  }
}
