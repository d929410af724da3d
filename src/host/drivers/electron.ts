import type { Driver } from '../driver.ts';
import { chordOf } from './keys.ts';

/** The part of Electron's `webContents` that is used. */
export interface WebContentsLike {
  executeJavaScript(code: string): Promise<unknown>;
  loadURL(url: string): Promise<void>;
  capturePage(): Promise<{ toPNG(): Uint8Array }>;
  close(): void;
  sendInputEvent(event: never): void;
  insertText(text: string): Promise<void>;
  /** The DevTools protocol; only one client may be attached at a time. */
  readonly debugger?: {
    isAttached(): boolean;
    attach(version: string): void;
    sendCommand(method: string, params?: Record<string, unknown>): Promise<unknown>;
  };
  on(event: 'did-create-window', listener: (window: { webContents: WebContentsLike }) => void): unknown;
}

/** Electron's name of a key, where it differs from the web's. */
const keyCode = (key: string): string => key.replace(/^Arrow/, '').replace(/^ $/, 'Space');

const pixel = (x: number, y: number): { x: number; y: number } => ({ x: Math.round(x), y: Math.round(y) });

/** A driver for the `webContents` of a window or a view, in the main process: `new AgentSession(electron(window.webContents))`. */
export const electron = (contents: WebContentsLike): Driver => {
  let isDown = false;
  const send = async (event: Record<string, unknown>): Promise<void> =>
    contents.sendInputEvent(event as never);
  const move = (x: number, y: number): Promise<void> =>
    send({ type: 'mouseMove', ...pixel(x, y), modifiers: isDown ? ['leftbuttondown'] : [] });
  return {
    evaluate: (code) => contents.executeJavaScript(code),
    open: (url) => contents.loadURL(url),
    screenshot: async () => ({ bytes: (await contents.capturePage()).toPNG(), mimeType: 'image/png' }),
    close: async () => contents.close(),
    input: {
      move,
      async click(x, y, button, times, held = []) {
        const modifiers = held.map((name) => name.toLowerCase());
        await move(x, y);
        for (let clickCount = 1; clickCount <= times; clickCount++) {
          await send({ type: 'mouseDown', ...pixel(x, y), button, clickCount, modifiers });
          await send({ type: 'mouseUp', ...pixel(x, y), button, clickCount, modifiers });
        }
      },
      async down(x, y) {
        await move(x, y);
        isDown = true;
        await send({ type: 'mouseDown', ...pixel(x, y), button: 'left', clickCount: 1 });
      },
      async up(x, y) {
        await move(x, y);
        isDown = false;
        await send({ type: 'mouseUp', ...pixel(x, y), button: 'left', clickCount: 1 });
      },
      async press(chord) {
        const { held, key } = chordOf(chord);
        const modifiers = held.map((heldKey) => heldKey.key.toLowerCase());
        const code = { keyCode: keyCode(key.key), modifiers };
        await send({ type: 'keyDown', ...code });
        if (key.text !== undefined && modifiers.length === 0) await send({ type: 'char', ...code });
        await send({ type: 'keyUp', ...code });
      },
      type: (text) => contents.insertText(text),
    },
    async protocol() {
      const { debugger: client } = contents;
      if (!client) throw new Error('These contents have no debugger.');
      if (!client.isAttached()) client.attach('1.3');
      return { send: (method, params) => client.sendCommand(method, params) };
    },
    onEvent(listener) {
      let isHeard = true;
      contents.on('did-create-window', ({ webContents }) => {
        if (isHeard) listener({ type: 'page', driver: electron(webContents) });
      });
      return () => {
        isHeard = false;
      };
    },
  };
};
