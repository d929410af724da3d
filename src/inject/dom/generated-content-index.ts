import type { DomCache } from './dom-cache.ts';
import { isElement, shadowRootOf } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { matched } from './matched.ts';
import { attr, hasAttr, listAttr, matches, parentNodeOf, rootOf, tagOf, typeOfNode } from './read.ts';
import { type AnyRule, asParent, listOf, selectorsIn, sheetsOf } from './style-rules.ts';

/**
 * Which elements may have text from `::before` or `::after`. Reading both styles of an element takes 5 µs in Chromium,
 * and few elements have any: so the rules with such text are read once and indexed by a class, an id or the tag of
 * the compound selector that the pseudo-element belongs to.
 */
export interface GeneratedContentIndex {
  /** Classes (`.icon`), ids (`#logo`) and tags (`q`) of the elements that the rules match. */
  keys: Set<string>;
  /** The selectors without such a key, as one selector list: `[data-count],:is(…)`. */
  rest: string;
  /** Any element may have generated text: a style sheet of another origin can't be read, or there are too many rules. */
  isUnknown: boolean;
  /** Whether a `class` attribute has a class among the keys, by its whole value: pages repeat a few values. */
  readonly byClasses: Map<string, boolean>;
}

/** The keys and selectors of one style sheet. */
interface SheetIndex {
  /** The number of its top-level rules: the sheet is read again when it changes. */
  readonly length: number | undefined;
  readonly keys: string[];
  readonly rest: string[];
  rules: number;
  isUnknown: boolean;
}

/** Reading a rule takes as long as reading the styles of an element: with more rules the index does not pay. */
const MAX_RULES = 10_000;
/** Selectors without a key are matched against every element. */
const MAX_REST = 100;

