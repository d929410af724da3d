import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, posix, win32 } from 'node:path';
import { SessionError } from './session-error.ts';

/** The parts of the operating system that the search for a browser reads; tests replace them. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  isExecutable(path: string): boolean;
  /** The default value of a key of Windows' registry. */
  registry(key: string): string | undefined;
}

interface Vendor {
  /** Executables that are searched in `PATH`. */
  commands: readonly string[];
  linux: readonly string[];
  /** Name of the application on macOS. */
  mac: string;
  /** Path below `Program Files` and `%LOCALAPPDATA%`. */
  windows: string;
  /** Key below `App Paths` of the registry. */
  registered: string;
}

/** In order of preference: the first that is installed is started. */
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
  // A snap can read neither /tmp nor hidden folders, so it comes last.
  const folders = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith('/snap'));
  const searched = commands.flatMap((command) => folders.map((folder) => posix.join(folder, command)));
  return [...searched, ...linux];
};

/** The paths at which browsers are usually installed, in order of preference. */
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

/** The {@link Machine} of this process. */
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
 * The path of the browser to start: `explicitPath`, else what `INPAGE_BROWSER`, `AGENT_BROWSER_CHROMIUM` or
 * `CHROME_PATH` names, else the first installed one of Chrome, Chromium, Edge and Brave.
 *
 * @throws {SessionError} `browser_missing`, with the command that installs one
 */
export const findBrowser = (explicitPath?: string, machine: Machine = thisMachine()): string => {
  const { env } = machine;
  const named = explicitPath ?? env.INPAGE_BROWSER ?? env.AGENT_BROWSER_CHROMIUM ?? env.CHROME_PATH;
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

/**
 * The folder of this user's profiles, kept browsers and session server: `INPAGE_HOME`, or `.inpage` in the home folder.
 */
export const stateFolder = (): string => process.env.INPAGE_HOME || join(homedir(), '.inpage');
