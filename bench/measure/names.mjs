import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/setup/run.mjs';
import { withPage } from '../pages/open.mjs';

/** The browser's flags that give elements `computedRole` and `computedName`. */
export const oracleFlags = [
  '--enable-blink-features=ComputedAccessibilityInfo',
  '--force-renderer-accessibility',
];

/** @typedef {{ right: number, of: number, wrong: string[] }} Score  `wrong`: the first wrong ones: element, the browser's value, theirs */
/** @typedef {Record<string, { roles: Score, names: Score }>} Scores  by contestant */

const entry = `
  import { computeAccessibleName, getRole } from 'dom-accessibility-api';
  import { nameOf } from '${root}src/inject/aria/name.ts';
  import { roleOf } from '${root}src/inject/aria/role.ts';
  import { createDomCache } from '${root}src/inject/dom/dom-cache.ts';
  window.__naming = { computeAccessibleName, getRole, createDomCache, nameOf, roleOf };
`;

/** A script that sets `__naming` to the functions for roles and names, ours and dom-accessibility-api's. */
export async function namingScript() {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('../', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Compares, for all visible elements that have an ARIA role in the browser, the role that each contestant computes with the
 * browser's; for controls, links, headings and images also the name. White space is not compared. Runs in the page.
 */
const compareInPage = `(() => {
  const { computeAccessibleName, getRole, createDomCache, nameOf, roleOf } = window.__naming;
  const { utils } = window.__playwright;
  const named = /^(?:button|link|checkbox|radio|switch|combobox|listbox|textbox|searchbox|spinbutton|slider|tab|menuitem.*|option|heading|image|img|treeitem)$/;
  const tidy = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const pass = createDomCache(1e6);
  const readers = {
    ours: { role: (el) => roleOf(el, pass), name: (el) => nameOf(el, pass) },
    playwright: { role: (el) => utils.getAriaRole(el) ?? '', name: (el) => utils.getElementAccessibleNameText(el, false) },
    'dom-accessibility-api': { role: (el) => getRole(el) ?? '', name: (el) => computeAccessibleName(el) },
  };
  // Two words for one role.
  const alias = { img: 'image', none: 'generic', presentation: 'generic', '': 'generic' };
  const sameRole = (a, b) => (alias[a] ?? a) === (alias[b] ?? b);
  const judge = (score, el, browsers, theirs, isSame) => {
    score.of++;
    if (isSame(browsers, theirs)) score.right++;
    else if (score.wrong.length < 5) score.wrong.push([el.cloneNode().outerHTML.slice(0, 120), browsers.slice(0, 80), theirs.slice(0, 80)].join(' | '));
  };
  const scores = {};
  for (const who of Object.keys(readers)) scores[who] = { roles: { right: 0, of: 0, wrong: [] }, names: { right: 0, of: 0, wrong: [] } };
  for (const el of document.querySelectorAll('*')) {
    const { computedRole, computedName } = el;
    if (!computedRole || !el.checkVisibility({ visibilityProperty: true }) || el.closest('[aria-hidden=true], [inert]')) continue;
    for (const [who, { role, name }] of Object.entries(readers)) {
      const { roles, names } = scores[who];
      judge(roles, el, computedRole, role(el), sameRole);
      if (named.test(computedRole)) judge(names, el, tidy(computedName), tidy(name(el)), Object.is);
    }
  }
  // What a model reads: names that are not marked as a guess or as mere content.
  const found = { roles: { right: 0, of: 0, wrong: [] }, names: { right: 0, of: 0, wrong: [] } };
  for (const interactiveOnly of [true, false]) {
    const { tree } = window.__agentBrowser.snapshot({ interactiveOnly, maxNodes: 1e6, maxTextPerNode: 1e6 });
    const stack = [tree];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.children) stack.push(...node.children);
      const el = node.ref && document.querySelector('[data-agent-ref="' + node.ref + '"]');
      // A row says its content in its parts.
      if (!el || !el.computedRole || !node.name || node.nameSource) continue;
      judge(found.names, el, tidy(el.computedName), tidy(node.name), Object.is);
      judge(found.roles, el, el.computedRole, node.role, sameRole);
    }
  }
  scores['ours, in snapshots'] = found;
  return scores;
})()`;

/**
 * @param {import('playwright-core').Browser} browser with {@link oracleFlags}
 * @param {import('../pages/pages.mjs').BenchPage} page
 * @param {{ scripts: { ours: string, naming: string, playwright: string } }} options
 * @returns {Promise<Scores>}
 */
export function measureNames(browser, page, { scripts }) {
  return withPage(browser, page, { script: scripts.playwright }, async ({ evaluate }) => {
    await evaluate(`${scripts.naming}\n;${scripts.ours}\n;0`);
    return evaluate(compareInPage);
  });
}

/** @returns {Scores} */
export function addScores(/** @type {Scores[]} */ list) {
  /** @type {Scores} */
  const sum = {};
  for (const scores of list)
    for (const [who, { roles, names }] of Object.entries(scores)) {
      sum[who] ??= { roles: { right: 0, of: 0, wrong: [] }, names: { right: 0, of: 0, wrong: [] } };
      const all = sum[who];
      all.roles.right += roles.right;
      all.roles.of += roles.of;
      all.names.right += names.right;
      all.names.of += names.of;
    }
  return sum;
}
