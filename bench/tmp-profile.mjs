import { findBrowser, launchBrowser } from '../scripts/setup/browser.mjs';
import { corpusPages, ownPages } from './pages/pages.mjs';
import { bundleForProfile, profilePage } from './profile/profile.mjs';
import { snapshots } from './peers/ours.mjs';
const browser = await launchBrowser({ path: (await findBrowser()).path });
const script = await bundleForProfile();
const all = [...ownPages(), ...corpusPages(process.argv[2] ?? '/tmp/shared/corpus')];
const names = process.argv[3] ? process.argv[3].split(';') : ['wikipedia-2', 'yahoo-3', '2,400 buttons', 'table 2,000 x 10'];
for (const name of names) for (const what of ['full', 'default']) {
  const page = all.find((p) => p.name === name);
  const p = await profilePage(browser, page, { what, options: snapshots[what], script, seconds: 3 });
  const pc = (ms) => `${ms.toFixed(2).padStart(8)} ms ${(100*ms/p.msPerSnapshot).toFixed(1).padStart(5)} %`;
  console.log(`\n## ${p.page}, ${what}: ${p.msPerSnapshot.toFixed(2)} ms per snapshot`);
  console.log(p.parts.map((s) => `${pc(s.ms)}  ${s.name}`).join('\n'));
  console.log('top functions by self time');
  console.log(p.functions.slice(0, 22).map((s) => `${pc(s.ms)}  ${s.name}`).join('\n'));
}
await browser.close();
