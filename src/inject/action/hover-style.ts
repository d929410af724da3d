import { type Agent, keepUndo } from '../agent.ts';
import { ancestors, shadowRootOf } from '../dom/flat-tree.ts';
import { documentOf, elementsIn, hasAttr, rootOf, viewOf } from '../dom/read.ts';
import { rulesOf, sheetsOf } from '../dom/style-rules.ts';
import { isInEditor } from '../element/in-editor.ts';
import { REF_ATTRIBUTE } from '../element/refs.ts';
import { takeBack } from '../state.ts';

/**
 * No script can make `:hover` match. So the rules that have it are cloned with an attribute in its place (the same
 * specificity), into a constructed style sheet that comes last, and what is hovered gets the attribute.
 */
export const HOVER_ATTRIBUTE = 'data-agent-hover';

type Root = Document | ShadowRoot;

const withHoverAttribute = (text: string): string => text.replace(/:hover\b/g, `[${HOVER_ATTRIBUTE}]`);

/** The text of the rules that depend on `:hover`, with the media, layers and conditions around them. */
const hoverRulesOf = (holder: { cssRules?: CSSRuleList }): string => {
  let text = '';
  for (const rule of rulesOf(holder)) {
    const { styleSheet, selectorText, cssRules } = rule;
    if (styleSheet) text += hoverRulesOf(styleSheet);
    else if (selectorText !== undefined) {
      if ((cssRules?.length ? rule.cssText : selectorText).includes(':hover'))
        text += withHoverAttribute(rule.cssText);
    } else if (cssRules) {
      const inner = hoverRulesOf(rule);
      if (inner) text += `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`;
    }
  }
  return text;
};

/**
 * Adds the clones to a document or shadow root, and the step that removes them to `undo`. Nothing if no rule has
 * `:hover`.
 */
const addHoverRules = (root: Root, undo: (() => void)[]): void => {
  const view = viewOf(documentOf(root) || (root as Document));
  let text = '';
  for (const sheet of sheetsOf(root)) {
    const inner = hoverRulesOf(sheet);
    if (inner) text += `@media ${sheet.media?.mediaText || 'all'}{${inner}}`;
  }
  if (!text || !view || !root.adoptedStyleSheets) return;
  const added = new view.CSSStyleSheet();
  added.replaceSync(text);
  root.adoptedStyleSheets = Array.from(root.adoptedStyleSheets).concat(added);
  undo.push(() => {
    root.adoptedStyleSheets = Array.from(root.adoptedStyleSheets).filter((sheet) => sheet !== added);
  });
};

export const unmark = (el: Element): void => Element.prototype.removeAttribute.call(el, HOVER_ATTRIBUTE);

/** The roots of elements, and their own shadow roots, whose rules may have `:host(:hover)`. */
const rootsOf = (path: readonly Element[]): Set<Root> =>
  new Set(path.reduce<Root[]>((all, at) => all.concat(rootOf(at) as Root, shadowRootOf(at) || []), []));

/**
 * Makes `:hover` rules apply to an element and its ancestors, beside what is hovered already, until the returned
 * function is called.
 */
export const hoverForNow = (el: Element | null): (() => void) => {
  const path = ancestors(el);
  const undo: (() => void)[] = [];
  for (const root of rootsOf(path)) {
    try {
      addHoverRules(root, undo);
    } catch {
      // An engine without constructed style sheets: the events have to do.
    }
  }
  for (const at of undo.length > 0 ? path : []) {
    if (hasAttr(at, HOVER_ATTRIBUTE) || isInEditor(at)) continue;
    Element.prototype.setAttribute.call(at, HOVER_ATTRIBUTE, '');
    undo.push(() => unmark(at));
  }
  return () => {
    for (const step of undo) step();
  };
};

/** Makes `:hover` rules apply to an element and its ancestors, and no longer to what was hovered before. */
export const applyHover = (agent: Agent, el: Element | null): void => {
  takeBack(agent.state, 'hover');
  const unhover = hoverForNow(el);
  const roots = rootsOf(ancestors(el));
  keepUndo(agent, 'hover', () => {
    unhover();
    // The page may have made copies of the elements meanwhile.
    for (const root of roots) for (const at of elementsIn(root, `[${HOVER_ATTRIBUTE}]`)) unmark(at);
  });
};

/**
 * Whether a mutation is one of our own attributes, which is no effect of an action: a page that compares its markup with
 * the DOM removes them.
 */
export const isOwnMark = ({ attributeName }: MutationRecord): boolean =>
  attributeName === HOVER_ATTRIBUTE || attributeName === REF_ATTRIBUTE;