/** The part of a compound selector before the first bracket: its tag, classes, ids and plain pseudo-classes. */
const COMPOUND = /^([\w.#:-]+)(?:[([]|$)/;

const isBalanced = (text: string): boolean =>
  text.split(/[([]/).length === text.split(/[)\]]/).length && text.split('"').length % 2 === 1;

/** Adds the selector of elements with a pseudo-element, by a key of its last compound where it has one. */
const addHost = (host: string, { keys, rest }: SheetIndex): void => {
  const compound = matched(/[^\s>+~]*$/, host);
  const names = isBalanced(compound) ? matched(COMPOUND, compound, 1) : '';
  const key = matched(/\.[\w-]+/, names) || matched(/#[\w-]+/, names) || matched(/^[a-z][\w-]*/i, names);
  if (key) keys.push(key.toLowerCase());
  else rest.push(host || '*');
};

/**
 * Whether a style sheet that can't be read failed to load, and has no rules: nothing else bars reading one of the own
 * origin.
 */
const isFailed = ({ href }: { href?: string | null }): boolean =>
  href != null && location.origin !== 'null' && href.startsWith(`${location.origin}/`);

const addRules = (
  holder: { cssRules?: CSSRuleList; href?: string | null },
  parent: string | undefined,
  into: SheetIndex,
): void => {
  const list = listOf(holder);
  if (!list) {
    if (!isFailed(holder)) into.isUnknown = true;
    return;
  }
  into.rules += list.length;
  for (let i = 0; i < list.length && into.rules <= MAX_RULES; i++) {
    const rule = list[i] as unknown as AnyRule;
    const { selectorText, styleSheet } = rule;
    const hasPseudo = selectorText !== undefined && /:(?:before|after)\b/.test(selectorText);
    if (hasPseudo && !/^(?:|none|normal|"")$/.test(rule.style?.content || '')) {
      for (const selector of selectorsIn(selectorText)) {
        const host = /^(.*?)::?(?:before|after)$/.exec(selector)?.[1];
        // In a nested rule `&` stands for the selector of the outer rule.
        if (host !== undefined) addHost(parent ? host.replace(/&/g, `:is(${parent})`) : host, into);
      }
    }
    // Grouping rules, imported sheets, nested rules; a plain rule has an empty list.
    if (styleSheet || rule.cssRules?.length)
      addRules(
        styleSheet || rule,
        // Of deeper levels any element may be the host.
        selectorText === undefined ? parent : parent ? '*' : asParent(selectorText),
        into,
      );
  }
};

/** Kept between passes: style sheets have thousands of rules, and most never change. */
const indexBySheet = new WeakMap<CSSStyleSheet, SheetIndex>();

const indexOfSheet = (sheet: CSSStyleSheet): SheetIndex => {
  const length = listOf(sheet)?.length;
  let index = indexBySheet.get(sheet);
  if (!index || index.length !== length) {
    index = { length, keys: [], rest: [], rules: 0, isUnknown: false };
    try {
      addRules(sheet, undefined, index);
    } catch {
      // Rules nested deeper than the call stack.
      index.isUnknown = true;
    }
    indexBySheet.set(sheet, index);
  }
  return index;
};

const indexOfTree = (root: Document | ShadowRoot): GeneratedContentIndex => {
  // The engine's own style sheet generates quotation marks.
  let keys = ['q'];
  let rest: string[] = [];
  let rules = 0;
  let isUnknown = false;
  // The root of a detached tree is an element and has no style sheets.
  for (const sheet of typeOfNode(root) === 1 ? [] : sheetsOf(root)) {
    const read = indexOfSheet(sheet);
    rules += read.rules;
    isUnknown = isUnknown || read.isUnknown || rules > MAX_RULES;
    keys = keys.concat(read.keys);
    rest = rest.concat(read.rest);
    if (rules > MAX_RULES) break;
  }
  return {
    keys: new Set(keys),
    rest: rest.slice(0, MAX_REST).join(),
    isUnknown: isUnknown || rest.length > MAX_REST,
    byClasses: new Map(),
  };
};

/** The index of a tree, made once a pass. */
export const generatedContentIndex = (root: Document | ShadowRoot, cache: DomCache): GeneratedContentIndex =>
  getOrInsertComputed(cache.generatedContent, root, indexOfTree);

const hasKey = (el: Element, { keys, byClasses }: GeneratedContentIndex): boolean => {
  if (keys.has(tagOf(el))) return true;
  // Only `q`, from the engine's own style sheet.
  if (keys.size === 1) return false;
  const id = attr(el, 'id');
  if (id && keys.has(`#${id.toLowerCase()}`)) return true;
  return getOrInsertComputed(byClasses, listAttr(el, 'class'), isAnyKey, keys);
};

const isAnyKey = (classes: string, keys: ReadonlySet<string>): boolean =>
  classes.split(/\s+/).some((name) => keys.has(`.${name.toLowerCase()}`));

/** Whether style sheets of another tree may match an element: shadow hosts, slotted elements, parts. */
const isReachedFromElsewhere = (el: Element): boolean => {
  const parent = parentNodeOf(el);
  return !!shadowRootOf(el) || (isElement(parent) && !!shadowRootOf(parent)) || hasAttr(el, 'part');
};

/** Whether a readable rule of its own tree may generate text for an element. */
export const mayBeWrittenInto = (el: Element, index: GeneratedContentIndex): boolean => {
  if (hasKey(el, index)) return true;
  try {
    return index.rest !== '' && matches(el, index.rest);
  } catch {
    // A selector that is valid only within its rule.
    index.rest = '';
    index.isUnknown = true;
    return true;
  }
};

/**
 * Whether `::before` or `::after` of an element may have text. False is certain, unless a script has edited a rule in
 * place.
 */
export const mayHaveGeneratedContent = (el: Element, cache: DomCache): boolean => {
  const index = generatedContentIndex(rootOf(el) as Document | ShadowRoot, cache);
  return index.isUnknown || isReachedFromElsewhere(el) || mayBeWrittenInto(el, index);
};
