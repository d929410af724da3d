import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { sendOperation } from './client/request.ts';
import { runningServer } from './client/session-server.ts';
import { logPath } from './server/server-files.ts';
import { findBrowser, reasonOf, SessionManager, stateFolder } from './sessions/index.ts';
import { version } from './version.ts';

interface Finding {
  what: string;
  ok: boolean;
  text: string;
}

const finding = async (what: string, look: () => string | Promise<string>): Promise<Finding> => {
  try {
    return { what, ok: true, text: await look() };
  } catch (thrown) {
    return { what, ok: false, text: reasonOf(thrown) };
  }
};

/** On Windows `--version` would open a window. */
const versionOf = (path: string): string =>
  process.platform === 'win32'
    ? ''
    : execFileSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).trim();

const tryBrowser = async (browser: string | undefined): Promise<string> => {
  const manager = new SessionManager({ defaults: browser === undefined ? {} : { browser } });
  const begun = Date.now();
  try {
    const session = await manager.open('doctor');
    const page = await session.run(({ agent }) => agent.open('about:blank'));
    if (!page.ok) throw new Error(page.error?.message);
    return `starts and answers within ${Date.now() - begun} ms`;
  } finally {
    await manager.end();
  }
};

const lookAtServer = async (): Promise<string> => {
  const info = runningServer();
  if (!info) return 'does not run; the next command starts it';
  const health = await sendOperation(info, 'health', '');
  return `runs as process ${info.pid}, ${health.sessions} session(s), version ${health.version}`;
};

const lookAtFolder = (): string => {
  const folder = stateFolder();
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return `${folder} (made when it is needed)`;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new Error(`${folder} can be read by others: chmod 700 ${folder}`);
  return folder;
};

/** Checks all that a session needs. A finding that is not `ok` says what is wrong. */
export const examine = async (browser: string | undefined): Promise<Finding[]> => {
  const found = await finding('browser', () => {
    const path = findBrowser(browser);
    return `${path} ${versionOf(path)}`.trim();
  });
  return [
    {
      what: 'inpage',
      ok: true,
      text: `${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    },
    found,
    ...(found.ok ? [await finding('a session', () => tryBrowser(browser))] : []),
    await finding('state folder', lookAtFolder),
    await finding('session server', lookAtServer),
    { what: 'log of the server', ok: true, text: logPath() },
  ];
};
