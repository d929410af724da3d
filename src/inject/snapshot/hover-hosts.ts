import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { flatParent, shadowHostOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { matched } from '../dom/matched.ts';
import {
  attr,
  CONTROLS,
  closestTo,
  contains,
  elementsIn,
  findAll,
  hasAttr,
  matches,
  parentElementOf,
  previousElementOf,
  textOf,
} from '../dom/read.ts';
import { isRendered } from '../dom/rendered.ts';
import { type AnyRule, asParent, countRules, rulesOf, selectorsIn, sheetsOf } from '../dom/style-rules.ts';
import { isListed } from '../element/element-state.ts';
import { handlesClick } from '../element/handlers.ts';

interface HoverRule {
  selector: string;
  /** Selector of the host: hovering it shows the elements of `selector`, as in `li:hover > ul`. */
  host: string | false;
  /** The cursor that the elements get when hovered: `.card:hover`. */
  cursor: string | false;
}

const SHOWS =
  /(?:^| )(?:display|visibility|opacity|(?:max-)?height|transform|left|right|top|clip(?:-path)?):/;

/**
 * The part of a selector up to its last `:hover`, where something follows; the last `:is` may hold all of it
 * (`.x:is(.row:hover *)`). Not after a `:not`, which stands for what is gone while the pointer is there.
 */
const REVEAL = /^(?:.*:is\((?=[^,]*$))?((?:[^:]|:(?!not))*:hover[^\s>+~]*)[\s>+~]+\S/;

/** A selector of the hovered element itself. */
const OVER_ITSELF = /:hover[^\s>+~]*$/;

/** With a condition in its place that any element meets. */
const withoutHover = (selector: string): string => selector.replace(/:hover/g, ':nth-child(n)');

/**
 * The rules of a sheet, level by level: those in grouping rules, imported sheets and other rules come last. With each
 * list goes what `&` and `:scope` stand for in it, which is also the selector of declarations without one.
 */
const readHoverRules = (sheet: CSSStyleSheet): HoverRule[] => {
  const found: HoverRule[] = [];
  const todo: [rules: AnyRule[], parent: string][] = [[rulesOf(sheet), ':root']];
  for (const [rules, parent] of todo)
    for (const rule of rules) {
      const { selectorText = '&', style, start } = rule;
      const list = selectorText.replace(/&|:scope/g, () => parent);
      if (style && list.includes(':hover'))
        for (const selector of selectorsIn(list)) {
          const host = SHOWS.test(style.cssText) && withoutHover(matched(REVEAL, selector, 1));
          const cursor = OVER_ITSELF.test(selector) && style.cursor;
          if (host || cursor) found.push({ selector: withoutHover(selector), host, cursor });
        }
      const inner = rulesOf(rule.styleSheet || rule);
      if (inner[0]) todo.push([inner, asParent(start || list)]);
    }
  return found;
};

/** The rules of a style sheet are read again only when their number has changed: there may be thousands. */
const rulesBySheet = new WeakMap<CSSStyleSheet, readonly [count: number, HoverRule[]]>();

const hoverRulesOf = (sheet: CSSStyleSheet): HoverRule[] => {
  const count = countRules(sheet);
  let read = rulesBySheet.get(sheet);
  if (read?.[0] !== count) {
    read = [count, readHoverRules(sheet)];
    rulesBySheet.set(sheet, read);
  }
  return read[1];
};

/** Controls. An empty box with `tabindex="-1"` is only a focus target of scripts. */
const CONTROL = `${CONTROLS}, [onclick], [role], [tabindex]:not([tabindex="-1"]), [tabindex]:not(:empty)`;

/** Whether this is the permalink of a heading, which shows a sign alone. */
const isPermalink = (el: Element): boolean =>
  /^#[^/]/.test(attr(el, 'href') || '') && textOf(el).trim().length <= 2;

/** Each rule is matched against a whole tree at every snapshot: only this many are, in all trees together. */
const MAX_RULES = 500;

/** Most elements of a rule that are searched: a rule that matches half of the page is about something else. */
const MAX_SHOWN = 500;

/** Most elements of a rule that get a cursor: the rows of a long table. */
const MAX_CURSORS = 5000;

/** How many siblings before an element are searched for its host, as in `a:hover ~ ul`. */
const MAX_SIBLINGS = 20;

/**
 * The host that shows an element: an ancestor, a sibling before it, or for `:host(:hover) button` the shadow host.
 */
const hostOf = (el: Element, host: string): Element | null => {
  const above = closestTo(el, host);
  if (above) return above;
  let at = previousElementOf(el);
  for (let i = 0; at && i < MAX_SIBLINGS; i++, at = previousElementOf(at)) if (matches(at, host)) return at;
  return shadowHostOf(el);
};

const hasPointer = (el: Element | null, cache: DomCache): boolean =>
  !!el && styleOf(el, cache).cursor === 'pointer';

/** Whether an element is a control, by its tag or attributes, by a handler, or by a pointer cursor of its own. */
const isControl = (el: Element, cache: DomCache): boolean =>
  (matches(el, CONTROL) && !isPermalink(el)) ||
  (!hasAttr(el, 'href') &&
    (handlesClick(el) || (hasPointer(el, cache) && !hasPointer(parentElementOf(el), cache))));

/** Most descendants of a box that are tested for handlers and cursors: icons in a box are few. */
const MAX_DESCENDANTS = 10;

const firstControl = (el: Element, cache: DomCache): Element | undefined => {
  const first = isControl(el, cache) ? el : findAll(el, CONTROL)[0];
  if (first && !isPermalink(first)) return first;
  const parts = elementsIn(el, '*');
  return parts.length <= MAX_DESCENDANTS ? parts.find((at) => isControl(at, cache)) : undefined;
};

/** The first control in each element that a rule shows; nested elements are searched once. */
const controlsIn = (all: ArrayLike<Element>, cache: DomCache): (Element | undefined)[] => {
  const controls: (Element | undefined)[] = [];
  let outer: Element | undefined;
  let control: Element | undefined;
  for (let i = 0; i < all.length && i < MAX_SHOWN; i++) {
    const el = all[i] as Element;
    if (!outer || !contains(outer, el) || (control && !contains(el, control))) {
      outer = el;
      control = firstControl(el, cache);
    }
    controls.push(control);
  }
  return controls;
};

/**
 * Options for `checkVisibility`, which quickly finds what is not drawn at all. These are the older names of its
 * options, which more engines know.
 */
const VISIBILITY_OPTIONS = { checkOpacity: true, checkVisibilityCSS: true };

/** What is moved away or clipped is found only by looking at all its ancestors: this is done for so many controls. */
const MAX_ANCESTOR_CHECKS = 100;

/** Whether a control is hidden; computed once for each. */
const hiddenControls = (cache: DomCache): ((control: Element) => boolean) => {
  const hiddenByControl = new Map<Element, boolean>();
  const { checkVisibility } = Element.prototype as Partial<Element>;
  let climbs = 0;
  const isHidden = (control: Element): boolean =>
    checkVisibility?.call(control, VISIBILITY_OPTIONS) === false ||
    (climbs++ < MAX_ANCESTOR_CHECKS && !isListed(control, cache));
  return (control) => getOrInsertComputed(hiddenByControl, control, isHidden);
};

/** What `:hover` rules of a page do. */
export interface Hovered {
  /** Elements that show a control, hidden until now, when they are hovered: a menu, the buttons of a row. */
  readonly hosts: Set<Element>;
  /**
   * Cursors that elements get only when hovered: `tr:hover { cursor: pointer }`. A later rule wins, whatever the
   * specificity.
   */
  readonly cursors: Map<Element, string>;
  /** Reads the rules of a tree. Rules that are reached after the time is up are left out. */
  read(root: Document | ShadowRoot | null): void;
}

export const createHovered = (cache: DomCache, isLate: () => boolean): Hovered => {
  const hosts = new Set<Element>();
  const cursors = new Map<Element, string>();
  const isHidden = hiddenControls(cache);
  let rulesLeft = MAX_RULES;
  const visit = ({ host, cursor }: HoverRule, all: ArrayLike<Element>): void => {
    if (cursor)
      for (let i = 0; i < all.length && i < MAX_CURSORS; i++) cursors.set(all[i] as Element, cursor);
    if (host)
      controlsIn(all, cache).forEach((control, i) => {
        const shown = all[i] as Element;
        const at = control && isHidden(control) && hostOf(shown, host);
        // An element whose parent is hidden, too, stays hidden under the pointer: a row that is being edited.
        const parent = at && flatParent(shown);
        if (parent && isRendered(parent, cache)) hosts.add(at);
      });
  };
  const read = (root: Document | ShadowRoot | null): void => {
    if (!root || !cache.hasLayout) return;
    for (const sheet of sheetsOf(root))
      for (const rule of hoverRulesOf(sheet)) {
        if (rulesLeft-- <= 0 || isLate()) return;
        try {
          visit(rule, findAll(root, rule.selector));
        } catch {
          // The selector is valid only inside its rule, such as a nested one.
        }
      }
  };
  return { hosts, cursors, read };
};
