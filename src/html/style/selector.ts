import type { SelectorMatcher } from './selector-matcher.ts';
import { endOfToken, splitAt } from './split-at.ts';

export type Test = (el: Element, matcher: SelectorMatcher) => boolean;

export type Combinator = ' ' | '>' | '+' | '~';

/** The tests of one element, with the combinator that joins them to the compound before. */
export interface Compound {
  tests: Test[];
  combinator?: Combinator;
}

/** A selector without commas. */
export interface Selector {
  /** In reverse order: the first one is matched against the element itself. */
  compounds: readonly Compound[];
  /** Counts of ids, classes and tags as one number (https://www.w3.org/TR/selectors-4/#specificity-rules). */
  specificity: number;
  /** The key of the rule index: an `#id`, `.class` or tag of its last compound, `*` where it has none. */
  key: string;
}

const [ID, CLASS, TAG] = [1_000_000, 1000, 1];

/** https://www.w3.org/TR/css-syntax-3/#ident-token-diagram */
const NAME = String.raw`(?!-?\d)(?:\\[\da-fA-F]{1,6}\s?|\\[^\n\da-fA-F]|[\w-]|[^\x00-\x7f])+`;
const NAMED = new RegExp(`^([#.]?)(${NAME})`);
const PSEUDO = new RegExp(`^:(${NAME})(\\(?)`);
const ATTRIBUTE = new RegExp(
  String.raw`^\[\s*(${NAME})\s*(?:([~|^$*]?=)\s*(?:"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|(${NAME}))\s*([is]?)\s*)?\]`,
  'i',
);
const NTH = /^\s*(?:([+-]?\d*)n\s*(?:([+-])\s*(\d+))?|([+-]?\d+))\s*$/i;

const unescaped = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex?: string, char = '') =>
    hex ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16))) : char,
  );

/** Attributes whose values are compared without case (https://html.spec.whatwg.org/#case-sensitivity-of-selectors). */
const CASE_INSENSITIVE =
  /^(?:accept|accept-charset|align|alink|axis|bgcolor|charset|checked|clear|codetype|color|compact|declare|defer|dir|direction|disabled|enctype|face|frame|hreflang|http-equiv|lang|language|link|media|method|multiple|nohref|noresize|noshade|nowrap|readonly|rel|rev|rules|scope|scrolling|selected|shape|target|text|type|valign|valuetype|vlink)$/;

const COMPARE: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => wanted !== '' && value.split(/\s+/).includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
};

const attributeTest = ([, written = '', how, ...rest]: readonly (string | undefined)[]): Test => {
  const [name, lower] = [unescaped(written), unescaped(written).toLowerCase()];
  const [double, single, bare, flag] = rest;
  const cased = unescaped(double ?? single ?? bare ?? '');
  const isFolded = flag ? /i/i.test(flag) : CASE_INSENSITIVE.test(lower);
  const wanted = isFolded ? cased.toLowerCase() : cased;
  return (el, matcher) => {
    const value = el.getAttribute(lower) ?? (name === lower ? null : el.getAttribute(name));
    if (value === null || how === undefined) return value !== null;
    matcher.spend(value.length / 50);
    return COMPARE[how]?.(isFolded ? value.toLowerCase() : value, wanted) === true;
  };
};

const NEVER: Test = () => false;

/** Pseudo-classes that never match without a user. */
const USER_STATES =
  /^(?:hover|focus|focus-within|focus-visible|active|target|target-within|visited|fullscreen|modal|popover-open|autofill|user-valid|user-invalid)$/;

const CONTROL = ':is(button, input, select, textarea, optgroup, option, fieldset)';

/** Pseudo-classes as other selectors, as HTML defines them for a document without user input. */
const ALIASES: Readonly<Record<string, string>> = {
  'any-link': ':is(a, area)[href]',
  checked: 'input:is([type=checkbox], [type=radio])[checked], option[selected]',
  disabled: `${CONTROL}[disabled], fieldset[disabled] ${CONTROL}`,
  enabled: `${CONTROL}:not(:disabled)`,
  'first-child': ':nth-child(1)',
  'first-of-type': ':nth-of-type(1)',
  'last-child': ':nth-last-child(1)',
  'last-of-type': ':nth-last-of-type(1)',
  link: ':is(a, area)[href]',
  'only-child': ':nth-child(1):nth-last-child(1)',
  'only-of-type': ':nth-of-type(1):nth-last-of-type(1)',
  open: ':is(details, dialog)[open]',
  optional: ':is(input, select, textarea):not([required])',
  'placeholder-shown': '[placeholder]:is(input:not([value]), input[value=""], textarea:empty)',
  required: ':is(input, select, textarea)[required]',
  scope: ':root',
};

const isEmpty: Test = (el, matcher) => {
  for (let node = el.firstChild; node; node = node.nextSibling) {
    matcher.spend(1);
    if (node.nodeType === 1 || (node.nodeType === 3 && node.nodeValue !== '')) return false;
  }
  return true;
};

const STATES: Readonly<Record<string, Test>> = {
  empty: isEmpty,
  root: (el) => el.parentNode?.nodeType === 9,
};

/** https://www.w3.org/TR/selectors-4/#child-index */
const nthTest = (name: string, formula: string): Test | undefined => {
  const written = formula.trim().toLowerCase();
  const [, step, sign = '+', offset = '0', alone] =
    NTH.exec(written === 'odd' ? '2n+1' : written === 'even' ? '2n' : written) ?? [];
  if (step === undefined && alone === undefined) return undefined;
  const a = step === undefined ? 0 : /\d/.test(step) ? Number(step) : Number(`${step}1`);
  const b = Number(alone ?? sign + offset);
  const [fromEnd, ofType] = [name.includes('last'), name.endsWith('type')];
  return (el, matcher) => {
    const { siblings, at, atOfType, countOfType } = matcher.facts.of(el);
    const [index, count] = ofType ? [atOfType, countOfType] : [at, siblings.length];
    const distance = (fromEnd ? count - index : index + 1) - b;
    return a === 0 ? distance === 0 : distance % a === 0 && distance / a >= 0;
  };
};

