import type { Resource } from './page-server.ts';

/** A page with the script in it, used as a host does: expressions in, JSON out. */
export interface TestPage {
  /**
   * Result of `window.__agentBrowser.json(verb, ...args)`, parsed; a missing part is loaded and the call made again,
   * as hosts do.
   */
  json<T = Record<string, unknown>>(verb: string, ...args: unknown[]): Promise<T>;
  /** Loads the part that a result reports as missing. Returns whether it reports one. */
  loadMissing(result: unknown): Promise<boolean>;
  /** Runs a script for its effect, whatever the page has done to its built-ins. */
  run(script: string): Promise<void>;
  /** Evaluates an expression in the page; its value is passed as JSON. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** Evaluates to a string, which is passed as it is: the page may have replaced `JSON`. */
  evaluateText(expression: string): Promise<string>;
  /** Injects the script; it may be there already. */
  inject(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A script that runs after the page's own scripts and before ours. */
  before?: string;
  /** Other fields of the page's answer, such as headers; its address is {@link URL_OF_PAGE}. Real engines only. */
  page?: Exclude<Resource, string>;
  /** The answers of other addresses. Real engines only. */
  resources?: Record<string, Resource>;
  /** Injects our script as soon as the document is parsed, without waiting for its resources. */
  early?: boolean;
}

/** Opens pages. */
export interface Engine {
  name: string;
  /** Whether boxes and points have a meaning, and there are requests, frames and several origins. */
  hasLayout: boolean;
  open(html: string, options?: OpenOptions): Promise<TestPage>;
  /** Ends the engine. Only for tests that do not share it with other files. */
  close(): Promise<void>;
}

/** The address of every test page. */
export const URL_OF_PAGE = 'http://page.test/path/';
