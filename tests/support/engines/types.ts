import type { Resource } from './page-server.ts';

/** A page with the script in it, spoken to as a host does: expressions in, JSON out. */
export interface TestPage {
  /** Result of `window.__agentBrowser.json(verb, ...args)`, parsed; a part that is missing is loaded, as hosts do. */
  json<T = Record<string, unknown>>(verb: string, ...args: unknown[]): Promise<T>;
  /** Loads the part that a result says is missing; whether it does. */
  loadMissing(result: unknown): Promise<boolean>;
  /** Runs a script for its effect, whatever the page has done to its built-ins. */
  run(script: string): Promise<void>;
  /** Evaluates an expression in the page; the value crosses as JSON. */
  evaluate<T = unknown>(expression: string): Promise<T>;
  /** The same for a text, which crosses as it is: the page may have replaced what writes JSON. */
  evaluateText(expression: string): Promise<string>;
  /** Injects the script (once more). */
  inject(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A script that runs after the page's own and before ours. */
  before?: string;
  /** More of the page's answer; its address is {@link URL_OF_PAGE}. Real engines only. */
  page?: Exclude<Resource, string>;
  /** What other addresses answer. Real engines only. */
  resources?: Record<string, Resource>;
  /** Ours comes as soon as the document is parsed, and does not wait for what it loads. */
  early?: boolean;
}

/** Something that opens pages. */
export interface Engine {
  name: string;
  /** Boxes and points mean something; there are requests, frames and several origins. */
  hasLayout: boolean;
  open(html: string, options?: OpenOptions): Promise<TestPage>;
  /** Only for what does not want it to serve other files too. */
  close(): Promise<void>;
}

/** Where a page is while it is tested. */
export const URL_OF_PAGE = 'http://page.test/path/';
