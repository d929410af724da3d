import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import type { ActionOk, ErrorInfo, ErrorResult } from '../../src/contract.ts';
import { launchChromium } from './chromium.ts';

/** A page in Chromium on which actions are tried, by us or by trusted input. */
export interface Stage {
  tab: Page;
  /** `run('action', ...)` on the element that a selector finds. */
  run(selector: string, kind: string, payload?: unknown): Promise<ActionOk>;
  /** The same, and it has to fail. */
  refuse(selector: string, kind: string, payload?: unknown): Promise<ErrorInfo>;
  /** `action(...)`: the same in one task. */
  atOnce(selector: string, kind: string, payload?: unknown): Promise<ActionOk | ErrorResult>;
  ref(selector: string): Promise<string>;
  /** What the application made of it. */
  state<T = unknown>(expression: string): Promise<T>;
  /** Events that were heard since the last time, one a line. */
  events(): Promise<string[]>;
}

const script = await bundleForPage();

/** Records events as they reach the window: type, target and key fields. */
const RECORDER = `(types) => {
  const heard = [];
  const name = (node) => node === document ? 'document' : node === window ? 'window' : node?.id || node?.localName || '';
  const fields = ['detail', 'button', 'buttons', 'pointerType', 'key', 'code', 'keyCode', 'which', 'charCode', 'location', 'shiftKey', 'ctrlKey', 'altKey', 'metaKey', 'inputType', 'data', 'relatedTarget', 'bubbles', 'cancelable', 'composed'];
  const plain = new Set([0, false, '', null, undefined]);
  for (const type of types) {
    const listen = (event) => {
      const at = event.composedPath()[0];
      const said = fields.filter((field) => field in event && !plain.has(event[field])).map((field) =>
        field + '=' + (typeof event[field] === 'object' ? name(event[field]) : event[field]));
      heard.push([type, name(at), ...said].join(' '));
    };
    // Enter and leave are sent only where an element on the way listens.
    if (!/enter$|leave$/.test(type) || /^drag/.test(type)) addEventListener(type, listen, true);
    else for (const el of document.querySelectorAll('*')) el.addEventListener(type, (event) => event.target === el && listen(event));
  }
  window.__heard = () => heard.splice(0);
}`;

/** A stage on a page of its own; events of `types` are recorded. */
export const openStage = async (
  context: BrowserContext,
  html: string,
  types: readonly string[] = [],
): Promise<Stage> => {
  const tab = await context.newPage();
  await tab.setContent(`<!doctype html><body>${html}`);
  await tab.evaluate(`(${RECORDER})(${JSON.stringify(types)})`);
  await tab.evaluate(`${script};0`);
  const ref = async (selector: string): Promise<string> => {
    await tab.evaluate('window.__agentBrowser.snapshot({ interactiveOnly: false })');
    const found = await tab.locator(selector).first().getAttribute('data-agent-ref');
    if (!found) throw new Error(`${selector} has no ref`);
    return found;
  };
  const act = async (verb: 'run' | 'action', selector: string, kind: string, payload: unknown) => {
    const args = JSON.stringify([await ref(selector), kind, payload ?? null]);
    const call = verb === 'run' ? `run('action', ...${args})` : `action(...${args})`;
    return (await tab.evaluate(`window.__agentBrowser.${call}`)) as ActionOk | ErrorResult;
  };
  return {
    tab,
    ref,
    async run(selector, kind, payload) {
      const result = await act('run', selector, kind, payload);
      if (!result.ok) throw new Error(`${kind} ${selector}: ${result.error.code}: ${result.error.message}`);
      return result;
    },
    async refuse(selector, kind, payload) {
      const given =
        typeof payload === 'object' && !Array.isArray(payload) ? { timeoutMs: 0, ...payload } : payload;
      const result = await act('run', selector, kind, given);
      if (result.ok) throw new Error(`${kind} ${selector} was not refused: ${JSON.stringify(result.effect)}`);
      return result.error;
    },
    atOnce: (selector, kind, payload) => act('action', selector, kind, payload),
    state: (expression) => tab.evaluate(expression),
    events: () => tab.evaluate('window.__heard()'),
  };
};

export interface Theatre {
  context: BrowserContext;
  /** Opens a stage for one test and closes it whatever happens. */
  play<T>(html: string, use: (stage: Stage) => Promise<T>, types?: readonly string[]): Promise<T>;
  close(): Promise<void>;
}

/** One Chromium for the tests of a file. */
export const openTheatre = async (): Promise<Theatre> => {
  const browser: Browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  return {
    context,
    async play(html, use, types) {
      const stage = await openStage(context, html, types);
      try {
        return await use(stage);
      } finally {
        await stage.tab.close();
      }
    },
    close: () => browser.close(),
  };
};
