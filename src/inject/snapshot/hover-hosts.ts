import { type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { isElement } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { closestTo, contains, findAll, matches, previousSiblingOf } from '../dom/read.ts';
import { countRules, rulesOf, selectorsIn, sheetsOf } from '../dom/style-rules.ts';
import { isListed } from '../element/element-state.ts';

/** A rule that shows something where the pointer is over something else: `li:hover > ul`. */
interface Reveal {
  host: string;
  shown: string;
}

/** A rule that makes the pointer a hand over what it matches: `.card:hover`. */
interface Hand {
  selector: string;
  cursor: string;
}

interface HoverRules {
  reveals: Reveal[];
  hands: Hand[];
}

const SHOWS =
  /(?:^|[\s;])(?:display|visibility|opacity|(?:max-)?height|transform|left|right|top|clip(?:-path)?):/;

/** The last `:hover` of a selector, and something behind it. Not what is gone while the pointer is there. */
const REVEAL = /^((?:[^:]|:(?!not))*:hover[^\s>+~]*)[\s>+~]+\S/;

/** A selector of what the pointer is over itself. */
const OVER_ITSELF = /:hover[^\s>+~]*$/;

const bare = (selector: string): string =>
  selector.replace(/(^|[\s>+~]):hover/g, '$1*').replace(/:hover/g, '');

const readHoverRules = (holder: { cssRules?: CSSRuleList }, found: HoverRules): HoverRules => {
  for (const rule of rulesOf(holder)) {
    const { selectorText } = rule;
    if (selectorText === undefined) readHoverRules(rule.styleSheet || rule, found);
    else if (selectorText.includes(':hover')) {
      const { style } = rule;
      if (!style) continue;
      const shows = SHOWS.test(style.cssText);
      const { cursor } = style;
      if (!shows && !cursor) continue;
      for (const selector of selectorsIn(selectorText)) {
        const host = shows && REVEAL.exec(selector)?.[1];
        if (host) found.reveals.push({ host: bare(host), shown: bare(selector) });
        if (cursor && OVER_ITSELF.test(selector)) found.hands.push({ selector: bare(selector), cursor });
      }
    }
  }
  return found;
};

/** Style sheets have thousands of rules: they are read anew where their number has changed. */
const known = new WeakMap<CSSStyleSheet, HoverRules & { rules: number }>();

const hoverRulesOf = (sheet: CSSStyleSheet): HoverRules => {
  const rules = countRules(sheet);
  let read = known.get(sheet);
  if (read?.rules !== rules) {
    read = { rules, ...readHoverRules(sheet, { reveals: [], hands: [] }) };
    known.set(sheet, read);
  }
  return read;
};

/** Links to where they stand are of headings, which have one each; empty boxes that scripts focus are there for the focus. */
const CONTROL =
  'a[href]:not([href^="#"]), a[href="#"], a[href^="#/"], button, input, select, textarea, [onclick], [role], [tabindex]:not([tabindex="-1"]), [tabindex="-1"]:not(:empty)';

/** Each rule is asked of the whole document, at every snapshot: the first ones have to do. */
const MOST_RULES = 200;

/** The first rules of a kind in the style sheets of a document. */
const rulesIn = <K extends keyof HoverRules>(document: Document, kind: K): HoverRules[K][number][] => {
  const found: HoverRules[K][number][] = [];
  const sheets = sheetsOf(document);
  for (let i = 0; i < sheets.length && found.length < MOST_RULES; i++) {
    for (const rule of hoverRulesOf(sheets[i] as CSSStyleSheet)[kind]) {
      if (found.length < MOST_RULES) found.push(rule);
    }
  }
  return found;
};

/** Rules that match half of the page are about something else. */
const MOST_SHOWN = 500;

/** Rows of a long table. */
const MOST_HANDS = 5000;

/** So far before what it shows the host of `a:hover ~ ul` stands. */
const MOST_BETWEEN = 20;

const hostOf = (el: Element, host: string): Element | null => {
  const above = closestTo(el, host);
  if (above) return above;
  let at = previousSiblingOf(el);
  for (let i = 0; at && i < MOST_BETWEEN; i++, at = previousSiblingOf(at))
    if (isElement(at) && matches(at, host)) return at;
  return null;
};

/** The first thing to act on in each of what a rule shows; what stands in one another is looked through once. */
const controlsIn = (all: ArrayLike<Element>): (Element | undefined)[] => {
  const controls: (Element | undefined)[] = [];
  let outer: Element | undefined;
  let control: Element | undefined;
  for (let i = 0; i < all.length && i < MOST_SHOWN; i++) {
    const el = all[i] as Element;
    if (!outer || !contains(outer, el) || (control && !contains(el, control))) {
      outer = el;
      control = matches(el, CONTROL) ? el : findAll(el, CONTROL)[0];
    }
    controls.push(control);
  }
  return controls;
};

/** The engine knows at once of what is not drawn at all; older ones have other names for the same, or do not know. */
const WAYS = {
  opacityProperty: true,
  visibilityProperty: true,
  checkOpacity: true,
  checkVisibilityCSS: true,
};

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

/**
 * What shows something to act on once the pointer is over it, and does not yet: a menu, the buttons of a row. Rules that
 * are met when time is up are left out.
 */
export const hoverHosts = (
  document: Document,
  cache: DomCache,
  isLate: () => boolean,
): ReadonlySet<Element> => {
  const hosts = new Set<Element>();
  if (!cache.hasLayout) return hosts;
  const isHidden = hiddenControls(cache);
  for (const { host, shown } of rulesIn(document, 'reveals')) {
    if (isLate()) break;
    try {
      const all = findAll(document, shown);
      controlsIn(all).forEach((control, i) => {
        const at = control && isHidden(control) && hostOf(all[i] as Element, host);
        if (at && styleInfoOf(at, cache).display !== 'none') hosts.add(at);
      });
    } catch {
      // A selector that stands for something only within its rule.
    }
  }
  return hosts;
};

/**
 * The cursors that elements get only once the pointer is over them: `tr:hover { cursor: pointer }`. Rules count in
 * their order, whatever their selectors weigh.
 */
export const hoverCursors = (
  document: Document,
  cache: DomCache,
  isLate: () => boolean,
): ReadonlyMap<Element, string> => {
  const cursors = new Map<Element, string>();
  if (!cache.hasLayout) return cursors;
  for (const { selector, cursor } of rulesIn(document, 'hands')) {
    if (isLate()) break;
    try {
      const all = findAll(document, selector);
      for (let i = 0; i < all.length && i < MOST_HANDS; i++) cursors.set(all[i] as Element, cursor);
    } catch {
      // A selector that stands for something only within its rule.
    }
  }
  return cursors;
};
