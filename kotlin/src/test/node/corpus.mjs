/**
 * Takes snapshots of the corpus pages in Chromium and writes, for each page, `<page>.json` into a folder: two snapshots
 * (the default one, and everything without limits) and what the TypeScript renderer makes of them with several options.
 * Every eighth page, or all with FULL=1.
 *
 *   node kotlin/src/test/node/corpus.mjs <corpus> <target>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, findShell, launchBrowser } from '../../../../scripts/setup/browser.mjs';
import { root } from '../../../../scripts/setup/run.mjs';
import { FORMATS, loadRenderer } from './rendered.mjs';

const [, , corpus = '', target = ''] = process.argv;
const SNAPSHOTS = [{}, { interactiveOnly: false, maxNodes: 1e6, maxTextPerNode: 1e6 }];
const AMPLE = { maxNodes: 1e8, maxCharsTotal: 1e8, maxDepth: 1e4 };
const OPTIONS = FORMATS.flatMap((format) => [
  { format },
  { format, maxCharsTotal: 2500, maxNodes: 60, maxDepth: 6 },
  { format, ...AMPLE, compact: format !== 'json' },
]);

const { renderSnapshot } = await loadRenderer();
const script = readFileSync(join(root, 'dist/agent-browser.js'), 'utf8');
const path = findShell() ?? (await findBrowser())?.path;
if (!path) throw new Error('There is no Chromium.');
const browser = await launchBrowser({ path });
const context = await browser.newContext({ viewport: { width: 412, height: 915 } });
await context.route('**/*', (route) =>
  route.request().isNavigationRequest()
    ? route.fulfill({ body: '', contentType: 'text/html' })
    : route.abort(),
);
const EVERY = process.env.FULL ? 1 : 8;
const files = readdirSync(corpus).filter((name) => name.endsWith('.html'));
for (const file of files.filter((_, i) => i % EVERY === 0)) {
  const html = readFileSync(join(corpus, file), 'utf8').replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '');
  const page = await context.newPage();
  await page.goto('https://page.test/path/');
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  await page.evaluate(`${script};0`);
  const snapshots = [];
  for (const options of SNAPSHOTS) {
    const json = await page.evaluate(`window.__agentBrowser.json('snapshot', ${JSON.stringify(options)})`);
    const snapshot = JSON.parse(/** @type {string} */ (json));
    snapshots.push({
      snapshot,
      cases: OPTIONS.map((chosen) => ({ options: chosen, expected: renderSnapshot(snapshot, chosen) })),
    });
  }
  writeFileSync(join(target, `${file}.json`), JSON.stringify(snapshots));
  await page.close();
}
await browser.close();
