import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('../node_modules/agent-browser/', import.meta.url));

export const version = () =>
  /** @type {string} */ (JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version);

/** The path of its native program, which needs no Node; its start script needs Node 24. */
function program() {
  const ending = platform() === 'win32' ? '.exe' : '';
  const path = `${folder}bin/agent-browser-${platform()}-${arch()}${ending}`;
  if (!existsSync(path)) throw new Error(`agent-browser has no program for ${platform()} on ${arch()}.`);
  // Its install script, which is not run, would do that.
  if (platform() !== 'win32') chmodSync(path, 0o755);
  return path;
}

const LIMIT_MS = 120_000;

/**
 * The message of a failed command without its path, since results are committed.
 * @param {string} command
 * @param {unknown} error of `execFile`
 */
function failureOf(command, error) {
  const { code, signal, stderr, stdout } = /** @type {import('node:child_process').ExecFileException} */ (
    error
  );
  if (signal) return new Error(`${command}: no answer within ${LIMIT_MS / 1000} s`);
  const message = `${stderr ?? ''}${stdout ?? ''}`.trim().split('\n')[0];
  return new Error(`${command}: ${message || `ended with ${code}`}`);
}

/**
 * agent-browser's CLI, connected to a running browser.
 * @param {number} port of the DevTools protocol
 */
export function connectAgentBrowser(port) {
  const path = program();
  const session = `bench-${process.pid}`;
  const run = async (/** @type {string[]} */ ...args) => {
    try {
      const { stdout } = await execute(path, ['--session', session, '--cdp', String(port), ...args], {
        encoding: 'utf8',
        maxBuffer: 1e9,
        timeout: LIMIT_MS,
      });
      return stdout;
    } catch (error) {
      throw failureOf(args.join(' '), error);
    }
  };
  return {
    /** The text of its snapshot, and the wall time of the command in ms. */
    async snapshot(/** @type {string[]} */ ...args) {
      const start = performance.now();
      const text = await run('snapshot', ...args);
      return { text, ms: performance.now() - start };
    },
    url: async () => (await run('get', 'url')).trim(),
    tabs: () => run('tab', 'list'),
    tab: (/** @type {string} */ name) => run('tab', name),
    /** Ends its daemon, which would run for an hour. */
    close: () => run('close').catch(() => ''),
  };
}
