import { prop } from './read.ts';

/** The properties that are read of a CSS rule, whatever its kind. */
export interface AnyRule {
  cssText: string;
  selectorText?: string;
  style?: CSSStyleDeclaration;
  cssRules?: CSSRuleList;
  styleSheet?: CSSStyleSheet;
  /** Of `@scope`: the selector of its roots. */
  start?: string;
}

/** The style sheets of a tree that apply: of its elements and adopted ones, without those that are disabled. */
export const sheetsOf = (root: Document | ShadowRoot): CSSStyleSheet[] =>
  Array.from(prop(root, 'styleSheets'))
    .concat(Array.from(prop(root, 'adoptedStyleSheets') || []))
    .filter((sheet) => !sheet.disabled);

interface Holder {
  cssRules?: CSSRuleList;
}

/** The rules of a style sheet or grouping rule; undefined where they can't be read, as of a sheet of another origin. */
export const listOf = (holder: Holder): CSSRuleList | undefined => {
  try {
    return holder.cssRules;
  } catch {
    return undefined;
  }
};

export const rulesOf = (holder: Holder): AnyRule[] => Array.from(listOf(holder) || []) as AnyRule[];

export const countRules = (sheet: CSSStyleSheet): number => (listOf(sheet) || []).length;

/** Longer selectors, characters, are left out: no author writes them, and matching against them takes quadratic time. */
const MAX_SELECTOR_CHARS = 1000;

/** The selectors of a selector list, split at its commas outside of parentheses. */
export const selectorsIn = (list: string): string[] => {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i <= list.length; i++) {
    const char = list.charAt(i);
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '' || (char === ',' && depth === 0)) {
      if (i - start <= MAX_SELECTOR_CHARS) found.push(list.slice(start, i).trim());
      start = i + 1;
    }
  }
  return found;
};

/** A selector that may replace `&` in the rules nested in it. A longer one counts as `*`: it could double at each level. */
export const asParent = (selector: string): string =>
  selector.length > 1000 ? '*' : selector.includes(',') ? `:is(${selector})` : selector;
