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
import { countRules, rulesOf, selectorsIn, sheetsOf } from '../dom/style-rules.ts';
import { isListed } from '../element/element-state.ts';
import { handlesClick } from '../element/handlers.ts';

interface HoverRule {
  selector: string;
  /** It shows what it is for where the pointer is over this: `li:hover > ul`. */
  host: string | false;
  /** It makes the pointer a hand over what it is for: `.card:hover`. */
  cursor: string | false;
}

const SHOWS =
  /(?:^|[\s;])(?:display|visibility|opacity|(?:max-)?height|transform|left|right|top|clip(?:-path)?):/;

/** The last `:hover` of a selector, and something behind it. Not what is gone while the pointer is there. */
const REVEAL = /^((?:[^:]|:(?!not))*:hover[^\s>+~]*)[\s>+~]+\S/;

/** A selector of what the pointer is over itself. */
const OVER_ITSELF = /:hover[^\s>+~]*$/;

const bare = (selector: string): string =>
  selector.replace(/(^|[\s>+~(]):hover/g, '$1*').replace(/:hover/g, '');

const readHoverRules = (holder: { cssRules?: CSSRuleList }, found: HoverRule[] = []): HoverRule[] => {
  for (const rule of rulesOf(holder)) {
    const { selectorText, style } = rule;
    if (selectorText === undefined) readHoverRules(rule.styleSheet || rule, found);
    else if (style && selectorText.includes(':hover')) {
      const shows = SHOWS.test(style.cssText);
      for (const selector of selectorsIn(selectorText)) {
        const host = shows && bare(matched(REVEAL, selector, 1));
        const cursor = OVER_ITSELF.test(selector) && style.cursor;
        if (host || cursor) found.push({ selector: bare(selector), host, cursor });
      }
    }
  }
  return found;
};

/** Style sheets have thousands of rules: they are read anew where their number has changed. */
const known = new WeakMap<CSSStyleSheet, readonly [count: number, HoverRule[]]>();

const hoverRulesOf = (sheet: CSSStyleSheet): HoverRule[] => {
  const count = countRules(sheet);
  let read = known.get(sheet);
  if (read?.[0] !== count) {
    read = [count, readHoverRules(sheet)];
    known.set(sheet, read);
  }
  return read[1];
};

/** Empty boxes that scripts focus are there for the focus. */
const CONTROL = `${CONTROLS}, [onclick], [role], [tabindex]:not([tabindex="-1"]), [tabindex]:not(:empty)`;

/** Of a link to where it stands, which every heading has one of, a sign alone is seen. */
const isAnchor = (el: Element): boolean =>
  /^#[^/]/.test(attr(el, 'href') || '') && textOf(el).trim().length <= 2;

/** Each rule is asked of a whole tree, at every snapshot: the first ones of all trees have to do. */
const MOST_RULES = 500;

/** Rules that match half of the page are about something else. */
const MOST_SHOWN = 500;

/** Rows of a long table. */
const MOST_HANDS = 5000;

/** So far before what it shows the host of `a:hover ~ ul` stands. */
const MOST_BETWEEN = 20;

/** Of a rule for the host of a shadow tree that is it: `:host(:hover) button`. */
const hostOf = (el: Element, host: string): Element | null => {
  const above = closestTo(el, host);
  if (above) return above;
  let at = previousElementOf(el);
  for (let i = 0; at && i < MOST_BETWEEN; i++, at = previousElementOf(at)) if (matches(at, host)) return at;
  return shadowHostOf(el);
};

const hasPointer = (el: Element | null, cache: DomCache): boolean =>
  !!el && styleOf(el, cache).cursor === 'pointer';

/** What a rule shows may be known as something to press by a pointer of its own or by its handlers alone. */
const isControl = (el: Element, cache: DomCache): boolean =>
  (matches(el, CONTROL) && !isAnchor(el)) ||
  (!hasAttr(el, 'href') &&
    (handlesClick(el) || (hasPointer(el, cache) && !hasPointer(parentElementOf(el), cache))));

/** Icons in a box that is shown are few. */
const MOST_PARTS = 10;

const firstControl = (el: Element, cache: DomCache): Element | undefined => {
  const first = isControl(el, cache) ? el : findAll(el, CONTROL)[0];
  if (first && !isAnchor(first)) return first;
  const parts = elementsIn(el, '*');
  return parts.length <= MOST_PARTS ? parts.find((at) => isControl(at, cache)) : undefined;
};

/** The first thing to act on in each of what a rule shows; what stands in one another is looked through once. */
const controlsIn = (all: ArrayLike<Element>, cache: DomCache): (Element | undefined)[] => {
  const controls: (Element | undefined)[] = [];
  let outer: Element | undefined;
  let control: Element | undefined;
  for (let i = 0; i < all.length && i < MOST_SHOWN; i++) {
    const el = all[i] as Element;
    if (!outer || !contains(outer, el) || (control && !contains(el, control))) {
      outer = el;
      control = firstControl(el, cache);
    }
    controls.push(control);
  }
  return controls;
};

/** The engine knows at once of what is not drawn at all. The first names of what it is asked: the later ones fewer know. */
const WAYS = { checkOpacity: true, checkVisibilityCSS: true };

/** What is pushed away or clipped is known by all that is above it: of so many it is asked. */
const MOST_CLIMBS = 100;

/** Whether a control is not to be seen, asked once of each. */
const hiddenControls = (cache: DomCache): ((control: Element) => boolean) => {
  const known = new Map<Element, boolean>();
  const { checkVisibility } = Element.prototype as Partial<Element>;
  let climbs = 0;
  const isHidden = (control: Element): boolean =>
    checkVisibility?.call(control, WAYS) === false || (climbs++ < MOST_CLIMBS && !isListed(control, cache));
  return (control) => getOrInsertComputed(known, control, isHidden);
};

/** What the style sheets of a page do where the pointer is. */
export interface Hovered {
  /** What shows something to act on once the pointer is over it, and does not yet: a menu, the buttons of a row. */
  readonly hosts: Set<Element>;
  /**
   * The cursors that elements get only once the pointer is over them: `tr:hover { cursor: pointer }`. Rules count in
   * their order, whatever their selectors weigh.
   */
  readonly cursors: Map<Element, string>;
  /** Reads those of a tree, in time: rules that are met when it is up are left out. */
  read(root: Document | ShadowRoot | null): void;
}

export const createHovered = (cache: DomCache, isLate: () => boolean): Hovered => {
  const hosts = new Set<Element>();
  const cursors = new Map<Element, string>();
  const isHidden = hiddenControls(cache);
  let left = MOST_RULES;
  const visit = ({ host, cursor }: HoverRule, all: ArrayLike<Element>): void => {
    if (cursor) for (let i = 0; i < all.length && i < MOST_HANDS; i++) cursors.set(all[i] as Element, cursor);
    if (host)
      controlsIn(all, cache).forEach((control, i) => {
        const shown = all[i] as Element;
        const at = control && isHidden(control) && hostOf(shown, host);
        // What else hides it does so still when the pointer is there: a row that is being edited.
        const around = at && flatParent(shown);
        if (around && isRendered(around, cache)) hosts.add(at);
      });
  };
  const read = (root: Document | ShadowRoot | null): void => {
    if (!root || !cache.hasLayout) return;
    for (const sheet of sheetsOf(root))
      for (const rule of hoverRulesOf(sheet)) {
        if (left-- <= 0 || isLate()) return;
        try {
          visit(rule, findAll(root, rule.selector));
        } catch {
          // A selector that stands for something only within its rule.
        }
      }
  };
  return { hosts, cursors, read };
};
