import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/** Classes and objects of the language whose static functions the script calls. */
const statics = 'Array Date JSON Math Number Object Promise Reflect RegExp String Symbol';

/** Classes and objects whose methods or getters the script uses. */
const prototypes =
  'Array Attr CSSStyleDeclaration CharacterData DOMRect DOMRectReadOnly DataTransfer Document DocumentFragment Element Event EventTarget FileList Function HTMLAnchorElement HTMLButtonElement HTMLCollection HTMLDetailsElement HTMLElement HTMLFormElement HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLabelElement HTMLMeterElement HTMLOptionElement HTMLOptionsCollection HTMLProgressElement HTMLSelectElement HTMLSlotElement HTMLTableElement HTMLTextAreaElement Map MessageEvent MessagePort MutationObserver MutationRecord Node NodeList Number Object Promise Range RegExp Selection Set ShadowRoot String Symbol Text TreeWalker URL ValidityState WeakMap WeakRef WeakSet';

/** Globals that the script only calls, constructs or reads. */
const functions =
  'Boolean ClipboardEvent CustomEvent DragEvent Error File Float64Array FocusEvent InputEvent Int32Array KeyboardEvent MessageChannel MouseEvent PointerEvent Proxy Touch TouchEvent TypeError Uint8Array Uint32Array WheelEvent clearTimeout crypto encodeURIComponent frameElement getComputedStyle getSelection innerHeight innerWidth parseFloat parseInt requestAnimationFrame scrollX scrollY setTimeout';

/** Built-ins of the language, not of the platform. */
const language = `${statics} Boolean Error Float64Array Function Int32Array Map Proxy Set TypeError Uint8Array Uint32Array WeakMap WeakRef WeakSet`;

/**
 * Members that the engine itself looks up by name for syntax and built-ins that the script uses: iteration, regular
 * expressions, promises, conversion of objects to strings and numbers.
 */
const implicit =
  'add constructor dotAll exec flags global hasIndices ignoreCase multiline next resolve return set sticky then throw toISOString toString unicode unicodeSets valueOf';

/** The declarations of the language and of the DOM in the pinned TypeScript. */
const declarations = () => {
  const packages = join(root, 'node_modules/@typescript');
  const [platform] = readdirSync(packages).filter((name) => name.startsWith('typescript-'));
  const lib = join(packages, platform ?? '', 'lib');
  return readdirSync(lib)
    .filter((name) => /^lib\.(dom|es.*)\.d\.ts$/.test(name))
    .map((name) => readFileSync(join(lib, name), 'utf8'))
    .join('\n');
};

/** Members that the declarations lack, since they are too new or too rare. */
const undeclared = 'construct deleteProperty editContext ownKeys';

/** @type {Map<string, { members: Set<string>, parents: Set<string> }> | undefined} */
let known;

/** Members and parents of each interface, all its declarations merged. */
const interfaces = () => {
  if (known) return known;
  known = new Map();
  const pattern = /^\s*interface (\w+)(?:<[^{]*?>)?(?: extends ([^{]*?))? \{\n([\s\S]*?)^\s*\}$/gm;
  for (const [, name = '', parents = '', body = ''] of declarations().matchAll(pattern)) {
    const entry = known.get(name) ?? { members: new Set(), parents: new Set() };
    known.set(name, entry);
    for (const [parent] of parents.matchAll(/[A-Z]\w*/g)) entry.parents.add(parent);
    for (const [, member = ''] of body.matchAll(/^\s*(?:readonly |get |set )?(\w+)\??[(:<]/gm))
      entry.members.add(member);
  }
  return known;
};

/**
 * Words of a minified text. One of one or two letters is mostly a name that the minifier has given: it counts only as a
 * member (`.id`, `"id"`, `{id:a,to:b}`).
 */
const MEMBER_OR_WORD = /(?<=[.'"{])[A-Za-z]\w?\b|(?<=,)[A-Za-z]\w?(?=:)|[A-Za-z]\w{2,}/g;

/**
 * The built-ins of the page that a script can reach by name: the words of its minified text that are members of the classes
 * and objects above. A word in a string counts too, since members are also read by computed names.
 */
export function reachableNatives(/** @type {string} */ script) {
  const words = new Set(script.match(MEMBER_OR_WORD));
  const members = new Set(implicit.split(' '));
  for (const name of undeclared.split(' ')) if (words.has(name)) members.add(name);
  const seen = new Set();
  const visit = (/** @type {string} */ name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { members: own = [], parents = [] } = interfaces().get(name) ?? {};
    for (const member of own) if (words.has(member) && !member.startsWith('on')) members.add(member);
    for (const parent of parents) visit(parent);
  };
  for (const holder of prototypes.split(' ')) visit(holder);
  for (const holder of statics.split(' ')) for (const name of [holder, `${holder}Constructor`]) visit(name);
  const groups = [statics, prototypes, `${statics} ${prototypes} ${functions}`, language].map(
    (names) => new Set(names.split(' ')),
  );
  /** The kinds of each name, as a sum of bits. @type {Record<string, number>} */
  const names = {};
  for (const name of new Set([...groups.flatMap((group) => [...group]), ...[...members].sort()])) {
    const [isStatic, isHolder, isGlobal, isLanguage] = groups.map((group) => group.has(name));
    const isUsed = words.has(name);
    names[name] =
      (members.has(name) ? 1 : 0) +
      (isStatic && isUsed ? 2 : 0) +
      (isHolder ? 4 : 0) +
      (isGlobal && isUsed ? 8 : 0) +
      (isLanguage ? 16 : 0);
  }
  return names;
}
