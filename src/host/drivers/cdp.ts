import { answerDialog, cautiousDialogs, type DialogPolicy } from '../dialog-policy.ts';
import type { Driver, TrustedInput } from '../driver.ts';
import { chordOf, type NamedKey, namedKey } from './keys.ts';

/** A session of the Chrome DevTools Protocol with one page. */
export interface CdpClient {
  send(method: string, params?: Record<string, unknown>): Promise<unknown>;
  /** `(event: string, listener: (params) => void)`. Clients have generics of their own here: looked at at run time. */
  on?(event: never, listener: never): unknown;
}

type Params = Record<string, unknown>;

/** What is used of a WebSocket: the browser's, Node's and `ws`'s all have it. */
export interface SocketLike {
  send(text: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', listener: () => void): void;
}

/**
 * The protocol over a socket that is open: that of a page (`webSocketDebuggerUrl` in `/json/list`), or with `sessionId`
 * that of a browser, which has attached to the page (`Target.attachToTarget` with `flatten`).
 */
export const cdpOverSocket = (socket: SocketLike, sessionId?: string): CdpClient => {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(reason: Error): void }>();
  const listeners = new Map<string, ((params: Params) => void)[]>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      sessionId?: string;
      method?: string;
      params?: Record<string, unknown>;
      result?: unknown;
      error?: { message: string };
    };
    if (sessionId !== undefined && message.sessionId !== sessionId) return;
    const call = message.id === undefined ? undefined : waiting.get(message.id);
    if (call) {
      waiting.delete(message.id as number);
      if (message.error) call.reject(new Error(message.error.message));
      else call.resolve(message.result);
    } else if (message.method) {
      for (const listener of listeners.get(message.method) ?? []) listener(message.params ?? {});
    }
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser is gone.'));
    waiting.clear();
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      }),
    on: (event: string, listener: (params: Params) => void) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
  };
};

const trustedInput = (client: CdpClient): TrustedInput => {
  let at = { x: 0, y: 0 };
  const mouse = (type: string, more: Record<string, unknown> = {}): Promise<unknown> =>
    client.send('Input.dispatchMouseEvent', { type, ...at, ...more });
  const key = (type: 'keyDown' | 'keyUp', { key, code, keyCode, text }: NamedKey, modifiers: number) => {
    // A chord types nothing.
    const typed = type === 'keyDown' && text !== undefined && (modifiers & ~8) === 0 ? { text } : {};
    const how = type === 'keyDown' && !('text' in typed) ? 'rawKeyDown' : type;
    const params = { type: how, key, code, windowsVirtualKeyCode: keyCode, modifiers, ...typed };
    return client.send('Input.dispatchKeyEvent', params);
  };
  return {
    move(x, y) {
      at = { x, y };
      return mouse('mouseMoved');
    },
    async click(x, y, button, times) {
      at = { x, y };
      await mouse('mouseMoved');
      for (let clickCount = 1; clickCount <= times; clickCount++) {
        await mouse('mousePressed', { button, clickCount, buttons: button === 'left' ? 1 : 2 });
        await mouse('mouseReleased', { button, clickCount });
      }
    },
    async press(chord) {
      const { held, key: last } = chordOf(chord);
      let modifiers = 0;
      for (const one of held) {
        modifiers |= one.modifier ?? 0;
        await key('keyDown', one, modifiers);
      }
      await key('keyDown', last, modifiers);
      await key('keyUp', last, modifiers);
      for (const one of held.reverse()) {
        modifiers &= ~(one.modifier ?? 0);
        await key('keyUp', one, modifiers);
      }
    },
    async type(text) {
      for (const character of text) {
        const named = namedKey(character === '\n' ? 'Enter' : character);
        // No key of the US layout: as an input method writes it.
        if (named.keyCode === 0) await client.send('Input.insertText', { text: character });
        else {
          await key('keyDown', named, 0);
          await key('keyUp', named, 0);
        }
      }
    },
  };
};

/**
 * A page of Chrome, Edge, Android's WebView or Electron over the DevTools protocol: any client that sends its methods,
 * such as {@link cdpOverSocket}. Nobody else may answer the page's dialogs (Playwright does, in pages that it holds):
 * the second answer to one is taken for the answer to the next, and a confirmation may be accepted.
 */
export const cdp = (client: CdpClient, dialogs: DialogPolicy = cautiousDialogs): Driver => {
  let policy = dialogs;
  return {
    async evaluate(expression) {
      const answer = (await client.send('Runtime.evaluate', { expression, returnByValue: true })) as {
        result?: { value?: unknown };
        exceptionDetails?: { text?: string; exception?: { description?: string } };
      };
      const thrown = answer.exceptionDetails;
      if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
      return answer.result?.value;
    },
    async open(url) {
      const { errorText } = (await client.send('Page.navigate', { url })) as { errorText?: string };
      if (errorText) throw new Error(errorText);
    },
    async atDocumentStart(source) {
      // Without it scripts are kept, and not run.
      await client.send('Page.enable');
      await client.send('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async screenshot() {
      const { data } = (await client.send('Page.captureScreenshot', { format: 'png' })) as { data: string };
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      return { bytes, mimeType: 'image/png' };
    },
    close: () => client.send('Page.close'),
    answerDialogs(next) {
      policy = next;
    },
    input: trustedInput(client),
    protocol: async () => client,
    onEvent(listener) {
      let isHeard = true;
      const on = (event: string, heard: (params: Params) => void): unknown =>
        client.on?.(event as never, ((params: Params) => isHeard && heard(params)) as never);
      on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
        const seen = answerDialog(policy, String(type), String(message), String(defaultPrompt ?? ''));
        listener({ type: 'dialog', dialog: seen });
        const { accept, text } = seen.answer;
        const answer = { accept, ...(text !== undefined && { promptText: text }) };
        client.send('Page.handleJavaScriptDialog', answer).catch(() => undefined);
      });
      on('Page.windowOpen', () => listener({ type: 'page' }));
      on('Page.downloadWillBegin', ({ suggestedFilename }) =>
        listener({ type: 'download', file: String(suggestedFilename) }),
      );
      if (client.on) client.send('Page.enable').catch(() => undefined);
      return () => {
        isHeard = false;
      };
    },
  };
};
