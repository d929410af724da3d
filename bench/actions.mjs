#!/usr/bin/env node
/**
 * Measures the time of actions on an idle page, and of the same actions by Playwright's trusted input on the same page in
 * the same run (median ms):
 *
 *   node bench/actions.mjs [--bundle dist/agent-browser.js] [--rounds 15]
 */
import { readFileSync } from 'node:fs';
import { findBrowser, launchBrowser } from '../scripts/setup/browser.mjs';

const option = (/** @type {string} */ name, /** @type {string} */ otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const rounds = Number(option('rounds', '15'));
const bundle = readFileSync(option('bundle', 'dist/agent-browser.js'), 'utf8');

const PAGE = `<!doctype html><input id="field" aria-label="Name"><button id="button">Save</button>
  <select id="select" aria-label="Size"><option>small</option><option>large</option></select>
  <input type="checkbox" id="box" aria-label="Fast"><p id="out"></p>
  <script>document.addEventListener('click', () => { out.textContent += '.'; });</script>`;

const found = await findBrowser();
if (!found) throw new Error('There is no Chromium: set AGENT_BROWSER_CHROMIUM.');
const browser = await launchBrowser(found);
const page = await browser.newPage();
await page.setContent(PAGE);
await page.evaluate(bundle);
/** @type {Record<string, string>} */
const refs = await page.evaluate(() => {
  window.__agentBrowser.snapshot();
  return Object.fromEntries(
    [...document.querySelectorAll('[id]')].map((el) => [el.id, el.getAttribute('data-agent-ref') ?? '']),
  );
});

/** @type {[name: string, ours: [id: string, kind: string, payload: (i: number) => unknown], theirs: (i: number) => Promise<unknown>][]} */
const ACTIONS = [
  ['click', ['button', 'click', () => undefined], () => page.click('#button')],
  ['fill', ['field', 'fill', (i) => ({ text: `text ${i}` })], (i) => page.fill('#field', `other ${i}`)],
  ['press', ['field', 'press', () => ({ key: 'a' })], () => page.press('#field', 'a')],
  ['select', ['select', 'select', () => ({ value: 'large' })], () => page.selectOption('#select', 'small')],
  ['check', ['box', 'setChecked', () => ({ checked: true })], () => page.setChecked('#box', false)],
  ['hover', ['button', 'hover', () => undefined], () => page.hover('#button')],
];
const median = (/** @type {number[]} */ all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const time = async (/** @type {() => Promise<unknown>} */ work) => {
  const start = performance.now();
  const result = /** @type {any} */ (await work());
  if (result?.ok === false) throw new Error(result.error.message);
  return performance.now() - start;
};

for (const [name, [id, kind, payload], theirs] of ACTIONS) {
  const ours = [];
  const trusted = [];
  for (let i = 0; i < rounds; i++) {
    const args = { ref: refs[id] ?? '', kind, payload: payload(i) };
    ours.push(
      await time(() =>
        page.evaluate((a) => window.__agentBrowser.run('action', a.ref, a.kind, a.payload), args),
      ),
    );
    trusted.push(await time(() => theirs(i)));
  }
  console.log(
    `${name.padEnd(8)} ours ${median(ours).toFixed(0).padStart(5)}   Playwright ${median(trusted).toFixed(0).padStart(4)}`,
  );
}
await browser.close();
