import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { BrowserContextOptions, LaunchOptions } from 'playwright-core';
import { stateFolder } from './browser-location.ts';
import { SessionError } from './session-error.ts';
import type { SessionSettings } from './session-settings.ts';

/** Nothing that pages do not need, above all nothing that talks to the network by itself. */
const QUIET_FLAGS = [
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** All of a page's traffic goes through the guard: WebRTC would go around it. */
const GUARDED_FLAGS = ['--force-webrtc-ip-handling-policy=disable_non_proxied_udp', '--no-pings'];

/** A proxy as Playwright wants it, with the name and password out of the address. */
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

/** How a browser is started for a session. `guard`: address of the proxy that all requests have to take. */
export const launchOptions = (path: string, settings: SessionSettings, guard?: string): LaunchOptions => {
  const { headless = true, proxy, args = [] } = settings;
  return {
    executablePath: path,
    headless,
    // It does not work for root.
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
 * What a browser that is driven by a program is started with, where Playwright does not start it: as Playwright has it
 * (`chromiumSwitches.ts`), without what is for Windows' and macOS' own builds.
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

/** Without a window: a mouse all the same. */
const HEADLESS_FLAGS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** The flags of a browser that Playwright does not start. */
export const drivenFlags = ({ headless, chromiumSandbox, proxy, args = [] }: LaunchOptions): string[] => [
  ...DRIVEN_FLAGS,
  ...(headless ? HEADLESS_FLAGS : []),
  ...(chromiumSandbox ? [] : ['--no-sandbox']),
  ...(proxy ? [`--proxy-server=${proxy.server}`, '--proxy-bypass-list=<-loopback>'] : []),
  ...args,
];

/** What of the settings is the context's; `device`: Playwright's description of one. */
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

/** The folder of a profile, made if it is not there: a name is one below the state folder. */
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

/** The address that Playwright connects to: a port alone is one of this machine. */
export const endpointOf = (connect: string): string =>
  /^\d+$/.test(connect) ? `http://127.0.0.1:${connect}` : connect;

/** Starts with Chromium's sandbox where it works: not for root, nor in some containers. */
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
