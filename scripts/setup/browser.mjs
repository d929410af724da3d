import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * A Chromium-family browser on this machine.
 * @typedef {{ path: string, version: string }} FoundBrowser
 */

const commands = [
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'brave',
];

/** @type {Partial<Record<NodeJS.Platform, { folders: (string | undefined)[], files: string[] }>>} */
const usualPlaces = {
  linux: {
    folders: [
      '/usr/bin',
      '/usr/local/bin',
      '/opt/google/chrome',
      '/opt/microsoft/msedge',
      '/opt/brave.com/brave',
    ],
    files: [...commands, 'msedge'],
  },
  darwin: {
    folders: ['/Applications', join(homedir(), 'Applications')],
    files: ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'].map(
      (name) => `${name}.app/Contents/MacOS/${name}`,
    ),
  },
  win32: {
    folders: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA],
    files: [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
      'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
    ],
  },
};

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The version that a browser reports, or undefined if it does not run: Ubuntu's `chromium-browser` is a script
 * that asks for a snap, and a download may lack system libraries. On Windows `--version` would open a window.
 */
function versionOf(/** @type {string} */ path) {
  if (process.platform === 'win32') return 'version not asked';
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout) ? stdout.trim() : undefined;
}

function* candidates() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const { folders, files } = usualPlaces[process.platform] ?? { folders: [], files: [] };
  if (process.platform !== 'win32') {
    // A snap can access neither /tmp nor hidden folders, so it is tried last.
    for (const name of commands)
      for (const folder of onPath) if (!folder.startsWith('/snap')) yield join(folder, name);
  }
  for (const file of files) for (const folder of folders) if (folder) yield join(folder, file);
}

/** The browser that Playwright has downloaded or would download; undefined before packages are installed. */
async function playwrightPath() {
  try {
    const { chromium } = await import('playwright-core');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/**
 * Looks for a browser: the one that AGENT_BROWSER_CHROMIUM or CHROME_PATH names, then Chrome, Chromium, Edge and Brave
 * in the search path and in the usual places, then Playwright's own download.
 * @returns {Promise<FoundBrowser | undefined>}
 */
export async function findBrowser() {
  for (const name of ['AGENT_BROWSER_CHROMIUM', 'CHROME_PATH']) {
    const path = process.env[name];
    if (!path) continue;
    const version = existsSync(path) ? versionOf(path) : undefined;
    if (!version)
      throw new Error(`${name} is ${path}, and no browser runs there. Correct it, or leave it out.`);
    return { path, version };
  }
  const downloaded = await playwrightPath();
  const snap = process.platform === 'linux' ? '/snap/bin/chromium' : undefined;
  const seen = new Set();
  for (const path of [...candidates(), downloaded, snap]) {
    if (!path || seen.has(path) || !isExecutable(path)) continue;
    seen.add(path);
    const version = versionOf(path);
    if (version) return { path, version };
  }
  return undefined;
}

/**
 * Chromium's headless shell, which opens a page in half the time of the browser: the one that AGENT_BROWSER_SHELL names,
 * else the one in the search path, unless AGENT_BROWSER_CHROMIUM or CHROME_PATH names a browser.
 * @returns {string | undefined}
 */
export function findShell() {
  const { AGENT_BROWSER_SHELL, AGENT_BROWSER_CHROMIUM, CHROME_PATH, PATH = '' } = process.env;
  if (AGENT_BROWSER_SHELL) return AGENT_BROWSER_SHELL;
  if (AGENT_BROWSER_CHROMIUM || CHROME_PATH) return undefined;
  return ['chromium-headless-shell', 'chrome-headless-shell']
    .flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
    .find(isExecutable);
}

/**
 * Features to disable. Chromium uses only the last `--disable-features`, so those that Playwright disables are repeated
 * here. Also the pages that each window preloads for its address bar (`WebUIOmnibox…`), which take longer than most
 * tests, and `RenderDocument`, a new frame for each document, which takes a third of the time of opening it.
 */
const featuresLeftOut = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

// These turn off what a test run does not need, above all network requests of the browser's own.
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresLeftOut.join(',')}`,
];

/**
 * Starts a browser. Chromium's sandbox does not work for root and in some containers: there it is off.
 * @param {{ path: string, headless?: boolean, args?: string[] }} options `args`: more of the browser's own flags
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser({ path, headless = true, args = [] }) {
  const { chromium } = await import('playwright-core');
  const start = (/** @type {boolean} */ chromiumSandbox) =>
    chromium.launch({ executablePath: path, headless, args: [...flags, ...args], chromiumSandbox });
  if (process.getuid?.() === 0) return start(false);
  try {
    return await start(true);
  } catch (error) {
    if (!/sandbox/i.test(String(error))) throw error;
    return start(false);
  }
}
