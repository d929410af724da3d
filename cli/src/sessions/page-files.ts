import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside the built command and its chunks; where the sources run as they are, in the project's `dist`. */
const FOLDERS = ['./page/', '../page/', '../../../dist/'];

const cache = new Map<string, string>();

/**
 * The text of one of the core's files for a page: `agent-browser.js`, or a part of it such as `parts/hooks.js`.
 *
 * @throws {Error} where the package is not whole
 */
export const pageFile = (name = 'agent-browser.js'): string => {
  const known = cache.get(name);
  if (known !== undefined) return known;
  // A name from a page's answer stays a name.
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
