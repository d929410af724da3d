import type { DomCache } from './dom-cache.ts';
import { isElement, shadowRootOf } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { matched } from './matched.ts';
import { attr, hasAttr, listAttr, matches, parentNodeOf, rootOf, tagOf, typeOfNode } from './read.ts';
import { type AnyRule, listOf, selectorsIn, sheetsOf } from './style-rules.ts';

/**
 * Which elements a style sheet may write into by `::before` or `::after`. To ask an element for both takes 5 µs in
 * Chromium, and few elements have any: the rules that write are read once, and say by their last class, id or tag which
 * elements they can be about.
 */
export interface GeneratedContentIndex {
  /** Classes (`.icon`), ids (`#logo`) and tags (`q`) that the rules are about. */
  keys: Set<string>;
  /** Selectors that name none of these, as one: `[data-count],:is(…)`. */
  rest: string;
  /** A style sheet of another origin can't be read, or there are too many rules: any element may have some. */
  isUnknown: boolean;
  /** Whether one of the classes is a key, by the whole attribute: the same few come again and again. */
  readonly byClasses: Map<string, boolean>;
}

/** What was read of a style sheet. */
interface SheetIndex {
  /** It is read anew when its number of rules has changed. */
  readonly length: number | undefined;
  readonly keys: string[];
  readonly rest: string[];
  rules: number;
  isUnknown: boolean;
}

/** To read a rule takes as long as to ask an element. */
const MOST_RULES = 10_000;
/** Each of them is matched with each element. */
const MOST_REST = 100;

/** A compound whose names come before all that is in brackets. */
const COMPOUND = /^([\w.#:-]+)(?:[([]|$)/;

const isBalanced = (text: string): boolean =>
  text.split(/[([]/).length === text.split(/[)\]]/).length && text.split('"').length % 2 === 1;

const addHost = (host: string, { keys, rest }: SheetIndex): void => {
  const compound = matched(/[^\s>+~]*$/, host);
  const names = isBalanced(compound) ? matched(COMPOUND, compound, 1) : '';
  const key = matched(/\.[\w-]+/, names) || matched(/#[\w-]+/, names) || matched(/^[a-z][\w-]*/i, names);
  if (key) keys.push(key.toLowerCase());
  else rest.push(host || '*');
};

/** A style sheet of the page's own origin that can't be read has not come: nothing else keeps it from being read. */
const isFailed = ({ href }: { href?: string | null }): boolean =>
  href != null && location.origin !== 'null' && href.startsWith(`${location.origin}/`);

/** What `&` stands for is put in its place once: deeper, and where it is long, it may be anything. */
const isShort = (selector: string): boolean => selector.length < 1000;

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
  for (let i = 0; i < list.length && into.rules <= MOST_RULES; i++) {
    const rule = list[i] as unknown as AnyRule;
    const { selectorText, styleSheet } = rule;
    const isAbout = selectorText !== undefined && /:(?:before|after)\b/.test(selectorText);
    if (isAbout && !/^(?:|none|normal|"")$/.test(rule.style?.content || '')) {
      for (const selector of selectorsIn(selectorText)) {
        const host = /^(.*?)::?(?:before|after)$/.exec(selector)?.[1];
        // In a nested rule `&` stands for the selector around it.
        if (host !== undefined) addHost(parent ? host.replace(/&/g, `:is(${parent})`) : host, into);
      }
    }
    // Groups of rules, imported sheets, rules in rules; a plain rule has an empty list.
    if (styleSheet || rule.cssRules?.length)
      addRules(
        styleSheet || rule,
        selectorText === undefined ? parent : isShort(selectorText) && !parent ? selectorText : '*',
        into,
      );
  }
};

/** Style sheets have thousands of rules, and most never change. */
const known = new WeakMap<CSSStyleSheet, SheetIndex>();

const indexOfSheet = (sheet: CSSStyleSheet): SheetIndex => {
  const length = listOf(sheet)?.length;
  let index = known.get(sheet);
  if (!index || index.length !== length) {
    index = { length, keys: [], rest: [], rules: 0, isUnknown: false };
    try {
      addRules(sheet, undefined, index);
    } catch {
      // Groups of rules in each other, deeper than the call stack.
      index.isUnknown = true;
    }
    known.set(sheet, index);
  }
  return index;
};

const indexOfTree = (root: Document | ShadowRoot): GeneratedContentIndex => {
  // Quotation marks are in the engine's own style sheet.
  let keys = ['q'];
  let rest: string[] = [];
  let rules = 0;
  let isUnknown = false;
  // What is in no document has no style sheets.
  for (const sheet of typeOfNode(root) === 1 ? [] : sheetsOf(root)) {
    const read = indexOfSheet(sheet);
    rules += read.rules;
    isUnknown = isUnknown || read.isUnknown || rules > MOST_RULES;
    keys = keys.concat(read.keys);
    rest = rest.concat(read.rest);
    if (rules > MOST_RULES) break;
  }
  return {
    keys: new Set(keys),
    rest: rest.slice(0, MOST_REST).join(),
    isUnknown: isUnknown || rest.length > MOST_REST,
    byClasses: new Map(),
  };
};

/** What the style sheets of a tree may write into. */
export const generatedContentIndex = (root: Document | ShadowRoot, cache: DomCache): GeneratedContentIndex =>
  getOrInsertComputed(cache.generatedContent, root, indexOfTree);

const hasKey = (el: Element, { keys, byClasses }: GeneratedContentIndex): boolean => {
  if (keys.has(tagOf(el))) return true;
  // Nothing but the engine's own.
  if (keys.size === 1) return false;
  const id = attr(el, 'id');
  if (id && keys.has(`#${id.toLowerCase()}`)) return true;
  return getOrInsertComputed(byClasses, listAttr(el, 'class'), isAnyKey, keys);
};

const isAnyKey = (classes: string, keys: ReadonlySet<string>): boolean =>
  classes.split(/\s+/).some((name) => keys.has(`.${name.toLowerCase()}`));

/** Style sheets of other trees reach shadow hosts, what is in slots, and parts. */
const isReachedFromElsewhere = (el: Element): boolean => {
  const parent = parentNodeOf(el);
  return !!shadowRootOf(el) || (isElement(parent) && !!shadowRootOf(parent)) || hasAttr(el, 'part');
};

/** Whether a rule of its tree that can be read may write into an element. */
export const mayBeWrittenInto = (el: Element, index: GeneratedContentIndex): boolean => {
  if (hasKey(el, index)) return true;
  try {
    return index.rest !== '' && matches(el, index.rest);
  } catch {
    // A selector that means something only within its rule.
    index.rest = '';
    index.isUnknown = true;
    return true;
  }
};

/** Whether `::before` or `::after` of an element may have text; false is certain as far as rules were not edited in place. */
export const mayHaveGeneratedContent = (el: Element, cache: DomCache): boolean => {
  const index = generatedContentIndex(rootOf(el) as Document | ShadowRoot, cache);
  return index.isUnknown || isReachedFromElsewhere(el) || mayBeWrittenInto(el, index);
};
