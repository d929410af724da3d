import type { SessionOptions } from '../../../src/host/index.ts';

/** Width and height in CSS px. */
export interface Size {
  width: number;
  height: number;
}

/** The browser and context of a session. A setting that is left out has the manager's default. */
export interface SessionSettings {
  /** Path of a browser. Default: one that is found on this machine. */
  browser?: string;
  /** Without a window. Default true. */
  headless?: boolean;
  /** Name of a profile that is kept between sessions, or the path of its folder. Default: none, nothing is kept. */
  profile?: string;
  /** Default 1280 x 720. `null`: as large as the window. */
  viewport?: Size | null;
  /** One of Playwright's devices: `iPhone 15`, `Pixel 7`. */
  device?: string;
  /** Address of a browser's debugging port to connect to in place of starting one: `9222`, `http://...`, `ws://...`. */
  connect?: string;
  /** With `connect`: in a context of its own, not in the one of the person at that browser. */
  isolated?: boolean;
  userAgent?: string;
  locale?: string;
  timezone?: string;
  /** `http://user:password@host:port`. Not with a guard, which is a proxy itself. */
  proxy?: string;
  ignoreHttpsErrors?: boolean;
  colorScheme?: 'light' | 'dark' | 'no-preference';
  /** More of the browser's own flags. */
  args?: string[];
  /** Cookies and local storage, as `state` gives them. */
  state?: SavedState;
  /**
   * Clicks and keys: `trusted` ones of the browser, or `page`: events that the script dispatches. Default `trusted`.
   */
  input?: SessionOptions['input'];
  /**
   * Reads and acts in frames of other origins: the script is injected into every document at its start, with a key of
   * the session. Default true; false for a browser that was connected to, as its own tabs would get the script too.
   */
  frames?: boolean;
  /** How long an action may wait until its element is ready (ms). Default 5000. */
  timeoutMs?: number;
}

/** Cookies and local storage of a session. */
export interface SavedState {
  cookies: {
    name: string;
    value: string;
    domain: string;
    path: string;
    expires: number;
    httpOnly: boolean;
    secure: boolean;
    sameSite: 'Strict' | 'Lax' | 'None';
  }[];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

/** Limits of one server. */
export interface SessionLimits {
  /** Most sessions at once. Default 20. */
  maxSessions: number;
  /** Most tabs of one session; a tab that a page opens beyond them is closed. Default 50. */
  maxTabs: number;
  /** Time (ms) without a call after which a session is closed; 0: never. Default 30 minutes. */
  idleMs: number;
  /** Age (ms) at which a session is closed, used or not; 0: never. Default 0. */
  maxAgeMs: number;
  /** Longest time for one call (ms). Default 120000. */
  callMs: number;
  /** Most bytes of one answer: a picture, a document, an export. Default 50 MB. */
  maxBytes: number;
}

export const DEFAULT_LIMITS: SessionLimits = {
  maxSessions: 20,
  maxTabs: 50,
  idleMs: 30 * 60_000,
  maxAgeMs: 0,
  callMs: 120_000,
  maxBytes: 50_000_000,
};
