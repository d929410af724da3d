import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { root } from '../setup/run.mjs';
import { minifyMore } from './minify.mjs';

/**
 * The parts of the default file (`dist/parts/*.js`). A part is one call of `window.__agentBrowser.register` with a
 * function, whose arguments are the exports that the default file contains already, and the globals that the part uses. So
 * the function refers to nothing outside of itself, and the default file recognises it by a digest of its source, wherever
 * it comes from.
 */

/** The files of the parts below `dist/`, with the entry module of each. */
export const partFiles = {
  'parts/channel.js': 'src/inject/parts/channel.ts',
  'parts/hooks.js': 'src/inject/parts/hooks.ts',
  'parts/widgets.js': 'src/inject/parts/widgets.ts',
  'parts/formats.js': 'src/inject/parts/formats.ts',
};

/** The module that is replaced by the table of parts when the default file is built. */
const builtParts = 'src/inject/parts/built-parts.ts';

/** @typedef {import('esbuild').Plugin} Plugin */

const fromRoot = (/** @type {string} */ path) => relative(root, path).split(sep).join(posix.sep);

/** Leaves the modules that the default file contains out of a part. @returns {Plugin} */
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

/** The free names of a script: those that it uses and does not declare. */
async function freeNamesOf(/** @type {string} */ script) {
  const words = new Set(script.match(/[A-Za-z_$][\w$]*/g));
  const mark = '__free_';
  // esbuild replaces only names that the script does not declare.
  const define = Object.fromEntries([...words].map((word) => [word, `${mark}${word}`]));
  const { code } = await transform(`(${script})`, {
    define: await withoutKeywords(define),
    target: 'es2019',
  });
  return [...new Set([...code.matchAll(new RegExp(`${mark}([\\w$]+)`, 'g'))].map(([, name]) => name ?? ''))];
}

/** Without the keywords, which esbuild does not accept in `define`. */
const withoutKeywords = async (/** @type {Record<string, string>} */ define) => {
  const keywords =
    'arguments async await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield';
  return Object.fromEntries(Object.entries(define).filter(([word]) => !keywords.split(' ').includes(word)));
};

/** @typedef {{ from: string, name: string }} Shared an argument of a part: an export of the module `from`, or a global, with an empty `from` */

/** A minified module as a function whose parameters are its imports and its free names. */
async function asFunction(/** @type {string} */ module) {
  /** @type {Shared[]} */
  const shared = [];
  /** @type {string[]} */
  const parameters = [];
  const body = module.replace(
    /import(?:\{([^}]*)\}from)?"shared:([^"]*)";/g,
    (_, /** @type {string | undefined} */ names, /** @type {string} */ from) => {
      let others = '';
      for (const specifier of names?.split(',') ?? []) {
        const [name = '', local = name] = specifier.split(' as ');
        // Modules of one part may import the same export under different names.
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

/** The digest of a text as the script computes it: two bytes for each code unit, the higher one first. */
const digestOf = (/** @type {string} */ text) =>
  createHash('sha256').update(Buffer.from(text, 'utf16le').swap16()).digest('hex');

/** Names of the globals that scripts/build/globals.js saves for all code of the default file. */
const kept = new Set(
  [...readFileSync(join(root, 'scripts/build/globals.js'), 'utf8').matchAll(/^ {2}\w+ as (\w+),$/gm)].map(
    ([, name]) => name ?? '',
  ),
);

/** An expression for a global that the page can't replace: the saved one, if there is one. */
const globalOf = (/** @type {string} */ name) => (kept.has(name) ? name : `window.${name}`);

/** The text of the module that replaces {@link builtParts}: for each part its digest and arguments. */
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

/** Replaces {@link builtParts} by the table of parts. @returns {Plugin} */
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
 * Builds the parts for a default file: their texts by file, and the plugin with which the default file is built.
 *
 * @param {ReadonlySet<string>} inDefault source files that the default file contains
 * @param {(options: import('esbuild').BuildOptions) => Promise<string>} build bundles with the options that all files share
 * @param {Plugin[]} plugins
 */
export async function buildParts(inDefault, build, plugins) {
  const built = await Promise.all(
    Object.values(partFiles).map(async (entry) => {
      const module = await build({
        entryPoints: [entry],
        plugins: [...plugins, sharing(inDefault)],
        format: 'esm',
        // A line end in a template literal would depend on those of the checkout.
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
