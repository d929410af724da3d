import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackagesOfDebian } from './debian.mjs';
import { installPackages } from './packages.mjs';
import { root, run, say } from './run.mjs';

const find = (/** @type {string} */ name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

const CLIENTS = 'service/tests/clients';
const PYTHON = join(root, CLIENTS, 'python');

/** Installs Firecrawl's Python client and its dependencies in a folder of the tests. */
async function installPythonClient() {
  const wanted = readFileSync(join(PYTHON, 'requirements.txt'), 'utf8');
  const note = join(PYTHON, '.packages/installed.txt');
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted)
    return say(`Packages: installed as in ${CLIENTS}/python/requirements.txt.`);
  if (!find('python3')) await installPackagesOfDebian('Python', ['python3', 'python3-pip']);
  say(`Packages: installing what ${CLIENTS}/python/requirements.txt says (pip) ...`);
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--root-user-action=ignore',
  ];
  const target = ['--no-deps', '--upgrade', '--target', '.packages', '-r', 'requirements.txt'];
  if ((await run('python3', [...args, ...target], { cwd: PYTHON })) !== 0)
    throw new Error('The tests of the service need Python 3 with pip (Debian: python3-pip), and pip failed.');
  writeFileSync(note, wanted);
}

/**
 * Finds or installs what the service's tests need beside its packages.
 * @param {boolean} isFull with the clients of other projects, which only a full run tests
 */
export async function obtainServiceParts(isFull) {
  if (!find('redis-server')) await installPackagesOfDebian('Redis', ['redis-server']);
  const redis = find('redis-server');
  if (!redis)
    throw new Error('The tests need Redis. Install it (Debian: sudo apt-get install redis-server).');
  say(`Redis: ${redis}.`);
  if (!isFull) return;
  await installPackages(`${CLIENTS}/js`);
  await installPythonClient();
}
