import { describe, expect, it } from 'vitest';
import { findBrowser, type Machine } from '../../cli/src/sessions/browser-location.ts';

/** A machine on which these files exist. */
const machine = (platform: NodeJS.Platform, files: string[], more: Partial<Machine> = {}): Machine => ({
  platform,
  env: {
    PATH: '/usr/bin:/snap/bin',
    PROGRAMFILES: 'C:\\Program Files',
    LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local',
  },
  home: '/Users/a',
  isExecutable: (path) => files.includes(path),
  registry: () => undefined,
  ...more,
});

const CHROME_KEY = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\chrome.exe';

describe('a browser is found', () => {
  it.each<[NodeJS.Platform, string, Partial<Machine>?]>([
    ['linux', '/usr/bin/google-chrome'],
    ['linux', '/usr/bin/chromium'],
    ['linux', '/opt/microsoft/msedge/msedge'],
    ['linux', '/opt/brave.com/brave/brave'],
    ['linux', '/snap/bin/chromium'],
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['darwin', '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'],
    ['darwin', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    ['darwin', '/Applications/Brave Browser.app/Contents/MacOS/Brave Browser'],
    ['win32', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
    ['win32', 'C:\\Users\\a\\AppData\\Local\\Chromium\\Application\\chrome.exe'],
    ['win32', 'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['win32', 'C:\\Program Files\\BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
    [
      'win32',
      'D:\\Chrome\\chrome.exe',
      { registry: (key) => (key === CHROME_KEY ? 'D:\\Chrome\\chrome.exe' : undefined) },
    ],
  ])('on %s at %s', (platform, path, more) => {
    expect(findBrowser(undefined, machine(platform, [path], more))).toBe(path);
  });

  it('in this order: the option, the environment, Chrome, the others', () => {
    const all = ['/my/browser', '/env/browser', '/usr/bin/google-chrome', '/usr/bin/chromium'];
    const env = { PATH: '/usr/bin', INPAGE_BROWSER: '/env/browser' };
    expect(findBrowser('/my/browser', machine('linux', all, { env }))).toBe('/my/browser');
    expect(findBrowser(undefined, machine('linux', all, { env }))).toBe('/env/browser');
    expect(findBrowser(undefined, machine('linux', all))).toBe('/usr/bin/google-chrome');
  });

  it.each([
    ['linux', 'sudo apt-get install chromium'],
    ['darwin', 'brew install --cask google-chrome'],
    ['win32', 'winget install Google.Chrome'],
  ] as const)('nowhere on %s: the message has the command that installs one', (platform, command) => {
    expect(() => findBrowser(undefined, machine(platform, []))).toThrow(command);
    expect(() => findBrowser('/my/browser', machine(platform, []))).toThrow(
      'There is no browser at /my/browser',
    );
  });
});
