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

/** npm notes what it has installed in a lock file of its own, so the two can be compared. */
function isInstalledAsLocked() {
  const wanted = readLockFile('package-lock.json');
  const installed = readLockFile('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  if (Object.keys(installed).some((path) => !wanted[path])) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // Binaries for other platforms are optional, and not installed here.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity && existsSync(join(root, path));
  });
}

/** Installs exactly what package-lock.json says, unless that is there already. No package needs its install script. */
export async function installPackages() {
  if (isInstalledAsLocked()) return say('Packages: installed as in package-lock.json.');
  say('Packages: installing what package-lock.json says (npm ci) ...');
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-fund', '--no-audit'];
  // Started by npm, this is that same npm; `npm` itself is a script, which Windows starts by a shell only.
  const npm = process.env.npm_execpath;
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (code === 127) throw new Error('npm was not found. Install Node.js with npm, version 20 or newer.');
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}); its own message is above.`);
}
