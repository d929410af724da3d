import { withPage } from '../pages/open.mjs';
import { callOf } from '../peers/ours.mjs';
import * as pageAgent from '../peers/page-agent.mjs';
import * as playwright from '../peers/playwright.mjs';
import { readTruth } from './truth.mjs';

/** @typedef {import('./truth.mjs').Known} Known */

/**
 * How many interactive elements were found, and how many of the found elements are interactive. `missed` and `wrong`
 * have the first of each.
 * @typedef {{ real: number, found: number, hits: number, wrongCount: number, recall: number, precision: number, missed: string[], wrong: string[] }} Finding
 */

/**
 * Elements that are counted neither as right nor as wrong: they stand for another element (label), or for several
 * (frame).
 */
const neither = /^(?:html|body|option|optgroup|iframe|frame|object|embed|label|area|map)$/;

/**
 * Whether an element is really interactive.
 *
 * - `yes`: it is a widget or a tab stop in the accessibility tree, or it has a listener for mouse or touch and is no
 *   container that listens for its descendants (it has the pointer cursor, or no interactive descendants)
 * - `unknown`: it is such a container, or it has the pointer cursor and an ancestor has a listener
 * - `no`: all others
 * @param {Known} known
 * @param {boolean} holdsOthers
 */
function judge(
  { tag, listens, isWidget, isFocusable, tabbable, pointer, inSomeListener, root },
  holdsOthers,
) {
  if (neither.test(tag) || root) return 'unknown';
  if (isWidget || (isFocusable && tabbable)) return 'yes';
  if (listens) return pointer || !holdsOthers ? 'yes' : 'unknown';
  return pointer && inSomeListener ? 'unknown' : 'no';
}

/**
 * Roles of content: their ref is for reading or for acting on a text. They count as found only with a hint such as
 * `clickable`.
 */
const content =
  /^(?:text|generic|none|paragraph|heading|list|listitem|term|definition|table|rowgroup|row|cell|rowheader|columnheader|group|region|article|figure|figcaption|caption|image|img|blockquote|code|note|time|mark|strong|emphasis|label|labeltext|legend|navigation|banner|main|complementary|contentinfo|search|form|section\w*|document|dialog|alertdialog|alert|status|log|timer|marquee|tooltip|menu|menubar|toolbar|tablist|tabpanel|tree|grid|treegrid|radiogroup|feed|iframe|math|meter|progressbar|separator)$/;

/** For each contestant an expression whose value is a predicate: whether the contestant has found an element. */
const finders = {
  ours: `(() => {
    const { tree } = JSON.parse(${callOf('snapshot', { maxNodes: 1e6, maxTextPerNode: 1 })});
    const wanted = new Set();
    const stack = [tree];
    // A part that only scrolls is offered for that, and has no listener to be found by.
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.ref && !node.frame && (node.hint ? node.hint !== 'scrollable' : !${content}.test(node.role))) wanted.add(node.ref);
      if (node.children) stack.push(...node.children);
    }
    return (el) => wanted.has(el.getAttribute('data-agent-ref'));
  })()`,
  playwright: `(() => {
    const text = ${playwright.snapshotInPage};
    const info = window.__playwright._lastAriaSnapshotForQuery.info;
    const found = new Set();
    for (const line of text.split('\\n')) {
      const ref = /\\[ref=(e\\d+)\\](?!.*\\[ref=)/.exec(line)?.[1];
      const isWidget = /^ *- '?(?:button|link|checkbox|radio|switch|combobox|listbox|option|textbox|searchbox|spinbutton|slider|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem)\\b/.test(line);
      if (ref && (isWidget || line.includes('[cursor=pointer]'))) found.add(info.get(ref)?.element);
    }
    return (el) => found.has(el);
  })()`,
  'page-agent': `(() => {
    const found = new Set([...window.__pageAgent.selectorMap.values()].map(({ ref }) => ref));
    return (el) => found.has(el);
  })()`,
};

/** @returns {Finding} */
function compare(
  /** @type {Known[]} */ known,
  /** @type {string[]} */ verdicts,
  /** @type {boolean[]} */ found,
) {
  const at = (/** @type {(i: number) => boolean} */ test) => known.map((_, i) => i).filter(test);
  const htmlOf = (/** @type {number[]} */ list) => list.slice(0, 25).map((i) => known[i]?.html ?? '');
  const real = at((i) => known[i]?.seen === true && verdicts[i] === 'yes');
  // Of several links with the same URL, such as an image and a headline, one is enough.
  const reached = new Set(at((i) => found[i] === true).map((i) => known[i]?.href));
  const isReached = (/** @type {string | undefined} */ href) => href !== undefined && reached.has(href);
  const missed = real.filter((i) => !found[i] && !isReached(known[i]?.href));
  const hits = at((i) => found[i] === true && verdicts[i] === 'yes');
  const wrong = at((i) => found[i] === true && verdicts[i] === 'no');
  return {
    real: real.length,
    found: hits.length + wrong.length,
    hits: real.length - missed.length,
    wrongCount: wrong.length,
    recall: real.length === 0 ? 1 : 1 - missed.length / real.length,
    precision: hits.length + wrong.length === 0 ? 1 : hits.length / (hits.length + wrong.length),
    missed: htmlOf(missed),
    wrong: htmlOf(wrong),
  };
}

/** Most elements of a page that page-agent is run on: for more it can take minutes. */
const mostForPageAgent = 5000;

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ scripts: { ours: string, playwright: string, pageAgent: string } }} options
 * @returns {Promise<Record<string, Finding>>}
 */
export function measureInteractive(browser, page, { scripts }) {
  return withPage(browser, page, { script: scripts.ours }, async (open) => {
    const { session, evaluate } = open;
    await evaluate(`${scripts.playwright}\n;0`);
    const { known, list } = await readTruth(open);
    const holding = await session.send('Runtime.callFunctionOn', {
      objectId: list,
      functionDeclaration: `function (acted) {
        const holders = new Set();
        this.forEach((el, i) => { if (acted[i]) for (let at = el.parentElement; at && !holders.has(at); at = at.parentElement) holders.add(at); });
        return this.map((el) => holders.has(el));
      }`,
      arguments: [{ value: known.map(({ listens, isWidget }) => listens || isWidget) }],
      returnByValue: true,
    });
    const verdicts = known.map((one, i) => judge(one, holding.result.value[i]));
    /** @type {Record<string, Finding>} */
    const findings = {};
    for (const [name, finder] of Object.entries(finders)) {
      if (name === 'page-agent') {
        if (known.length > mostForPageAgent) continue;
        await evaluate(`${scripts.pageAgent}\n;${pageAgent.snapshotInPage}`);
      }
      const { result } = await session.send('Runtime.callFunctionOn', {
        objectId: list,
        functionDeclaration: `function () { return this.map(${finder}); }`,
        returnByValue: true,
      });
      findings[name] = compare(known, verdicts, result.value);
    }
    return findings;
  });
}
