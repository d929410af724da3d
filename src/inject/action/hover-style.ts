import { type Agent, keepUndo, takeBack } from '../agent.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { documentOf, findAll, fromDocument, rootOf } from '../dom/read.ts';
import { type AnyRule, rulesOf, sheetsOf } from '../dom/style-rules.ts';

/**
 * No script can make `:hover` match. So the rules that have it are cloned with an attribute in its place (the same
 * specificity), into a constructed style sheet that comes last, and what is hovered gets the attribute.
 */
const MARK = 'data-agent-hover';

type Root = Document | ShadowRoot;

const marked = (text: string): string => text.replace(/:hover\b/g, `[${MARK}]`);

/** The text of the rules that depend on `:hover`, with the media, layers and conditions around them. */
const clone = (rules: readonly AnyRule[]): string => {
  let text = '';
  for (const rule of rules) {
    if (rule.styleSheet) text += clone(rulesOf(rule.styleSheet));
    else if (rule.selectorText !== undefined) {
      const nested = (rule.cssRules?.length ?? 0) > 0;
      if (rule.selectorText.includes(':hover') || (nested && rule.cssText.includes(':hover'))) {
        text += marked(rule.cssText);
      }
    } else if (rule.cssRules) {
      const inner = clone(rulesOf(rule));
      if (inner) text += `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`;
    }
  }
  return text;
};

/** Adds the clones to a document or shadow root; none where no rule speaks of `:hover`. */
const style = (root: Root): (() => void) | undefined => {
  const view = fromDocument(documentOf(root) ?? (root as Document), 'defaultView') as
    | typeof globalThis
    | null;
  let text = '';
  for (const sheet of sheetsOf(root)) text += scoped(sheet, clone(rulesOf(sheet)));
  if (!text || !view || !root.adoptedStyleSheets) return undefined;
  const added = new view.CSSStyleSheet();
  added.replaceSync(text);
  root.adoptedStyleSheets = Array.from(root.adoptedStyleSheets).concat(added);
  return () => {
    root.adoptedStyleSheets = Array.from(root.adoptedStyleSheets).filter((sheet) => sheet !== added);
  };
};

const scoped = (sheet: CSSStyleSheet, text: string): string =>
  text && sheet.media?.length > 0 ? `@media ${sheet.media.mediaText}{${text}}` : text;

const unmark = (el: Element): void => Element.prototype.removeAttribute.call(el, MARK);

/** Makes `:hover` rules apply to an element and what is around it; what was hovered before is not any more. */
export const applyHover = (agent: Agent, el: Element | null): void => {
  takeBack(agent.state, 'hover');
  const path: Element[] = [];
  for (let at = el; at; at = flatParentAcrossFrames(at)) path.push(at);
  const undo: (() => void)[] = [];
  const roots = new Set(path.map((at) => rootOf(at) as Root));
  for (const root of roots) {
    try {
      const drop = style(root);
      if (drop) undo.push(drop);
    } catch {
      // An engine without constructed style sheets: the events have to do.
    }
  }
  if (undo.length === 0) return;
  for (const at of path) {
    Element.prototype.setAttribute.call(at, MARK, '');
    undo.push(() => unmark(at));
  }
  keepUndo(agent, 'hover', () => {
    for (const step of undo) step();
    // Copies that the page has made meanwhile.
    for (const root of roots) for (const at of Array.from(findAll(root, `[${MARK}]`))) unmark(at);
  });
};

/** Set and removed by us: no effect of an action. */
export const isHoverMark = (record: MutationRecord): boolean => record.attributeName === MARK;
