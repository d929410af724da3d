/** A screenshot of the viewport. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** A dialog (alert, confirm, prompt, beforeunload) of a page, with the answer that it got. */
export interface DialogSeen {
  kind: DialogKind;
  /** The dialog's message, at most 500 characters. */
  message: string;
  answer: DialogAnswer;
}

export type DialogKind = 'alert' | 'confirm' | 'prompt' | 'beforeunload';

export interface DialogAnswer {
  accept: boolean;
  /** The text for a prompt. */
  text?: string;
}

/** Events that a driver reports as they happen. */
export type DriverEvent =
  /** The page has opened a tab or window. Without a `driver` for it the session can't switch to it. */
  | { type: 'page'; driver?: Driver }
  | { type: 'dialog'; dialog: DialogSeen }
  | { type: 'download'; file: string };

/** Mouse and keys of the browser itself, whose events are trusted. Points are CSS px of the top viewport. */
export interface TrustedInput {
  move(x: number, y: number): Promise<unknown>;
  /** Moves there and clicks `times` in a row: 2 is a double click. `held`: `Shift`, `Control`, `Alt`, `Meta`. */
  click(
    x: number,
    y: number,
    button: 'left' | 'right',
    times: number,
    held?: readonly string[],
  ): Promise<unknown>;
  /** Moves there, presses the left button and holds it. A driver without it leaves drags to the script. */
  down?(x: number, y: number): Promise<unknown>;
  /** Moves there and releases the left button. */
  up?(x: number, y: number): Promise<unknown>;
  /** Presses and releases a key or chord, by the web's names of keys: `Enter`, `Control+a`. */
  press(chord: string): Promise<unknown>;
  /** Types a text into the focused element. A driver without it leaves that to the script. */
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

/** A call into the page, for a driver that can't evaluate code as text. */
export interface PageCall {
  /** The version of the script; if the page has another one, the answer is `agent_missing`. */
  version: string;
  /** `document` reads `window.__agentBrowser.document`; any other verb is called by `window.__agentBrowser.json`. */
  verb: string;
  args: readonly unknown[];
}

/**
 * One tab for a session. Only {@link Driver.evaluate} is required; each other method adds a feature to the session. No two
 * methods are called at the same time; only the listener of `onEvent` may be called at any time.
 */
export interface Driver {
  /**
   * Evaluates an expression in the main frame of the tab, in the page's own world. Returns its value if that is a string (or
   * the JSON encoding of it, as `WebView.evaluateJavascript` does); any other value counts as none. May reject.
   */
  evaluate(code: string): Promise<unknown>;
  /** Instead of `evaluate`, where code can't be evaluated as text: runs {@link callInPage} with these arguments. */
  call?(call: PageCall): Promise<unknown>;
  /** Instead of `evaluate`, injects the script or a part of it (`file`: its name in the package's `dist`). */
  inject?(script: string, file: string): Promise<unknown>;
  /** Adds a script that runs in every document of the tab, frames included, before the page's own scripts. */
  atDocumentStart?(script: string): Promise<unknown>;
  /** Loads a URL; need not wait until it has loaded. Default: the page navigates itself. */
  open?(url: string): Promise<unknown>;
  /** The visible frames of another origin than their parent document. The session reads at most 10 of them. */
  frames?(): Promise<readonly FrameDriver[]>;
  /** Takes a screenshot of the viewport. */
  screenshot?(): Promise<Picture>;
  /** The browser's own mouse and keys. */
  input?: TrustedInput;
  /** The DevTools protocol of the tab, by which its accessibility tree is read; rejects where the browser has none. */
  protocol?(): Promise<ProtocolClient>;
  /** Reports events from now on; returns a function that ends that. */
  onEvent?(listener: (event: DriverEvent) => void): () => void;
  /** For a browser without events: finds out what has happened and reports it. Called before each call of the session ends. */
  look?(): Promise<unknown>;
  /**
   * How many requests for content (scripts, data; no streams) have no answer yet: an opened page is read when there is none,
   * or after 3 s. Default: not known.
   */
  pendingRequests?(): number;
  /** Whether the tab was closed or has crashed, so that nothing is waited for any more. Default: not known. */
  isGone?(): boolean;
  /** Closes the tab. */
  close?(): Promise<unknown>;
  /** Opens an empty tab beside this one. */
  newTab?(): Promise<Driver>;
  /** All tabs that the driver knows, this one included; a tab always has the same driver object. */
  tabs?(): Promise<readonly Driver[]>;
  /** Replaces the policy for dialogs, in the other tabs too. */
  answerDialogs?(policy: (kind: DialogKind, message: string, suggested?: string) => DialogAnswer): void;
}

/**
 * The function that a driver runs in the page for {@link Driver.call}. It refers to nothing outside of itself, so that its
 * source can be sent to a page (`chrome.scripting.executeScript({ func: callInPage, args: [call] })`).
 */
export function callInPage({ version, verb, args }: PageCall): unknown {
  const agent = (globalThis as { __agentBrowser?: { version: string; document: string; json: unknown } })
    .__agentBrowser;
  if (!agent || typeof agent.json !== 'function' || agent.version !== version) return 'agent_missing';
  return verb === 'document' ? agent.document : agent.json(verb, ...args);
}
