/**
 * The part of the work that a file of src/ belongs to in a profile: that of the first pattern that matches its path. A
 * native function counts for the file that calls it.
 * @type {[pattern: RegExp, part: string][]}
 */
const parts = [
  [/aria\/generated-content/, 'pseudo content'],
  [
    /aria\/(?:name|text-alternative|native-alternative|subtree-text|joined-text|references|description|white-space|embedded-value)/,
    'names',
  ],
  [/aria\/(?:role|table-role|role-data)/, 'roles'],
  [/aria\//, 'states and values'],
  [/dom\/(?:visibility|rendered|view-box|hit-test)/, 'visibility'],
  [/dom\/(?:dom-cache|read|natives)/, 'style and reads'],
  [/element\/(?:handler|classify|action-facts|icon-name|stand-in)/, 'interactivity'],
  [/element\/(?:refs|lookup|fingerprint)|snapshot\/commit/, 'refs'],
  [/snapshot\/delta/, 'delta'],
  [/render\/json/, 'JSON'],
  [/render\//, 'text'],
  [/(?:snapshot|dom)\//, 'walk'],
];

export const partOf = (/** @type {string} */ file) =>
  parts.find(([pattern]) => pattern.test(file))?.[1] ?? 'rest';

/** Matches a top-level declaration of a module. esbuild gives each one in a bundle a unique name. */
const definition = /^\s{2}(?:var|function|async function) (\w+)/;

/**
 * Returns a function: the file of src/ that a function of an unminified bundle comes from, by its line or, where the engine
 * has no line (inlined code), by its name. esbuild writes a comment with the path above each module.
 * @returns {(line: number, name: string) => string}
 */
export function fileByFunction(/** @type {string} */ bundle) {
  let file = '';
  /** @type {Map<string, string>} */
  const byName = new Map();
  const byLine = bundle.split('\n').map((line) => {
    file = /^\s*\/\/ src\/(\S+)$/.exec(line)?.[1] ?? file;
    const name = definition.exec(line)?.[1];
    if (name && file) byName.set(name, file);
    return file;
  });
  return (line, name) => (line < 0 ? byName.get(name) : byLine[line]) ?? '';
}
