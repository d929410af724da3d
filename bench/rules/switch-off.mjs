import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { parse } from 'acorn';
import { transform } from 'esbuild';
import { bundleForPage } from '../../scripts/build/bundle.mjs';
import { root } from '../../scripts/setup/run.mjs';
import { functions, tables } from './tables.mjs';

/**
 * A rule that can be left out of the script.
 * @typedef {{ kind: import('./tables.mjs').RuleKind, name: string, file: string, without: import('esbuild').Plugin }} Rule
 */

/** Replaces the text of one file. @returns {import('esbuild').Plugin} */
const replacing = (/** @type {string} */ file, /** @type {string} */ contents) => ({
  name: 'rule',
  setup({ onLoad }) {
    const path = join(root, file);
    onLoad({ filter: new RegExp(`[\\\\/]${basename(file).replaceAll('.', '\\.')}$`) }, (found) =>
      found.path === path ? { contents, loader: 'ts', resolveDir: dirname(path) } : undefined,
    );
  },
});

const codeOf = async (/** @type {string} */ file) =>
  (await transform(readFileSync(join(root, file), 'utf8'), { loader: 'ts', target: 'es2022' })).code;

const statementsOf = (/** @type {string} */ code) =>
  /** @type {any[]} */ (parse(code, { ecmaVersion: 2022, sourceType: 'module' }).body);

/** The file that each imported name of a module comes from, relative to the project. @returns {Map<string, string>} */
const importsOf = (/** @type {string} */ code, /** @type {string} */ file) =>
  new Map(
    statementsOf(code)
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ specifiers, source }) =>
        specifiers.map((/** @type {any} */ one) => [one.local.name, posix.join(dirname(file), source.value)]),
      ),
  );

/** The top-level declarations of a module by name. @returns {Map<string, any>} */
function declarationsOf(/** @type {string} */ code) {
  const body = statementsOf(code);
  const declarations = body.map((/** @type {any} */ statement) => statement.declaration ?? statement);
  return new Map(
    declarations
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap((/** @type {any} */ { declarations: list }) =>
        list.map((/** @type {any} */ one) => [one.id.name, one.init]),
      ),
  );
}

/** The name of a rule: the source text of its entry in a table. */
const nameOf = (/** @type {string} */ entry) => entry.replace(/\s+/g, ' ').slice(0, 70);

/** @returns {Promise<Rule[]>} */
async function rulesOfTable(/** @type {import('./tables.mjs').RuleTable} */ { kind, file, table }) {
  const code = await codeOf(file);
  const { elements = [] } = declarationsOf(code).get(table) ?? {};
  if (elements.length === 0) throw new Error(`${file} has no table ${table}.`);
  const entries = elements.map((/** @type {{ start: number, end: number }} */ { start, end }) =>
    code.slice(start, end),
  );
  const imported = importsOf(code, file);
  // An entry that occurs twice is one rule.
  return Promise.all(
    [...new Set(entries)].map((entry) => {
      const from = imported.get(entry);
      // The function may be used elsewhere too, so it is replaced where it is declared.
      if (from) return ruleOfFunction({ kind, file: from, exported: entry, off: 'undefined' });
      return ruleOfEntry(entry);
    }),
  );

  /** @returns {Rule} */
  function ruleOfEntry(/** @type {string} */ entry) {
    const left = entries.filter((/** @type {string} */ other) => other !== entry);
    const contents = `${code.slice(0, elements[0].start)}${left.join(', ')}${code.slice(elements.at(-1).end)}`;
    return { kind, name: nameOf(entry), file, without: replacing(file, contents) };
  }
}

/** @returns {Promise<Rule>} */
async function ruleOfFunction(
  /** @type {import('./tables.mjs').RuleFunction} */ { kind, file, exported, off },
) {
  const code = await codeOf(file);
  const init = declarationsOf(code).get(exported);
  if (!init) throw new Error(`${file} has no ${exported}.`);
  const contents = `${code.slice(0, init.start)}() => ${off}${code.slice(init.end)}`;
  return { kind, name: exported, file, without: replacing(file, contents) };
}

/**
 * All rules. A listed rule that is not found is an error, since its line would be missing in the table.
 * @returns {Promise<Rule[]>}
 */
export async function findRules() {
  const isThere = (/** @type {{ file: string }} */ { file }) => existsSync(join(root, file));
  const missing = [...tables, ...functions].find((one) => !isThere(one));
  if (missing)
    throw new Error(`There is no ${missing.file}: bench/rules/tables.mjs says where the rules are.`);
  return [
    ...(await Promise.all(tables.map(rulesOfTable))).flat(),
    ...(await Promise.all(functions.map(ruleOfFunction))),
  ];
}

/** `agent-browser.read.js`, which contains all rules, without one of them. */
export const bundleWithout = (/** @type {Rule} */ { without }) =>
  bundleForPage('agent-browser.read.js', [without]);
