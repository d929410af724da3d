import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { installPackagesOfDebian } from './debian.mjs';
import { say } from './run.mjs';

/**
 * A browser of another engine than Chromium's.
 * @typedef {{ path: string, version: string }} FoundEngine
 */

const onPath = (/** @type {string} */ name) =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

/**
 * The program that an environment variable names, else the first of `places` that exists.
 * @param {string} variable
 * @param {string[]} places
 * @returns {string | undefined}
 */
function locate(variable, places) {
  const named = process.env[variable];
  if (!named) return places.find((path) => existsSync(path));
  if (!existsSync(named))
    throw new Error(`${variable} is ${named}, and nothing is there. Correct it, or leave it out.`);
  return named;
}

/** @returns {FoundEngine | undefined} */
export function findFirefox() {
  const path = locate('AGENT_BROWSER_FIREFOX', [
    ...onPath('firefox-esr'),
    ...onPath('firefox'),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ]);
  if (!path) return undefined;
  // On Windows `--version` prints nothing. Ubuntu's `firefox` command fails if its snap is not installed.
  if (process.platform === 'win32') return { path, version: 'Firefox' };
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? { path, version: stdout.trim() } : undefined;
}

function miniBrowserPlaces() {
  const places = onPath('MiniBrowser');
  const folders = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter((name) => name.includes('-linux-'))
    : [];
  for (const folder of folders)
    for (const api of ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'])
      places.push(join('/usr/lib', folder, api, 'MiniBrowser'));
  return places;
}

/**
 * WebKitGTK: its MiniBrowser, the WebDriver server for it, and a virtual screen (xvfb).
 * @returns {FoundEngine & { driver: string, screen: string } | undefined}
 */
export function findWebKit() {
  const path = locate('AGENT_BROWSER_WEBKIT', miniBrowserPlaces());
  const driver = onPath('WebKitWebDriver').find((place) => existsSync(place));
  const screen = onPath('xvfb-run').find((place) => existsSync(place));
  if (!path || !driver || !screen) return undefined;
  // Neither prints its version without a display; the folder is named after the version of the API.
  return { path, driver, screen, version: basename(dirname(path)) };
}

const ENGINES = [
  { project: 'firefox', name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  {
    project: 'webkit',
    name: 'WebKitGTK',
    find: findWebKit,
    // xvfb-run needs `xauth`, which xvfb only recommends.
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'xauth'],
  },
];

/**
 * Finds Firefox and WebKitGTK, or installs them where that is possible. Required on Linux; on other systems a missing
 * engine is skipped.
 * @returns {Promise<string[]>} the projects of vitest.config.ts that can't be run here
 */
export async function obtainEngines() {
  const missing = [];
  for (const { project, name, find, packages } of ENGINES) {
    // The recommended packages include software rendering, which machines without a graphics card need.
    if (!find()) await installPackagesOfDebian(name, packages, { recommended: true });
    const found = find();
    if (found) say(`${name}: ${found.path} (${found.version}).`);
    else if (process.platform === 'linux') {
      throw new Error(
        `The tests need ${name}, and it could not be installed. Install it (Debian: sudo apt-get install ${packages.join(' ')}).`,
      );
    } else missing.push(project);
  }
  return missing;
}
