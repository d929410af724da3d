import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from '../setup/run.mjs';

/**
 * Property names that nobody but the bundle itself reads or writes, so that the build may shorten them.
 *
 * A name is shortened if an interface or a class of `src/inject` or `src/render` declares it, unless it is also
 *   - a name of the platform: any word in TypeScript's `lib.dom` and `lib.es*`;
 *   - on the wire: any word in the contract, or in the interface of the script itself;
 *   - kept in the page for another version of the script: what `DocumentState` leads to;
 *   - read from something of the page's, which takes a cast: `(x as { name?: unknown }).name`
 *     (or an index signature: the test of this file finds those);
 *   - used as a string: any word in a string literal.
 *
 * Only words are compared, never types: where one name has two meanings, it stays as it is.
 */
export function internalNames() {
  const sources = sourceFiles('src/inject').concat(sourceFiles('src/render')).map(readCode);
  const bodies = typeBodies(sources);
  const kept = new Set([
    ...platformWords(),
    ...wordsIn(readCode(join(root, 'src/contract.ts'))),
    ...wordsIn(reachable(bodies, ['DocumentState', 'AgentBrowser'])),
    ...sources.flatMap(foreignNames),
    ...sources.flatMap(stringWords),
  ]);
  const declared = [...bodies.values()].flatMap(memberNames);
  return [...new Set(declared)].filter((name) => !kept.has(name)).sort();
}

const wordsIn = (/** @type {string} */ text) => text.match(/[A-Za-z_$][\w$]*/g) ?? [];

/** The text of a file without its comments. */
const readCode = (/** @type {string} */ path) =>
  readFileSync(path, 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$|\s\/\/ .*$/gm, '');

const sourceFiles = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(root, folder, path));

function platformWords() {
  const require = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'));
  const { platform, arch } = process;
  const folder = join(
    dirname(require.resolve(`@typescript/typescript-${platform}-${arch}/package.json`)),
    'lib',
  );
  const files = readdirSync(folder).filter((name) => /^lib\.(?:dom|es).*\.d\.ts$/.test(name));
  if (files.length < 50) throw new Error(`TypeScript's library is not in ${folder}`);
  return files.flatMap((name) => wordsIn(readCode(join(folder, name))));
}

/** What stands between the braces of each interface and class, by its name. */
function typeBodies(/** @type {string[]} */ sources) {
  /** @type {Map<string, string>} */
  const bodies = new Map();
  for (const source of sources) {
    for (const [, name = '', body = ''] of source.matchAll(
      /\b(?:interface|class) (\w+)[^{]*\{([\s\S]*?)\n\}/g,
    )) {
      bodies.set(name, (bodies.get(name) ?? '') + body);
    }
  }
  return bodies;
}

/** The bodies of some types and of all types that they mention, and so on. */
function reachable(/** @type {Map<string, string>} */ bodies, /** @type {string[]} */ from) {
  const seen = new Set(from);
  let text = '';
  for (const name of seen) {
    const body = bodies.get(name);
    if (body === undefined) continue;
    text += body;
    for (const word of wordsIn(body)) if (bodies.has(word)) seen.add(word);
  }
  if (!text) throw new Error(`${from.join(' and ')} are not declared in the sources`);
  return text;
}

/** Members stand two spaces in (the formatter sees to it); a constructor declares some among its parameters. */
const memberNames = (/** @type {string} */ body) =>
  [...body.matchAll(/^ {2}(?:(?:private|readonly|static) )*(\w+)\??[:(<= ]|\bprivate readonly (\w+):/gm)].map(
    ([, member, parameter]) => member ?? parameter ?? '',
  );

/** Names in the types of casts and of single parameters. */
const foreignNames = (/** @type {string} */ source) =>
  [...source.matchAll(/(?:\bas|\(\w+:) \{([^}]*)\}/g)].flatMap(([, names = '']) => wordsIn(names));

const stringWords = (/** @type {string} */ source) =>
  [...source.matchAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g)].flatMap(([text]) =>
    wordsIn(text.replace(/\$\{[^{}]*\}/g, ' ')),
  );
