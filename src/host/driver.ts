/** A picture of what is seen. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** What a page asked with a function that blocks it, and what it was answered. */
export interface DialogSeen {
  kind: DialogKind;
  /** What the page said, at most 500 characters. */
  message: string;
  answer: DialogAnswer;
}

export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

export interface DialogAnswer {
  accept: boolean;
  /** What a prompt gets. */
  text?: string;
}

/** What a driver tells of by itself, as it happens. */
export type DriverEvent =
  /** A tab or window that the page has opened. Without a `driver` for it a session can't go there. */
  | { type: 'page'; driver?: Driver }
  | { type: 'dialog'; dialog: DialogSeen }
  | { type: 'download'; file: string };

/** Mouse and keys of the browser itself: what they do is trusted. Points are CSS px of the top viewport. */
export interface TrustedInput {
  move(x: number, y: number): Promise<unknown>;
  /** Moves there and presses, `times` in a row: 2 is a double click. `held`: `Shift`, `Control`, `Alt`, `Meta`. */
  click(
    x: number,
    y: number,
    button: 'left' | 'right',
    times: number,
    held?: readonly string[],
  ): Promise<unknown>;
  /** Moves there, presses the left button and keeps it down. Without it the script drags. */
  down?(x: number, y: number): Promise<unknown>;
  /** Moves there and lets the left button go. */
  up?(x: number, y: number): Promise<unknown>;
  /** Presses and releases a key or chord, by the web's names of keys: `Enter`, `Control+a`. */
  press(chord: string): Promise<unknown>;
  /** Types a text into what has the focus. Without it the script does. */
  type?(text: string): Promise<unknown>;
}

/** A document in a frame of another origin. */
export interface FrameDriver {
  /** `https://pay.example` */
  origin: string;
  /** As {@link Driver.evaluate}, in the frame. */
  evaluate(code: string): Promise<unknown>;
}

/** Sends methods of the Chrome DevTools Protocol to the tab. */
export interface ProtocolClient {
  send(method: string, params?: Record<string, unknown>): Promise<unknown>;
}

/** One call into the page for a driver that can't evaluate text. */
export interface PageCall {
  /** Of the script; with another one in the page the answer is `agent_missing`. */
  version: string;
  /** `document` asks for `window.__agentBrowser.document`; any other is for `window.__agentBrowser.json`. */
  verb: string;
  args: readonly unknown[];
}

/**
 * One tab, as a session needs it. Only {@link Driver.evaluate} must be there; what else a browser can do makes a
 * session better. Nothing here is called twice at once but `onEvent`'s listener.
 */
export interface Driver {
  /**
   * Evaluates an expression in the main frame of the tab, in the page's own world, and gives what it comes to: a string
   * (or its JSON encoding, as `WebView.evaluateJavascript` does), anything else where it comes to nothing. May reject.
   */
  evaluate(code: string): Promise<unknown>;
  /** In the place of `evaluate`, where text can't be evaluated: {@link callInPage} with these arguments. */
  call?(call: PageCall): Promise<unknown>;
  /** In the place of `evaluate`, for the script or a part of it (`file`: its name in the package's `dist`). */
  inject?(script: string, file: string): Promise<unknown>;
  /** Puts a script into every document of the tab, frames included, before the page's own. */
  atDocumentStart?(script: string): Promise<unknown>;
  /** Loads an address; need not wait for it. Default: the page navigates itself. */
  open?(url: string): Promise<unknown>;
  /** The frames of another origin than the document around them that are seen, at most some 10 of them are used. */
  frames?(): Promise<readonly FrameDriver[]>;
  /** A picture of what is seen. */
  screenshot?(): Promise<Picture>;
  /** The browser's own mouse and keys. */
  input?: TrustedInput;
  /** The DevTools protocol of the tab, for its accessibility tree; rejects where the browser has none. */
  protocol?(): Promise<ProtocolClient>;
  /** Tells what happens from now on; gives a function that ends it. */
  onEvent?(listener: (event: DriverEvent) => void): () => void;
  /** Looks for what happened, and tells it, where the browser tells nothing by itself; called before a call ends. */
  look?(): Promise<unknown>;
  /**
   * How many requests of the page for what it shows (scripts, data; nothing that stays open) are under way: a page that was
   * opened is read once there is none, or after 3 s. Default: never known.
   */
  pendingRequests?(): number;
  /** Whether the tab was closed or has crashed: then nothing is waited for any more. Default: never known. */
  isGone?(): boolean;
  /** Closes the tab. */
  close?(): Promise<unknown>;
  /** Opens an empty tab beside this one. */
  newTab?(): Promise<Driver>;
  /** This tab and those beside it; the driver of a tab is always the same object. */
  tabs?(): Promise<readonly Driver[]>;
  /** Answers dialogs in another way from now on, in the tabs beside this one too. */
  answerDialogs?(policy: (kind: DialogKind, message: string, suggested?: string) => DialogAnswer): void;
}

/**
 * What a driver runs in the page for {@link Driver.call}. It stands alone, so that its text can be sent to a page
 * (`chrome.scripting.executeScript({ func: callInPage, args: [call] })`).
 */
export function callInPage({ version, verb, args }: PageCall): unknown {
  const agent = (globalThis as { __agentBrowser?: { version: string; document: string; json: unknown } })
    .__agentBrowser;
  if (!agent || typeof agent.json !== 'function' || agent.version !== version) return 'agent_missing';
  return verb === 'document' ? agent.document : agent.json(verb, ...args);
}
