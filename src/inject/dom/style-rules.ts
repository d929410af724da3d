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
    .concat(Array.from(root.adoptedStyleSheets ?? []))
    .filter((sheet) => !sheet.disabled);

/** The rules of a style sheet, or of what groups rules; none where it is of another origin. */
export const rulesOf = (holder: { cssRules?: CSSRuleList }): AnyRule[] => {
  try {
    return Array.from(holder.cssRules ?? []) as AnyRule[];
  } catch {
    return [];
  }
};
