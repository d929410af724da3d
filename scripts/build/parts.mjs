import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { root } from '../setup/run.mjs';
import { minifyMore } from './minify.mjs';

/**
 * The parts of the default file (`dist/parts/*.js`). A part is one call of `window.__agentBrowser.register` with a
 * function, which gets all that it shares with the default file as its arguments: what of the sources is in that file
 * already, and the globals that it uses. So it names nothing outside of itself, and the default file can tell it by a
 * digest of its source, wherever it comes from.
 */

/** Files below `dist/`, and what composes each. */
export const partFiles = {
  'parts/channel.js': 'src/inject/parts/channel.ts',
  'parts/hooks.js': 'src/inject/parts/hooks.ts',
  'parts/widgets.js': 'src/inject/parts/widgets.ts',
  'parts/formats.js': 'src/inject/parts/formats.ts',
};

/** What the default file has in the place of this one. */
const builtParts = 'src/inject/parts/built-parts.ts';

/** @typedef {import('esbuild').Plugin} Plugin */

const fromRoot = (/** @type {string} */ path) => relative(root, path).split(sep).join(posix.sep);

/** Modules that the default file has stay outside of a part. @returns {Plugin} */
const sharing = (/** @type {ReadonlySet<string>} */ inDefault) => ({
  name: 'sharing',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined;
      const file = fromRoot(join(resolveDir, path));
      return inDefault.has(file) ? { path: `shared:${file}`, external: true } : undefined;
    });
  },
});

/** Names that a script uses and does not declare. */
async function freeNamesOf(/** @type {string} */ script) {
  const words = new Set(script.match(/[A-Za-z_$][\w$]*/g));
  const mark = '__free_';
  // Only names that nothing declares are replaced.
  const define = Object.fromEntries([...words].map((word) => [word, `${mark}${word}`]));
  const { code } = await transform(`(${script})`, {
    define: await withoutKeywords(define),
    target: 'es2019',
  });
  return [...new Set([...code.matchAll(new RegExp(`${mark}([\\w$]+)`, 'g'))].map(([, name]) => name ?? ''))];
}

/** esbuild takes no keyword to define. */
const withoutKeywords = async (/** @type {Record<string, string>} */ define) => {
  const keywords =
    'arguments async await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';
  return Object.fromEntries(Object.entries(define).filter(([word]) => !keywords.split(' ').includes(word)));
};

/** @typedef {{ from: string, name: string }} Shared what a part is given: a module's export, or a global (from nowhere) */

/** A minified module as a function: what it imports and what it uses without declaring it are the parameters. */
async function asFunction(/** @type {string} */ module) {
  /** @type {Shared[]} */
  const shared = [];
  /** @type {string[]} */
  const parameters = [];
  const body = module.replace(
    /import(?:\{([^}]*)\}from)?"shared:([^"]*)";/g,
    (_, /** @type {string | undefined} */ names, /** @type {string} */ from) => {
      let others = '';
      for (const one of names?.split(',') ?? []) {
        const [name = '', local = name] = one.split(' as ');
        // Each module of the part has a name of its own for it.
        const known = shared.findIndex((given) => given.from === from && given.name === name);
        if (known >= 0) others += `const ${local}=${parameters[known]};`;
        else {
          shared.push({ from, name });
          parameters.push(local);
        }
      }
      return others;
    },
  );
  const text = body.trim().replace(/export\{([\w$]+) as default\};$/, 'return $1');
  const source = (/** @type {string[]} */ all) => `function(${all.join(',')}){"use strict";${text}}`;
  const free = await freeNamesOf(source(parameters));
  for (const name of free) shared.push({ from: '', name });
  return { source: source([...parameters, ...free]), shared };
}

const [HEAD, TAIL] = ['window.__agentBrowser.register(', ');'];

const asCall = (/** @type {string} */ source) => `${HEAD}${source}${TAIL}`;

const functionIn = (/** @type {string} */ call) => call.trim().slice(HEAD.length, -TAIL.length);

/** As the script makes it: two bytes for each code unit. */
const digestOf = (/** @type {string} */ text) =>
  createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest('hex');

/** Globals that the default file keeps for all of its code, by their names (scripts/build/globals.js). */
const kept = new Set(
  [...readFileSync(join(root, 'scripts/build/globals.js'), 'utf8').matchAll(/^ {2}\w+ as (\w+),$/gm)].map(
    ([, name]) => name ?? '',
  ),
);

/** A global, as a page can't stand in for it. */
const globalOf = (/** @type {string} */ name) => (kept.has(name) ? name : `window.${name}`);

/** The text of the module that stands for {@link builtParts}. */
function tableOf(/** @type {{ source: string, shared: Shared[] }[]} */ parts) {
  const all = parts.flatMap(({ shared }) => shared);
  const files = [...new Set(all.map(({ from }) => from))].filter((from) => from !== '');
  const moduleOf = (/** @type {string} */ file) => `m${files.indexOf(file)}`;
  const imports = files.map((file) => `import * as ${moduleOf(file)} from '/${file}';`);
  const entries = parts.map(({ source, shared }) => {
    const given = shared.map(({ from, name }) =>
      from === '' ? globalOf(name) : `${moduleOf(from)}.${name}`,
    );
    return `{ digest: '${digestOf(source)}', shared: () => [${given.join(', ')}] }`;
  });
  return `${imports.join('\n')}\nexport const builtParts = [${entries.join(', ')}];`;
}

/** Gives the default file its table of parts. @returns {Plugin} */
const withTable = (/** @type {string} */ table) => ({
  name: 'built-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\/src\// }, ({ path }) => ({ path: join(root, path) }));
    onLoad({ filter: /built-parts\.ts$/ }, ({ path }) =>
      fromRoot(path) === builtParts ? { contents: table, loader: 'js', resolveDir: root } : undefined,
    );
  },
});

/**
 * Builds the parts for a default file.
 *
 * @param {ReadonlySet<string>} inDefault sources that are in it without them
 * @param {(options: import('esbuild').BuildOptions) => Promise<string>} build what the build of all files shares
 * @param {Plugin[]} plugins
 */
export async function buildParts(inDefault, build, plugins) {
  const built = await Promise.all(
    Object.values(partFiles).map(async (entry) => {
      const module = await build({
        entryPoints: [entry],
        plugins: [...plugins, sharing(inDefault)],
        format: 'esm',
        // A line end in it would be another one in another checkout.
        supported: { 'template-literal': false },
      });
      const { source: plain, shared } = await asFunction(module);
      const part = { source: functionIn(await minifyMore(asCall(plain))), shared };
      const left = await freeNamesOf(part.source);
      if (left.length > 0) throw new Error(`${entry} names what it is not given: ${left.join(', ')}.`);
      return part;
    }),
  );
  const names = Object.keys(partFiles);
  return {
    plugin: withTable(tableOf(built)),
    texts: Object.fromEntries(built.map(({ source }, i) => [names[i] ?? '', `${asCall(source)}\n`])),
  };
}
