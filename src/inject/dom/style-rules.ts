import { prop } from './read.ts';

/** What is asked of any rule, whichever kind it is. */
export interface AnyRule {
  cssText: string;
  selectorText?: string;
  style?: CSSStyleDeclaration;
  cssRules?: CSSRuleList;
  styleSheet?: CSSStyleSheet;
}

/** The style sheets that count for a tree. */
export const sheetsOf = (root: Document | ShadowRoot): CSSStyleSheet[] =>
  Array.from(prop(root, 'styleSheets'))
    .concat(Array.from(root.adoptedStyleSheets || []))
    .filter((sheet) => !sheet.disabled);

interface Holder {
  cssRules?: CSSRuleList;
}

/** Those of a style sheet, or of what groups rules; undefined where it is of another origin. */
export const listOf = (holder: Holder): CSSRuleList | undefined => {
  try {
    return holder.cssRules;
  } catch {
    return undefined;
  }
};

export const rulesOf = (holder: Holder): AnyRule[] => Array.from(listOf(holder) || []) as AnyRule[];

export const countRules = (sheet: CSSStyleSheet): number => (listOf(sheet) || []).length;

/** Longer ones are no page's own, and would be looked through again from each part of them. */
const LONGEST_SELECTOR = 1000;

/** The selectors of a list; commas in parentheses part none. */
export const selectorsIn = (list: string): string[] => {
  const found: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i <= list.length; i++) {
    const char = list.charAt(i);
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '' || (char === ',' && depth === 0)) {
      if (i - start <= LONGEST_SELECTOR) found.push(list.slice(start, i).trim());
      start = i + 1;
    }
  }
  return found;
};
