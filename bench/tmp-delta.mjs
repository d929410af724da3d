import { findBrowser, launchBrowser } from '../scripts/setup/browser.mjs';
import { bundleForPage } from '../scripts/build/bundle.mjs';
import { ownPages } from './pages/pages.mjs';
import { measureDelta } from './measure/delta.mjs';
import { scenarios } from './measure/delta-scenarios.mjs';
const browser = await launchBrowser({ path: (await findBrowser()).path });
const script = await bundleForPage();
for (const s of scenarios) for (const view of ['full', 'interactive']) {
  try {
  const d = await measureDelta(browser, ownPages().find((p) => p.name === s.page), s, view, script);
  console.log(s.page, '|', s.what, '|', view, d.nodes, d.fullChars, d.deltaChars, (100 * d.deltaChars / d.fullChars).toFixed(1) + ' %');
  if (process.argv[2] === s.what) console.log(d.full, '\n', d.delta);
  } catch (e) { console.log(s.page, s.what, view, e.message.slice(0, 300)); }
}
await browser.close();
