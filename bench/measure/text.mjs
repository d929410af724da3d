import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parse } from 'yaml';
import { withPage } from '../pages/open.mjs';
import { callOf, snapshots } from '../peers/ours.mjs';
import * as pageAgent from '../peers/page-agent.mjs';
import * as playwright from '../peers/playwright.mjs';
import { sumUpTimes } from './statistics.mjs';
import { missingWords, visibleText, words } from './visible-words.mjs';

/** @typedef {{ chars: number, tokens: number }} Size */
/** @typedef {import('./statistics.mjs').Times} Times */

/**
 * Measures of the texts of one page.
 *
 * - `sizes` of our formats without limits, and of the peers' texts
 * - `sameInformation` shares of Playwright's text that ours has too: `interactive` elements that a person can see
 *   (`interactiveUnseen` counts the others that ours lacks), `words` in our text without URLs, whole `urls` in that
 *   with URLs
 * - `refs` how many refs each of our texts without limits has
 * - `visibleWords` share of the words that a person sees in the text of each contestant
 * @typedef {{
 *   elements: number,
 *   sizes: Record<string, Size>,
 *   errors: Record<string, string>,
 *   visibleWords: Record<string, number>,
 *   refs: Record<string, number>,
 *   pageAgent?: Times | undefined,
 *   sameInformation?: { interactive: number, interactiveUnseen: number, interactiveMissing: string[], words: number, urls: number },
 * }} PageTexts
 */

const formats = ['tree', 'html', 'indexed', 'outline', 'yaml', 'markdown', 'json'];

export const sizeOf = (/** @type {string} */ text) => ({
  chars: text.length,
  // A page's text may contain the spelling of a control token, which is counted as text.
  tokens: countTokens(text, { disallowedSpecial: new Set() }),
});

/** The refs in a text, by format: two letters and a number, or the number alone. @type {Record<string, RegExp>} */
const refIn = {
  full: /\[ref=[a-z]+\d+\]/g,
  'full html': /\bid="[a-z]+\d+"/g,
  'full indexed': /^ *\[\d+\]/gm,
  'full outline': /^ *\[[a-z]+\d+\]/gm,
  'full yaml': /\[ref=[a-z]+\d+\]/g,
  'full markdown': /#[a-z]{1,2}\d+\b/g,
  'full json': /"ref":"[a-z]+\d+"/g,
};

/** Roles of interactive elements in Playwright's text. */
const widgets =
  'button link checkbox radio switch combobox listbox option textbox searchbox spinbutton slider tab menuitem menuitemcheckbox menuitemradio treeitem'.split(
    ' ',
  );

/**
 * An expression for the page: the interactive elements of Playwright's text (a widget's role, or the pointer cursor)
 * without a ref of ours. An element with the cursor only also counts as found if a descendant or an ancestor has a ref.
 */
const interactiveMissing = (/** @type {string} */ text) => `(() => {
  const widgets = new Set(${JSON.stringify(widgets)});
  const info = window.__playwright._lastAriaSnapshotForQuery.info;
  const ours = (el) => el.hasAttribute('data-agent-ref');
  const seen = (el) => {
    const { width, height, right, bottom } = el.getBoundingClientRect();
    return width >= 1 && height >= 1 && right + scrollX > 0 && bottom + scrollY > 0 && !el.closest('[aria-hidden=true], [inert]') && el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  let all = 0;
  let unseen = 0;
  const missing = [];
  for (const line of ${JSON.stringify(text)}.split('\\n')) {
    const [, role] = /^ *- '?([a-z]+)/.exec(line) ?? [];
    const [, ref] = /\\[ref=(e\\d+)\\](?:(?!.*\\[ref=))/.exec(line) ?? [];
    const el = ref && info.get(ref)?.element;
    const isWidget = widgets.has(role);
    if (!el || !(isWidget || /\\[cursor=pointer\\]/.test(line))) continue;
    all++;
    const found = ours(el) || (!isWidget && (el.querySelector('[data-agent-ref]') || el.closest('[data-agent-ref]')));
    if (found) continue;
    if (seen(el)) missing.push(line.trim().slice(0, 120));
    else unseen++;
  }
  return [all, missing, unseen];
})()`;

/** Names, texts and URLs in an aria snapshot, without roles and states. */
export function contentOfYaml(/** @type {string} */ yaml) {
  /** @type {string[]} */
  const pieces = [];
  /** @type {string[]} */
  const urls = [];
  const stack = [parse(yaml, { uniqueKeys: false, maxAliasCount: 0 })];
  const addKey = (/** @type {string} */ key) => {
    const name = /^[a-z]+ ("(?:[^"\\]|\\.)*")/.exec(key)?.[1];
    if (name) pieces.push(JSON.parse(name));
  };
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const entry of Array.isArray(next) ? next : []) {
      if (typeof entry === 'string') {
        addKey(entry);
        continue;
      }
      for (const [key, value] of Object.entries(entry ?? {})) {
        if (key === '/url') urls.push(String(value));
        else addKey(key);
        if (Array.isArray(value)) stack.push(value);
        else if (value !== null && key !== '/url') pieces.push(String(value));
      }
    }
  }
  return { pieces, urls };
}

