import { cautiousDialogs, type DialogPolicy } from '../dialog-policy.ts';
import type { Driver, ProtocolClient } from '../driver.ts';
import { whileHeld } from './keys.ts';
import { type FrameShape, otherOrigins } from './other-origins.ts';
import { listenToPage, type PageEvents } from './page-events.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** The part of Playwright's `Page` that is used. */
export interface PlaywrightPage extends PageEvents {
  evaluate(code: string): Promise<unknown>;
  goto(url: string, options: { waitUntil: 'commit' }): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<unknown>;
  isClosed(): boolean;
  frames(): FrameShape[];
  context(): {
    newPage(): Promise<PlaywrightPage>;
    pages(): PlaywrightPage[];
    /** In Chromium only. */
    newCDPSession?(page: never): Promise<unknown>;
  };
  readonly mouse: {
    move(x: number, y: number): Promise<void>;
    click(x: number, y: number, options: { button: 'left' | 'right'; clickCount: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  readonly keyboard: {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
    press(key: string): Promise<void>;
    type(text: string): Promise<void>;
  };
}

/** State that the tabs of one context share. */
interface Shared {
  dialogs: DialogPolicy;
  drivers: WeakMap<PlaywrightPage, Driver>;
}

/** A driver for a page of Playwright, of any of its browsers: `new AgentSession(playwright(page))`. */
export const playwright = (page: PlaywrightPage, dialogs: DialogPolicy = cautiousDialogs): Driver =>
  tab(page, { dialogs, drivers: new WeakMap() });

const tab = (page: PlaywrightPage, shared: Shared): Driver => {
  const driver = shared.drivers.get(page) ?? driverOf(page, shared);
  shared.drivers.set(page, driver);
  return driver;
};

const driverOf = (page: PlaywrightPage, shared: Shared): Driver => {
  const requests = new RequestsUnderWay();
  return {
    evaluate: (code) => page.evaluate(code),
    open: (url) => page.goto(url, { waitUntil: 'commit' }),
    atDocumentStart: (content) => page.addInitScript({ content }),
    screenshot: async () => ({ bytes: await page.screenshot(), mimeType: 'image/png' }),
    close: () => page.close(),
    isGone: () => page.isClosed(),
    pendingRequests: () => requests.count(),
    frames: () => otherOrigins(page.frames()),
    newTab: async () => tab(await page.context().newPage(), shared),
    tabs: async () =>
      page
        .context()
        .pages()
        .map((other) => tab(other, shared)),
    answerDialogs(policy) {
      shared.dialogs = policy;
    },
    input: {
      move: (x, y) => page.mouse.move(x, y),
      click: (x, y, button, clickCount, held = []) =>
        whileHeld(page.keyboard, held, () => page.mouse.click(x, y, { button, clickCount })),
      async down(x, y) {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      async up(x, y) {
        await page.mouse.move(x, y);
        await page.mouse.up();
      },
      press: (chord) => page.keyboard.press(chord),
      type: (text) => page.keyboard.type(text),
    },
    async protocol() {
      const session = await page.context().newCDPSession?.(page as never);
      if (!session) throw new Error('This browser has no DevTools protocol.');
      return session as ProtocolClient;
    },
    onEvent: (listener) =>
      listenToPage(page, listener, shared, requests, {
        popup: (popup: PlaywrightPage) => listener({ type: 'page', driver: tab(popup, shared) }),
        download: (download: { suggestedFilename(): string }) =>
          listener({ type: 'download', file: download.suggestedFilename() }),
      }),
  };
};
