#!/usr/bin/env node
/**
 * Writes the project's public address, the only setting of `address.json` (`https://host/owner/name`), to the fields that
 * package registries read: `repository`, `homepage` and `bugs` of the npm packages, `url`, `scm` and `issueManagement` of
 * the Kotlin library. If the address is empty, these fields are removed.
 *
 *   node scripts/address.mjs            writes the fields
 *   node scripts/address.mjs --check    fails if a file does not have the fields that the setting gives
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/run.mjs';

/** Folders of the npm packages that are published. */
const PACKAGES = { '.': '', cli: 'cli', service: 'service' };
const POM = 'kotlin/pom.xml';

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

/** The fields of a package.json for an address; none for an empty one. @returns {Record<string, unknown>} */
function fieldsOf(/** @type {string} */ address, /** @type {string} */ folder) {
  if (address === '') return {};
  return {
    repository: { type: 'git', url: `git+${address}.git`, ...(folder && { directory: folder }) },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** The text of a package.json with its address fields replaced by `fields`, which are put behind `license`. */
function packageWith(/** @type {string} */ text, /** @type {Record<string, unknown>} */ fields) {
  const { repository, homepage, bugs, ...rest } = JSON.parse(text);
  const entries = Object.entries(rest).flatMap(([name, value]) =>
    name === 'license' ? [[name, value], ...Object.entries(fields)] : [[name, value]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

/** The text of the POM with the elements that Maven Central requires: url, scm and issueManagement. */
function pomWith(/** @type {string} */ text, /** @type {string} */ address) {
  const without = text.replace(/ {2}<!-- address -->\n[\s\S]*? {2}<!-- \/address -->\n/, '');
  if (address === '') return without;
  const path = address.replace(/^https:\/\//, '');
  const lines = `  <!-- address -->
  <url>${address}</url>
  <scm>
    <url>${address}</url>
    <connection>scm:git:${address}.git</connection>
    <developerConnection>scm:git:ssh://git@${path}.git</developerConnection>
  </scm>
  <issueManagement>
    <url>${address}/issues</url>
  </issueManagement>
  <!-- /address -->
`;
  return without.replace(/( {2}<\/description>\n| {2}<description>.*<\/description>\n)/, `$1${lines}`);
}

/**
 * The texts that the files with the setting should have, by path.
 * @param {string} address empty, or without a slash at its end
 * @returns {Record<string, string>}
 */
export function filesWithAddress(address) {
  if (address !== '' && !/^https:\/\/[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(address))
    throw new Error(`address.json: "${address}" is not of the form https://host/owner/name.`);
  /** @type {Record<string, string>} */
  const files = { [POM]: pomWith(read(POM), address) };
  for (const [folder, directory] of Object.entries(PACKAGES)) {
    const path = join(folder, 'package.json');
    files[path] = packageWith(read(path), fieldsOf(address, directory));
  }
  return files;
}

/** @returns {string} */
export const projectAddress = () => JSON.parse(read('address.json')).repository;

if (process.argv[1]?.endsWith('address.mjs')) {
  const stale = Object.entries(filesWithAddress(projectAddress())).filter(
    ([path, text]) => read(path) !== text,
  );
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of stale) {
    process.stdout.write(`${path} ${isCheck ? 'is not what address.json says' : 'written'}\n`);
    if (!isCheck) writeFileSync(join(root, path), text);
  }
  if (isCheck && stale.length > 0) process.exitCode = 1;
}
