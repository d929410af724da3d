import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, say } from './run.mjs';

/** @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean }>} LockedPackages */

/** @returns {LockedPackages | undefined} */
function readLockFile(/** @type {string} */ path) {
  try {
    const { '': _project, ...packages } = JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
    return packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether a folder's packages are those of its package-lock.json: npm records the installed ones in
 * node_modules/.package-lock.json.
 */
function isInstalledAsLocked(/** @type {string} */ folder) {
  const wanted = readLockFile(join(folder, 'package-lock.json'));
  const installed = readLockFile(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !installed) return false;
  if (Object.keys(installed).some((path) => !wanted[path])) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // Binaries for other platforms are optional, and not installed here.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity && existsSync(join(root, folder, path));
  });
}

/**
 * Installs exactly the packages of a folder's package-lock.json, unless they are installed already. Install scripts are
 * off: no package needs its own.
 *
 * @param folder relative to the project's root, which is the default
 */
export async function installPackages(folder = '.') {
  const lockFile = join(folder, 'package-lock.json');
  if (isInstalledAsLocked(folder)) return say(`Packages: installed as in ${lockFile}.`);
  say(`Packages: installing what ${lockFile} says (npm ci) ...`);
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-fund', '--no-audit'];
  const options = { cwd: join(root, folder) };
  // Under npm, the same npm is used. `npm` itself is a script, which needs a shell to start on Windows.
  const npm = process.env.npm_execpath;
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], options)
    : await run('npm', args, { ...options, shell: process.platform === 'win32' });
  if (code === 127) throw new Error('npm was not found. Install Node.js with npm, version 20 or newer.');
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}); its own message is above.`);
}
