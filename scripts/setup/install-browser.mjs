import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, findShell } from './browser.mjs';
import { installPackagesOfDebian } from './debian.mjs';
import { root, run, say } from './run.mjs';

/**
 * A way to install a browser, or what it needs: commands that run one after the other.
 * @typedef {{ what: string, commands: [string, ...string[]][] }} Step
 */

const playwright = (/** @type {string[]} */ ...args) =>
  /** @type {[string, ...string[]]} */ ([
    process.execPath,
    join(root, 'node_modules/playwright-core/cli.js'),
    ...args,
  ]);

/**
 * The steps to install a browser on a machine, to be tried in order until one runs. Ubuntu's `chromium` package only
 * installs a snap, which does not run in containers; Debian's is a browser.
 * @param {{ isRoot: boolean, osRelease: string }} machine `osRelease`: the text of /etc/os-release, or ''
 * @returns {Step[]}
 */
export function stepsToBrowser({ isRoot, osRelease }) {
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(
    ([, names]) => names?.split(' ') ?? [],
  );
  /** @type {Step[]} */
  const steps = [];
  if (isRoot && ids.includes('debian') && !ids.includes('ubuntu')) {
    steps.push({
      what: "Debian's chromium package",
      commands: [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
      ],
    });
  }
  if (isRoot && ids.length > 0) {
    const what = "the system libraries that Playwright's Chromium needs";
    steps.push({ what, commands: [playwright('install-deps', 'chromium')] });
  }
  steps.push({ what: "Playwright's Chromium", commands: [playwright('install', '--no-shell', 'chromium')] });
  return steps;
}

async function take(/** @type {Step} */ { what, commands }) {
  say(`Browser: none found; installing ${what} ...`);
  for (const [command, ...args] of commands) {
    const code = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (code !== 0) return say(`Browser: installing ${what} failed (exit code ${code}).`);
  }
}

/**
 * Finds the browser of this machine, or installs one.
 * @returns {Promise<import('./browser.mjs').FoundBrowser>}
 */
export async function obtainBrowser() {
  let browser = await findBrowser();
  const osRelease = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const steps = stepsToBrowser({ isRoot: process.getuid?.() === 0, osRelease });
  for (const step of steps) {
    if (browser) break;
    await take(step);
    browser = await findBrowser();
  }
  if (browser) {
    say(`Browser: ${browser.path} (${browser.version}).`);
    return browser;
  }
  throw new Error(
    'No Chrome, Chromium, Edge or Brave runs on this machine, and none could be installed (see above). ' +
      'Install one of them (Debian: sudo apt-get install chromium; a download that lacks system libraries: ' +
      'sudo npx playwright-core install-deps chromium), or set AGENT_BROWSER_CHROMIUM to the path of one.',
  );
}

/**
 * Finds or installs Chromium's headless shell for page tests; without it they run in the browser, which takes longer.
 * @returns {Promise<string | undefined>}
 */
export async function obtainShell() {
  const isChosen = process.env.AGENT_BROWSER_CHROMIUM || process.env.CHROME_PATH;
  if (!findShell() && !isChosen)
    await installPackagesOfDebian('Chromium without windows', ['chromium-headless-shell']);
  const path = findShell();
  if (path) say(`Chromium without windows: ${path}.`);
  return path;
}
