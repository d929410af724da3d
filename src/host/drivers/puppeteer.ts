import { cautiousDialogs, type DialogPolicy } from '../dialog-policy.ts';
import type { Driver, ProtocolClient } from '../driver.ts';
import { whileHeld } from './keys.ts';
import { type FrameShape, otherOrigins } from './other-origins.ts';
import { listenToPage, type PageEvents } from './page-events.ts';
import { RequestsUnderWay } from './requests-under-way.ts';

/** The part of Puppeteer's `Page` that is used. Keys are typed `never`, since Puppeteer declares a type of its own for them. */
export interface PuppeteerPage extends PageEvents {
  evaluate(code: string): Promise<unknown>;
  goto(url: string, options: { waitUntil: 'domcontentloaded' }): Promise<unknown>;
  evaluateOnNewDocument(code: string): Promise<unknown>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<unknown>;
  isClosed(): boolean;
  /** Needed since pages of a browser that has ended don't count as closed. */
  browser(): { readonly connected: boolean };
  frames(): FrameShape[];
  browserContext(): { newPage(): Promise<PuppeteerPage> };
  /** A session of the DevTools protocol, in Chromium only. */
  createCDPSession?(): Promise<unknown>;
  readonly mouse: {
    move(x: number, y: number): Promise<void>;
    click(x: number, y: number, options: { button: 'left' | 'right'; count: number }): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  readonly keyboard: {
    down(key: never): Promise<void>;
    up(key: never): Promise<void>;
    press(key: never): Promise<void>;
    type(text: string): Promise<void>;
  };
}

/** A driver for a page of Puppeteer, of Chromium or Firefox: `new AgentSession(puppeteer(page))`. */
export const puppeteer = (page: PuppeteerPage, dialogs: DialogPolicy = cautiousDialogs): Driver =>
  driverOf(page, { dialogs });

/** @param shared state of this tab and of all tabs opened from it */
const driverOf = (page: PuppeteerPage, shared: { dialogs: DialogPolicy }): Driver => {
  const requests = new RequestsUnderWay();
  return {
    evaluate: (code) => page.evaluate(code),
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    atDocumentStart: (code) => page.evaluateOnNewDocument(code),
    screenshot: async () => ({ bytes: await page.screenshot(), mimeType: 'image/png' }),
    close: () => page.close(),
    isGone: () => page.isClosed() || page.browser().connected === false,
    pendingRequests: () => requests.count(),
    frames: () => otherOrigins(page.frames()),
    newTab: async () => driverOf(await page.browserContext().newPage(), shared),
    answerDialogs(policy) {
      shared.dialogs = policy;
    },
    input: {
      move: (x, y) => page.mouse.move(x, y),
      click: (x, y, button, count, held = []) =>
        whileHeld(page.keyboard, held, () => page.mouse.click(x, y, { button, count })),
      async down(x, y) {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      async up(x, y) {
        await page.mouse.move(x, y);
        await page.mouse.up();
      },
      press(chord) {
        const held = chord.split(/\+(?!$)/);
        const key = held.pop() as never;
        return whileHeld(page.keyboard, held, () => page.keyboard.press(key));
      },
      type: (text) => page.keyboard.type(text),
    },
    async protocol() {
      const session = await page.createCDPSession?.();
      if (!session) throw new Error('This browser has no DevTools protocol.');
      return session as ProtocolClient;
    },
    onEvent: (listener) =>
      listenToPage(page, listener, shared, requests, {
        popup: (popup: PuppeteerPage | null) =>
          listener({ type: 'page', ...(popup && { driver: driverOf(popup, shared) }) }),
      }),
  };
};
