import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Command,
  json,
  type Options,
  optionalNumber,
  optionalText,
  request,
  text,
  UsageError,
} from './command.ts';

/** The `file:` URL of an existing file; anything else as it is. */
export const addressOf = (written: string): string => {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(written) && existsSync(written))
    return pathToFileURL(resolve(written)).href;
  if (/^\.{0,2}\/(?!\/)/.test(written)) throw new UsageError(`There is no file ${written}.`);
  return written;
};

const sizeOf = (written: unknown): { width: number; height: number } | undefined => {
  if (written === undefined) return undefined;
  const [, width, height] = /^(\d+)[x,](\d+)$/.exec(String(written)) ?? [];
  if (!width || !height) throw new UsageError('--viewport is WIDTHxHEIGHT, such as 1280x720.');
  return { width: Number(width), height: Number(height) };
};

/** Options for a session that a command opens. */
export const SESSION_OPTIONS = [
  ['--browser <path>', 'this browser (default: Chrome, Chromium, Edge or Brave of this machine)'],
  ['--headed', 'with a window'],
  ['--profile <name>', 'keep cookies, storage and log-ins under this name (or in this folder)'],
  ['--viewport <size>', 'such as 1280x720'],
  ['--device <name>', 'such as "iPhone 15"'],
  ['--user-agent <text>', ''],
  ['--locale <tag>', 'such as de-DE'],
  ['--timezone <name>', 'such as Europe/Berlin'],
  ['--color-scheme <which>', 'light, dark or no-preference'],
  ['--proxy <url>', ''],
  ['--ignore-https-errors', ''],
  ['--state <file>', 'cookies and storage, as `state save` wrote them'],
  ['--input <how>', "trusted: the browser's own mouse and keys (default); page: events of the script"],
  ['--no-frames', 'frames of other origins stay closed: no script in a page before it is read'],
  ['--args <flags...>', 'more flags for the browser'],
] as const;

const readJson = (path: string): unknown => {
  try {
    return json(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} can't be read: ${(error as Error).message}.`);
  }
};

export const sessionSettings = (options: Options): Record<string, unknown> | undefined => {
  const settings = Object.entries({
    browser: optionalText(options.browser) && resolve(String(options.browser)),
    headless: options.headed === true ? false : undefined,
    profile: optionalText(options.profile),
    viewport: sizeOf(options.viewport),
    device: options.device,
    userAgent: options.userAgent,
    locale: options.locale,
    timezone: options.timezone,
    colorScheme: options.colorScheme,
    proxy: options.proxy,
    ignoreHttpsErrors: options.ignoreHttpsErrors,
    state: options.state === undefined ? undefined : readJson(String(options.state)),
    input: options.input,
    frames: options.frames === false ? false : undefined,
    args: options.args,
  }).filter(([, value]) => value !== undefined);
  return settings.length > 0 ? Object.fromEntries(settings) : undefined;
};

const page = (kind: string, payload?: unknown) => request('page', { kind, payload });

export const NAVIGATION_COMMANDS: readonly Command[] = [
  {
    usage: 'open [url]',
    summary: 'open an address or file and print the page; opens the session too',
    options: [...SESSION_OPTIONS, ['--quiet', 'do not print the page']],
    peer: 'open',
    prepare: (args, options) => {
      const settings = sessionSettings(options);
      const url = optionalText(args[0]) ?? 'about:blank';
      return request('open', {
        url: addressOf(url),
        settings,
        snapshot: options.quiet === true ? false : undefined,
      });
    },
  },
  { usage: 'back', summary: 'go back', peer: 'back', prepare: () => page('back') },
  { usage: 'forward', summary: 'go forward', peer: 'forward', prepare: () => page('forward') },
  { usage: 'reload', summary: 'load the page again', peer: 'reload', prepare: () => page('reload') },
  {
    usage: 'pushstate <url>',
    summary: 'change the address in place, for a router in the page',
    peer: 'pushstate',
    prepare: (args) => page('pushState', { url: text(args, 0) }),
  },
  {
    usage: 'wait [target]',
    summary: 'wait for an element, so many ms, or what the options say',
    options: [
      ['--text <text>', 'the page shows it'],
      ['--url <part>', 'the address holds it'],
      [
        '--state <state>',
        'of the element: visible, hidden, enabled, disabled, checked, unchecked, attached, detached',
      ],
      ['--load', 'the page is loaded'],
      ['--quiet [ms]', 'the page has not changed for so long'],
      ['--absent', 'text, url and element must be gone instead'],
      ['--fn <expression>', 'until it is true in the page'],
      ['--timeout <ms>', 'longest wait (default 5000)'],
    ],
    peer: 'wait',
    prepare: (args, options) => {
      const what = optionalText(args[0]);
      if (what !== undefined && /^\d{2,}$/.test(what)) return request('wait', { ms: Number(what) });
      const isRef = what !== undefined && /^@?(?:f\d+)*[a-z]{2}\d+$|=/.test(what) && !/^css=/.test(what);
      return request('wait', {
        ...(what !== undefined && (isRef ? { ref: what } : { selector: what.replace(/^css=/, '') })),
        text: options.text,
        url: options.url,
        state: options.state,
        load: options.load,
        quiet: options.quiet === undefined ? undefined : options.quiet === true || Number(options.quiet),
        absent: options.absent,
        expression: options.fn,
        timeoutMs: optionalNumber(options.timeout, '--timeout'),
      });
    },
  },
  {
    usage: 'connect <address>',
    summary: 'connect the session to a browser that runs (a debugging port, http:// or ws://)',
    peer: 'connect',
    prepare: (args, options) =>
      request(
        'openSession',
        { name: options.session, connect: text(args, 0) },
        { finish: (answer) => ({ ...answer, text: `Connected to ${text(args, 0)}.` }) },
      ),
  },
];
