import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder of the project, whatever folder the command was started in. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Prints a message of the set-up to stderr, so that stdout has only the output of a command (such as JSON). */
export function say(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a command, in the project's folder unless `cwd` names another, and returns its exit code (127 if there is no such
 * command). Its stdout goes to stderr, like all messages of the set-up; with `output: 'inherit'` to stdout.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, shell?: boolean, output?: 2 | 'inherit' }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, cwd = root, shell = false, output = 2 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', output, 'inherit'],
    });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}
