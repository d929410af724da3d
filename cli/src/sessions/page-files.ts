import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where the core's files are: beside the built command and its chunks, or in the project's `dist` where the sources run
 * without a build.
 */
const FOLDERS = ['./page/', '../page/', '../../../dist/'];

const cache = new Map<string, string>();

/**
 * The text of a file of the core for a page: `agent-browser.js`, or a part of it such as `parts/hooks.js`.
 *
 * @throws {Error} where the package has no such file
 */
export const pageFile = (name = 'agent-browser.js'): string => {
  const known = cache.get(name);
  if (known !== undefined) return known;
  // A page may have given the name: it must not lead out of the folder.
  if (!/^(?:parts\/)?[\w.-]+\.js$/.test(name))
    throw new Error(`${name.slice(0, 80)} is no file of this package.`);
  const path = FOLDERS.map((folder) => fileURLToPath(new URL(folder + name, import.meta.url))).find((one) =>
    existsSync(one),
  );
  if (path === undefined) throw new Error(`${name} is missing from this package: install it again.`);
  const text = readFileSync(path, 'utf8');
  cache.set(name, text);
  return text;
};