const isAnchor: Test = (el, matcher) => el === matcher.anchor;

const mostSpecific = (list: readonly Selector[]): number =>
  list.reduce((most, { specificity }) => Math.max(most, specificity), 0);

/** A test with its specificity. */
type ParsedTest = [test: Test, specificity: number];

const parseFunction = (name: string, args: string): ParsedTest | undefined => {
  if (/^nth-(?:last-)?(?:child|of-type)$/.test(name)) {
    const test = nthTest(name, args);
    return test && [test, CLASS];
  }
  if (!/^(?:is|where|not|has|matches|-webkit-any|-moz-any)$/.test(name)) return undefined;
  const isRelative = name === 'has';
  const list = splitAt(args, /,/y).map((part) => parseSelector(part, isRelative));
  const known = list.filter((parsed) => parsed !== undefined);
  // https://www.w3.org/TR/selectors-4/#forgiving-selector
  if ((name === 'not' || isRelative) && (known.length < list.length || known.length === 0)) return undefined;
  const specificity = name === 'where' ? 0 : mostSpecific(known);
  if (isRelative) {
    const found = new Map<Element, boolean>();
    return [(el, matcher) => matcher.has(el, known, found), specificity];
  }
  const isNot = name === 'not';
  return [(el, matcher) => known.some((selector) => matcher.matches(el, selector)) !== isNot, specificity];
};

const parsePseudo = (name: string, args: string | undefined): ParsedTest | undefined => {
  if (args !== undefined) return parseFunction(name, args);
  const test = USER_STATES.test(name) ? NEVER : Object.hasOwn(STATES, name) ? STATES[name] : undefined;
  if (test) return [test, CLASS];
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  const parsedAlias = alias === undefined ? undefined : parseFunction('is', alias);
  return parsedAlias && [parsedAlias[0], CLASS];
};

/** The index of the closing bracket of the content that begins at `at`; -1 where there is none. */
const endOfArguments = (text: string, at: number): number => {
  let depth = 1;
  for (let i = at; i < text.length; i = endOfToken(text, i)) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
};

/** The simple selector at the start of a text: its test, its key for the rule index, and its length. */
const parseSimple = (
  text: string,
): { parsed: ParsedTest; length: number; key?: string | undefined } | undefined => {
  if (text[0] === '*') return { parsed: [() => true, 0], length: 1 };
  const named = NAMED.exec(text);
  if (named) {
    const [{ length }, sign = '', written = ''] = named;
    const name = sign ? unescaped(written) : unescaped(written).toLowerCase();
    const parsed: ParsedTest =
      sign === '#'
        ? [(el, { facts }) => facts.of(el).id === name, ID]
        : sign === '.'
          ? [(el, { facts }) => facts.of(el).classes.has(name), CLASS]
          : [(el, { facts }) => facts.of(el).tag === name, TAG];
    return { parsed, length, key: sign + name };
  }
  const attribute = ATTRIBUTE.exec(text);
  if (attribute) return { parsed: [attributeTest(attribute), CLASS], length: attribute[0].length };
  const [head, name = '', bracket] = PSEUDO.exec(text) ?? [];
  if (head === undefined) return undefined;
  const end = bracket ? endOfArguments(text, head.length) : head.length;
  const parsed =
    end === -1
      ? undefined
      : parsePseudo(name.toLowerCase(), bracket ? text.slice(head.length, end) : undefined);
  return parsed && { parsed, length: bracket ? end + 1 : end };
};

/** The key that fewer elements have: an id before a class before a tag. */
const betterKey = (key: string, other: string): string =>
  other[0] === '#' || key === '*' || (other[0] === '.' && key[0] !== '#') ? other : key;

/**
 * Parses a selector without commas. Undefined for an invalid one, or one that is not supported (pseudo-elements, `:host`,
 * `:defined`, `:nth-child(… of …)`, namespaces): its rule is dropped, as browsers drop rules with unknown selectors.
 *
 * @param isRelative whether it is an argument of `:has()`, relative to the element
 */
export const parseSelector = (selector: string, isRelative = false): Selector | undefined => {
  const compounds: Compound[] = isRelative ? [{ tests: [isAnchor] }] : [];
  let [rest, specificity, key] = [selector.trim(), 0, '*'];
  while (rest !== '') {
    const [gap = '', sign] = /^\s*([>+~])?\s*/.exec(rest) ?? [];
    rest = rest.slice(gap.length);
    if (sign && compounds.length === 0) return undefined;
    const combinator = compounds.length === 0 ? undefined : ((sign ?? ' ') as Combinator);
    const tests: Test[] = [];
    key = '*';
    while (rest !== '' && !/^[\s>+~]/.test(rest)) {
      // A type selector is only allowed as the first of a compound.
      const simple = tests.length > 0 && NAMED.exec(rest)?.[1] === '' ? undefined : parseSimple(rest);
      if (!simple) return undefined;
      tests.push(simple.parsed[0]);
      specificity += simple.parsed[1];
      if (simple.key) key = betterKey(key, simple.key);
      rest = rest.slice(simple.length);
    }
    if (tests.length === 0) return undefined;
    compounds.push({ tests, ...(combinator && { combinator }) });
  }
  return compounds.length > (isRelative ? 1 : 0)
    ? { compounds: compounds.reverse(), specificity, key }
    : undefined;
};
