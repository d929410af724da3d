import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/**
 * A result as the script returns it.
 * @typedef {{ ok: boolean, type: string, error?: { code: string, message: string }, [field: string]: any }} Result
 * @typedef {{ evaluate: (expression: string) => Promise<unknown>, call: (verb: string, ...args: unknown[]) => Promise<Result>, run: (verb: string, ...args: unknown[]) => Promise<Result> }} Host
 */

const readDist = (/** @type {string} */ file) => readFileSync(join(root, 'dist', file), 'utf8');

/** Provides `document.modelContext` for pages that offer tools, injected at document start as a WebView would. */
export const offerTools = (/** @type {import('playwright-core').Page} */ page) =>
  page.addInitScript(readDist('parts/model-context.js'));

/**
 * A host that can only evaluate a string in the page and get a string back, like a WebView. No promise is awaited in the
 * page.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Host>}
 */
export async function connect(page) {
  const script = readDist('agent-browser.js');
  const session = await page.context().newCDPSession(page);

  async function evaluate(/** @type {string} */ expression) {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** @type {Host} */
  const host = {
    evaluate,
    async call(verb, ...args) {
      const list = [verb, ...args].map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
      const expression = `window.__agentBrowser && __agentBrowser.version ? __agentBrowser.json(${list}) : null`;
      let answer = await evaluate(expression);
      // A new document does not have the script: it is injected, and the call is repeated.
      if (typeof answer !== 'string') {
        await evaluate(script);
        answer = await evaluate(expression);
      }
      if (typeof answer !== 'string') throw new Error('The script could not be put into this page.');
      const result = JSON.parse(answer);
      if (result.error?.code !== 'part_missing') return result;
      // The call needs a part, which is a file of its own: it is injected, and the call is repeated.
      await evaluate(readDist(result.error.file));
      return JSON.parse(String(await evaluate(expression)));
    },
    async run(verb, ...args) {
      const { job } = await host.call('start', verb, ...args);
      for (;;) {
        const state = await host.call('poll', job);
        if (!state.ok) return state;
        if (!state.done) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          continue;
        }
        if (state.result.error?.code !== 'part_missing') return state.result;
        await evaluate(readDist(state.result.error.file));
        return host.run(verb, ...args);
      }
    },
  };
  return host;
}

/**
 * The changes since a revision, read when two looks at the page 100 ms apart are the same (at most 3 s later): a page may
 * react to an action a little later.
 * @param {Host} host
 * @param {number} since
 * @param {Record<string, unknown>} options
 * @returns {Promise<Result>}
 */
export async function readChange(host, since, options) {
  let last;
  for (let round = 0; round < 30; round++) {
    // During a navigation the page can't be evaluated in.
    const now = await host.evaluate(fingerprint).catch(() => undefined);
    if (now !== undefined && now === last) break;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return host.call('snapshot', { ...options, since });
}

/** An expression whose value changes while a page loads or changes; cheap, and without side effects. */
const fingerprint =
  'document.readyState === "complete" ? location.href + document.documentElement.outerHTML.length : undefined';
