import { existsSync, readFileSync } from 'node:fs';
import { run, say } from './run.mjs';

const isDebianLike = () =>
  existsSync('/etc/os-release') &&
  /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));

/** The lists of packages are brought up to date once. */
let areListsNew = false;

/**
 * Installs packages where that needs no password: as root, on Debian and its derivatives. Prints what it does.
 * @param {string} what the missing program, for the message
 * @param {string[]} packages
 * @param {{ recommended?: boolean }} [options] `recommended`: install recommended packages too
 */
export async function installPackagesOfDebian(what, packages, { recommended = false } = {}) {
  if (process.getuid?.() !== 0 || !isDebianLike()) return;
  say(`${what}: not found; installing the packages ${packages.join(', ')} ...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', ...(recommended ? [] : ['--no-install-recommends']), ...packages];
  for (const args of [...(areListsNew ? [] : [['update']]), install])
    if ((await run('apt-get', args, { env })) !== 0) return say(`${what}: apt-get ${args[0]} failed.`);
  areListsNew = true;
}
