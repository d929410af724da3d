import { launchBrowser } from '../../scripts/setup/browser.mjs';
import { choosePages } from '../pages/choose.mjs';
import { snapshots } from '../peers/ours.mjs';
import { bundleForProfile, profilePage } from './profile.mjs';
import { measureReads } from './reads.mjs';

/** The pages that are profiled by default. */
const usual = ['dashboard', 'article', 'table 2,000 x 10', '2,400 buttons'];

const line = (/** @type {import('./profile.mjs').Share} */ { name, ms }, /** @type {number} */ all) =>
  `${ms.toFixed(2).padStart(9)} ms ${((100 * ms) / all).toFixed(1).padStart(6)} %  ${name}`;

/**
 * Prints the cost of DOM reads alone, and the time of the full and the default snapshot by part and by function. The shares
 * are more reliable than the times, since a profiler slows the code down.
 * @param {string} path of the browser
 * @param {import('../options.mjs').BenchOptions} options
 */
export async function printProfiles(path, options) {
  const pages = choosePages(options, false);
  const chosen =
    options.pages.length > 0
      ? pages
      : pages.filter(({ name, kind }) => kind === 'real' || usual.includes(name));
  const script = await bundleForProfile();
  const browser = await launchBrowser({ path });
  try {
    for (const page of chosen) {
      const reads = await measureReads(browser, page, { rounds: options.quick ? 5 : 25 });
      process.stdout.write(
        [
          `\n${page.name}: a pass that reads style and box of each element is the floor. What it costs to read also`,
          ...reads.map(({ what, floors }) => `${floors.toFixed(2).padStart(9)} floors  and ${what}`),
          '',
        ].join('\n'),
      );
      for (const what of /** @type {const} */ (['full', 'default'])) {
        const profile = await profilePage(browser, page, {
          what,
          options: snapshots[what],
          script,
          seconds: options.quick ? 1 : 3,
        });
        const all = profile.msPerSnapshot;
        process.stdout.write(
          [
            `\n${page.name}, ${what} snapshot: ${all.toFixed(2)} ms with the profiler on, ${profile.msWithout.toFixed(2)} ms without`,
            ...profile.parts.map((part) => line(part, all)),
            '  the functions that take most themselves:',
            ...profile.functions.map((one) => line(one, all)),
            '',
          ].join('\n'),
        );
      }
    }
  } finally {
    await browser.close();
  }
}
