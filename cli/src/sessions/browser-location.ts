import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, posix, win32 } from 'node:path';
import { SessionError } from './session-error.ts';

/** What the search for a browser asks of the machine. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  isExecutable(path: string): boolean;
  /** The default value of a key of Windows' registry. */
  registry(key: string): string | undefined;
}

interface Vendor {
  /** Names in the search path. */
  commands: readonly string[];
  linux: readonly string[];
  /** The application of macOS. */
  mac: string;
  /** Below `Program Files` and `%LOCALAPPDATA%`. */
  windows: string;
  /** Below `App Paths` of the registry. */
  registered: string;
}

/** In the order in which they are taken. */
const VENDORS: readonly Vendor[] = [
  {
    commands: ['google-chrome-stable', 'google-chrome', 'chrome'],
    linux: ['/opt/google/chrome/chrome'],
    mac: 'Google Chrome',
    windows: 'Google\\Chrome\\Application\\chrome.exe',
    registered: 'chrome.exe',
  },
  {
    commands: ['chromium', 'chromium-browser'],
    linux: ['/usr/lib/chromium/chromium', '/snap/bin/chromium'],
    mac: 'Chromium',
    windows: 'Chromium\\Application\\chrome.exe',
    registered: 'chromium.exe',
  },
  {
    commands: ['microsoft-edge-stable', 'microsoft-edge'],
    linux: ['/opt/microsoft/msedge/msedge'],
    mac: 'Microsoft Edge',
    windows: 'Microsoft\\Edge\\Application\\msedge.exe',
    registered: 'msedge.exe',
  },
  {
    commands: ['brave-browser', 'brave'],
    linux: ['/opt/brave.com/brave/brave'],
    mac: 'Brave Browser',
    windows: 'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
    registered: 'brave.exe',
  },
];

const APP_PATHS = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\';

const inWindows = ({ windows, registered }: Vendor, { env, registry }: Machine): string[] => {
  const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  const keys = ['HKCU', 'HKLM'].map((hive) => registry(`${hive}\\${APP_PATHS}${registered}`));
  return [...keys, ...folders.map((folder) => folder && win32.join(folder, windows))].filter(
    (path): path is string => Boolean(path),
  );
};

const onMac = ({ mac }: Vendor, { home }: Machine): string[] =>
  ['/Applications', posix.join(home, 'Applications')].map(
    (folder) => `${folder}/${mac}.app/Contents/MacOS/${mac}`,
  );

const onUnix = ({ commands, linux }: Vendor, { env }: Machine): string[] => {
  // A snap sees neither /tmp nor hidden folders, so it comes last.
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith('/snap'));
  const searched = commands.flatMap((command) => folders.map((folder) => posix.join(folder, command)));
  return [...searched, ...linux];
};

/** Where browsers may be, in the order in which they are tried. */
export const browserCandidates = (machine: Machine): string[] =>
  VENDORS.flatMap((vendor) => {
    if (machine.platform === 'win32') return inWindows(vendor, machine);
    if (machine.platform === 'darwin') return [...onMac(vendor, machine), ...onUnix(vendor, machine)];
    return onUnix(vendor, machine);
  });

const INSTALL: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'brew install --cask google-chrome',
  win32: 'winget install Google.Chrome',
};

/** The command that installs a browser on a system. */
export const installCommand = (platform: NodeJS.Platform): string =>
  INSTALL[platform] ?? 'sudo apt-get install chromium (Fedora: sudo dnf install chromium)';

const queryRegistry = (key: string): string | undefined => {
  try {
    const output = execFileSync('reg', ['query', key, '/ve'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /REG_SZ\s+(.+?)\s*$/m.exec(output)?.[1]?.replace(/^"|"$/g, '');
  } catch {
    // There is no such key.
    return undefined;
  }
};

/** The machine that this runs on. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  registry: queryRegistry,
});

/**
 * The browser to start: the one that was asked for, the one that `INPAGE_BROWSER` (or `CHROME_PATH`) names, then Chrome,
 * Chromium, Edge and Brave where systems have them.
 *
 * @throws {SessionError} `browser_missing` with the command that installs one
 */
export const findBrowser = (asked?: string, machine: Machine = thisMachine()): string => {
  const { env } = machine;
  const named = asked ?? env.INPAGE_BROWSER ?? env.AGENT_BROWSER_CHROMIUM ?? env.CHROME_PATH;
  if (named) {
    if (machine.isExecutable(named)) return named;
    throw new SessionError(
      'browser_missing',
      `There is no browser at ${named}. Give the path of an executable with --browser PATH, or leave it out.`,
    );
  }
  const found = browserCandidates(machine).find((path) => machine.isExecutable(path));
  if (found) return found;
  throw new SessionError(
    'browser_missing',
    `No Chrome, Chromium, Edge or Brave was found. Install one: ${installCommand(machine.platform)}. Or say where one is: --browser PATH.`,
  );
};

/** The folder of what this user's sessions keep: `INPAGE_HOME`, or `.inpage` in the home folder. */
export const stateFolder = (): string => process.env.INPAGE_HOME || join(homedir(), '.inpage');
