import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { BrowserContextOptions, LaunchOptions } from 'playwright-core';
import { stateFolder } from './browser-location.ts';
import { SessionError } from './session-error.ts';
import type { SessionSettings } from './session-settings.ts';

/** Flags that turn off what pages do not need, above all network traffic of the browser's own. */
const QUIET_FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * With a guard, all traffic of pages takes its proxy: no WebRTC over UDP beside it, and no pings of hyperlink auditing.
 */
const GUARDED_FLAGS = ['--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--no-pings'];

/**
 * The proxy of an address such as `http://user:password@host:3128`, with user name and password in Playwright's own
 * fields.
 *
 * @throws {SessionError} `invalid_argument`
 */
export const proxyOf = (address: string): { server: string; username?: string; password?: string } => {
  let url: URL;
  try {
    url = new URL(address.includes('://') ? address : `http://${address}`);
  } catch {
    throw new SessionError('invalid_argument', `${address} is no proxy. Give one such as http://host:3128.`);
  }
  return {
    server: `${url.protocol}//${url.host}`,
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
  };
};

const isRoot = process.getuid?.() === 0;

/**
 * Playwright's launch options for a session's browser. `guard`: address of the proxy that all requests have to take.
 */
export const launchOptions = (path: string, settings: SessionSettings, guard?: string): LaunchOptions => {
  const { headless = true, proxy, args = [] } = settings;
  return {
    executablePath: path,
    headless,
    // Chromium's sandbox does not work for root.
    chromiumSandbox: !isRoot,
    args: [...QUIET_FLAGS, ...(headless ? ['--disable-gpu'] : []), ...(guard ? GUARDED_FLAGS : []), ...args],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
    ...(guard ? { proxy: { server: guard } } : proxy ? { proxy: proxyOf(proxy) } : {}),
  };
};

/**
 * The flags that Playwright starts Chromium with (`chromiumSwitches.ts`), for a browser that Playwright does not start;
 * those that are only for Windows' and macOS' own builds are left out.
 */
const DRIVEN_FLAGS = [
  '--disable-field-trial-config',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints',
  '--enable-features=CDPScreenshotNewSurface',
  '--allow-pre-commit-input',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--disable-infobars',
  '--edge-skip-compat-layer-relaunch',
];

/**
 * Flags of a browser without a window. The blink settings give it a mouse: `hover: hover` and `pointer: fine` match.
 */
const HEADLESS_FLAGS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** The command line for launch options, for a browser that Playwright does not start. */
export const drivenFlags = ({ headless, chromiumSandbox, proxy, args = [] }: LaunchOptions): string[] => [
  ...DRIVEN_FLAGS,
  ...(headless ? HEADLESS_FLAGS : []),
  ...(chromiumSandbox ? [] : ['--no-sandbox']),
  ...(proxy ? [`--proxy-server=${proxy.server}`, '--proxy-bypass-list=<-loopback>'] : []),
  ...args,
];

/**
 * The options of a session's browser context. `device`: an entry of Playwright's `devices`, which the settings
 * override.
 */
export const contextOptions = (
  { viewport, userAgent, locale, timezone, ignoreHttpsErrors, colorScheme, state }: SessionSettings,
  device: BrowserContextOptions = {},
): BrowserContextOptions => ({
  viewport: { width: 1280, height: 720 },
  ...device,
  ...(viewport !== undefined && { viewport }),
  ...(userAgent && { userAgent }),
  ...(locale && { locale }),
  ...(timezone && { timezoneId: timezone }),
  ...(ignoreHttpsErrors !== undefined && { ignoreHTTPSErrors: ignoreHttpsErrors }),
  ...(colorScheme && { colorScheme }),
  ...(state && { storageState: state }),
  acceptDownloads: true,
});

/**
 * The absolute path of a profile's folder, which is created if missing. A name is a folder in `profiles` of the state
 * folder.
 *
 * @throws {SessionError} `invalid_argument`
 */
export const profileFolder = (profile: string): string => {
  if (!isAbsolute(profile) && !/^[\w-][\w .-]{0,63}$/.test(profile))
    throw new SessionError(
      'invalid_argument',
      'A profile is a name of letters, digits, "-" and "_", or the absolute path of a folder.',
    );
  const folder = isAbsolute(profile) ? profile : join(stateFolder(), 'profiles', profile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
};

/** The address that Playwright connects to. A number is a debugging port of this machine. */
export const endpointOf = (connect: string): string =>
  /^\d+$/.test(connect) ? `http://127.0.0.1:${connect}` : connect;

/** Whether the address of a browser's debugging port is a loopback address. */
export const isOfThisMachine = (endpoint: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.canParse(endpoint) ? new URL(endpoint).hostname : '');

/** Starts a browser with Chromium's sandbox, and again without it where the sandbox fails, as in some containers. */
export const startSandboxed = async <T>(
  options: LaunchOptions,
  start: (options: LaunchOptions) => Promise<T>,
): Promise<T> => {
  try {
    return await start(options);
  } catch (error) {
    if (!options.chromiumSandbox || !/sandbox/i.test(String(error))) throw error;
    return start({ ...options, chromiumSandbox: false });
  }
};
