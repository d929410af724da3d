import type { Driver, DriverEvent } from '../driver.ts';
import { chordOf, namedKey } from './keys.ts';

/** A chain of WebDriver actions, as in `selenium-webdriver`. */
interface Actions {
  move(to: { x: number; y: number; duration: number }): Actions;
  press(button: never): Actions;
  release(button: never): Actions;
  keyDown(key: string): Actions;
  keyUp(key: string): Actions;
  perform(): Promise<void>;
}

/** The part of a WebDriver client (`selenium-webdriver`) that is used: Firefox, WebKitGTK, Safari, Chrome. */
export interface WebDriverLike {
  executeScript(code: string): Promise<unknown>;
  get(url: string): Promise<unknown>;
  takeScreenshot(): Promise<string>;
  close(): Promise<unknown>;
  actions(): unknown;
  getWindowHandle(): Promise<string>;
  getAllWindowHandles(): Promise<string[]>;
  switchTo(): {
    window(handle: string): Promise<unknown>;
    newWindow(kind: 'tab' | 'window'): Promise<unknown>;
  };
}

/** Characters of keys alone, and with Shift. WebKitGTK's driver takes any other character for the key that it is on. */
const KEYCAP = /^[a-z\d ]$/;
const LETTER = /^[A-Z ]$/;

const BUTTONS = { left: 0, right: 2 } as const;

/** The windows of a client. Its calls go to the window that it was last switched to. */
interface Windows {
  client: WebDriverLike;
  drivers: Map<string, Driver>;
  current: string | undefined;
}

/**
 * A driver for a window of a WebDriver client: `new AgentSession(webdriver(driver))`. New windows are looked for at the end
 * of each call, since WebDriver does not report them.
 */
export const webdriver = (client: WebDriverLike): Driver =>
  driverOf({ client, drivers: new Map(), current: undefined });

/** @param handle handle of the window; default: the window that the client is in at the first call */
const driverOf = (windows: Windows, handle?: string): Driver => {
  const { client, drivers } = windows;
  const listeners = new Set<(event: DriverEvent) => void>();
  let own = handle;
  let isGone = false;
  const at = async (): Promise<WebDriverLike> => {
    if (own === undefined) {
      own = await client.getWindowHandle();
      windows.current = own;
      drivers.set(own, driver);
      // Windows that exist already are not reported as opened.
      for (const existing of await client.getAllWindowHandles())
        if (!drivers.has(existing)) drivers.set(existing, driverOf(windows, existing));
    }
    if (windows.current !== own) {
      windows.current = undefined;
      await client.switchTo().window(own);
      windows.current = own;
    }
    return client;
  };
  /** Runs `work` in this window; its error tells if the window has closed. */
  const inWindow = async <T>(work: (client: WebDriverLike) => Promise<T>): Promise<T> => {
    try {
      return await work(await at());
    } catch (reason) {
      if ((reason as Error | undefined)?.name === 'NoSuchWindowError') isGone = true;
      throw reason;
    }
  };
  const actions = (current: WebDriverLike): Actions => current.actions() as Actions;
  // The protocol takes whole pixels only.
  const moveTo = (current: WebDriverLike, x: number, y: number): Actions =>
    actions(current).move({ x: Math.round(x), y: Math.round(y), duration: 0 });
  const mouse = (x: number, y: number, how: (chain: Actions) => Actions): Promise<void> =>
    inWindow((current) => how(moveTo(current, x, y)).perform());
  const driver: Driver = {
    evaluate: (code) => inWindow((current) => current.executeScript(`return ${code}`)),
    // Without `return`: a line break behind it would end the statement.
    inject: (script) => inWindow((current) => current.executeScript(script)),
    open: (url) => inWindow((current) => current.get(url)),
    async screenshot() {
      const picture = await inWindow((current) => current.takeScreenshot());
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      return { bytes, mimeType: 'image/png' };
    },
    async close() {
      await inWindow((current) => current.close());
      isGone = true;
      windows.current = undefined;
    },
    isGone: () => isGone,
    async newTab() {
      await inWindow((current) => current.switchTo().newWindow('tab'));
      const made = await client.getWindowHandle();
      windows.current = made;
      const opened = driverOf(windows, made);
      drivers.set(made, opened);
      return opened;
    },
    async tabs() {
      await driver.look?.();
      return [...drivers.values()];
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async look() {
      await at().catch(() => undefined);
      const there = await client.getAllWindowHandles();
      isGone ||= own !== undefined && !there.includes(own);
      for (const one of drivers.keys()) if (!there.includes(one)) drivers.delete(one);
      for (const one of there) {
        if (drivers.has(one)) continue;
        const opened = driverOf(windows, one);
        drivers.set(one, opened);
        for (const listener of listeners) listener({ type: 'page', driver: opened });
      }
    },
    input: {
      move: (x, y) => mouse(x, y, (chain) => chain),
      click: (x, y, button, times, held = []) =>
        mouse(x, y, (chain) => {
          const keys = held.map((name) => namedKey(name).webdriver);
          let all = keys.reduce((keyChain, one) => keyChain.keyDown(one), chain);
          // All clicks in one chain: Firefox counts clicks within a chain.
          for (let count = 1; count <= times; count++)
            all = all.press(BUTTONS[button] as never).release(BUTTONS[button] as never);
          return keys.reverse().reduce((keyChain, one) => keyChain.keyUp(one), all);
        }),
      down: (x, y) => mouse(x, y, (chain) => chain.press(BUTTONS.left as never)),
      up: (x, y) => mouse(x, y, (chain) => chain.release(BUTTONS.left as never)),
      press: (chord) =>
        inWindow((current) => {
          const { held, key } = chordOf(chord);
          const isShifted = held.some((one) => one.key === 'Shift');
          if (key.text !== undefined && !(isShifted ? LETTER : KEYCAP).test(key.key) && key.key !== 'Enter')
            throw new Error(`Not every driver types ${key.key}.`);
          let chain = actions(current);
          for (const one of held) chain = chain.keyDown(one.webdriver);
          chain = chain.keyDown(key.webdriver).keyUp(key.webdriver);
          for (const one of held.reverse()) chain = chain.keyUp(one.webdriver);
          return chain.perform();
        }),
      // No `type`: WebKitGTK's driver knows the keys of lower-case Latin letters only.
    },
  };
  return driver;
};