const timedPageAgent = `(async () => { const start = performance.now(); const text = await ${pageAgent.snapshotInPage}; return [performance.now() - start, text]; })()`;

const share = (/** @type {number} */ missing, /** @type {number} */ all) =>
  all === 0 ? 1 : 1 - missing / all;

/** Most ms for page-agent, which can need minutes for a large page. */
const longestForPageAgent = 30_000;

/**
 * The value of an expression. After `limit` ms it is stopped and an error thrown.
 * @param {import('../pages/open.mjs').OpenPage} open
 * @param {string} expression
 */
async function evaluateWithin({ evaluate, session }, expression, limit = longestForPageAgent) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      session.send('Runtime.terminateExecution').catch(() => undefined);
      reject(new Error(`not ready after ${limit / 1000} s`));
    }, limit);
  });
  try {
    return await Promise.race([evaluate(expression), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ scripts: { whole: string, playwright: string, pageAgent: string } }} options
 * @returns {Promise<PageTexts & { texts: Record<string, string> }>} with the texts themselves
 */
export function measureText(browser, page, { scripts }) {
  return withPage(browser, page, { script: scripts.whole }, async (open) => {
    const { evaluate } = open;
    /** @type {Record<string, string>} */
    const texts = {};
    /** @type {Record<string, string>} */
    const errors = {};
    const attempt = async (/** @type {string} */ name, /** @type {() => Promise<string>} */ read) => {
      try {
        texts[name] = await read();
      } catch (error) {
        errors[name] = String(error instanceof Error ? error.message : error).split('\n')[0] ?? 'failed';
      }
    };
    const read = async (/** @type {Record<string, unknown>} */ options) => {
      const result = await evaluate(callOf('snapshot', options)).then(JSON.parse);
      if (!result.ok) throw new Error(result.error.message);
      return result.text ?? JSON.stringify(result);
    };
    const elements = await evaluate("document.querySelectorAll('*').length");
    await attempt('playwright', () => evaluate(`${scripts.playwright}\n;${playwright.snapshotInPage}`));
    await attempt('full', () => read(snapshots.full));
    const [all = 0, missing = [], unseen = 0] = texts.playwright
      ? await evaluate(interactiveMissing(texts.playwright))
      : [];
    await attempt('plain', () => read(snapshots.plain));
    await attempt('default', () => read(snapshots.default));
    await attempt('default JSON', () => read(snapshots.tree));
    await attempt('interactive', () => read(snapshots.interactive));
    for (const format of formats.slice(1))
      await attempt(`full ${format}`, () => read({ ...snapshots.full, format }));
    const seen = await evaluate(visibleText);
    // Last, since it changes the page.
    /** @type {number[]} */
    const pageAgentTimes = [];
    await attempt('page-agent', async () => {
      await evaluate(`${scripts.pageAgent}\n;0`);
      let text = '';
      // Only once where it takes more than a second, since it can take a minute.
      while (pageAgentTimes.length < 5 && !(Number(pageAgentTimes[0]) > 1000)) {
        const [ms, content] = await evaluateWithin(open, timedPageAgent);
        pageAgentTimes.push(ms);
        text = content;
        await evaluate(pageAgent.cleanUp);
      }
      return text;
    });

    const total = seen.flatMap(words).length;
    /** @type {Record<string, number>} */
    const visibleWords = {};
    for (const name of ['full', 'playwright', 'page-agent'])
      if (texts[name] !== undefined)
        visibleWords[name] = share(missingWords(seen, texts[name] ?? '').length, total);
    /** @type {Record<string, number>} */
    const refs = {};
    for (const [name, text] of Object.entries(texts))
      if (name.startsWith('full')) refs[name] = new Set(text.match(refIn[name] ?? /\b[a-z]{1,2}\d+\b/g)).size;
    /** @type {PageTexts & { texts: Record<string, string> }} */
    const result = {
      elements,
      refs,
      pageAgent: sumUpTimes(pageAgentTimes),
      errors,
      visibleWords,
      sizes: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sizeOf(text)])),
      texts,
    };
    if (texts.playwright !== undefined && texts.full !== undefined && texts.plain !== undefined) {
      const { pieces, urls } = contentOfYaml(texts.playwright);
      const { full, plain } = texts;
      const wordCount = pieces.flatMap(words).length;
      result.sameInformation = {
        interactive: share(missing.length, all - unseen),
        interactiveUnseen: unseen,
        interactiveMissing: missing.slice(0, 10),
        words: share(missingWords(pieces, plain).length, wordCount),
        urls: share(urls.filter((url) => !full.includes(url)).length, urls.length),
      };
    }
    return result;
  });
}
