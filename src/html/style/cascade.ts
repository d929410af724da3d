import { defaultDisplay, INHERITED, INITIAL } from './default-styles.ts';
import { DocumentFacts } from './element-facts.ts';
import { isMediaOf, type Size } from './media-query.ts';
import { type Declaration, LayerOrder, parseCss, parseDeclarations } from './parse-css.ts';
import { parseSelector, type Selector } from './selector.ts';
import { SelectorMatcher } from './selector-matcher.ts';

type Value = readonly [property: string, value: string];

interface RankedRule {
  selector: Selector;
  isImportant: boolean;
  layer: readonly number[];
  /** Its index among all rules, in document order. */
  order: number;
  /** Its index by precedence; 0 wins over all others. */
  rank: number;
  values: readonly Value[];
}

/** The rules of one tree by the last id, class or tag of their selectors, in order of precedence. */
type RuleIndex = ReadonlyMap<string, readonly RankedRule[]>;

type Values = Record<string, string>;

const NO_VALUES: Values = {};

/** Most characters of all style sheets together that are read. */
const MAX_CSS_CHARS = 4_000_000;

/**
 * Most steps of matching for a whole page: half a second, during which the caller's thread is blocked. Real articles take
 * 430,000 at most.
 */
const MAX_STEPS = 2_000_000;

/** Steps that parsing a selector counts for; its length and brackets add to them. */
const PARSING_STEPS = 20;

/** CSS-wide keywords. */
const isKeyword = (value: string): boolean => /^(?:inherit|initial|unset|revert(?:-layer)?)$/.test(value);

const compareLayers = (a: readonly number[], b: readonly number[]): number => {
  const i = a.findIndex((place, at) => place !== b[at]);
  return i === -1 ? 0 : (a[i] as number) < (b[i] as number) ? -1 : 1;
};

const byWinning = (a: RankedRule, b: RankedRule): number =>
  Number(b.isImportant) - Number(a.isImportant) ||
  // Among important declarations the first layer wins, among others the last.
  compareLayers(b.layer, a.layer) * (a.isImportant ? -1 : 1) ||
  b.selector.specificity - a.selector.specificity ||
  b.order - a.order;

/** Whether a `style` element applies: not within `noscript`, whose content is text where scripts run. */
const isStyleSheet = (sheet: Element): boolean =>
  /^(?:text\/css)?$/i.test(sheet.getAttribute('type') ?? '') && !sheet.closest('noscript');

const rulesIn = (root: Document | ShadowRoot, size: Size, matcher: SelectorMatcher): RuleIndex => {
  const rules: RankedRule[] = [];
  const isMedia = isMediaOf(size);
  const layers = new LayerOrder();
  let left = MAX_CSS_CHARS;
  for (const sheet of Array.from(root.querySelectorAll('style'))) {
    if (!isStyleSheet(sheet) || !isMedia(sheet.getAttribute('media') ?? '')) continue;
    const css = (sheet.textContent ?? '').slice(0, left);
    left -= css.length;
    for (const { selector: text, declarations, layer } of parseCss(css, isMedia, layers)) {
      // The content of brackets is parsed again for each level.
      matcher.spend(PARSING_STEPS + (text.length * text.split('(').length) / 10);
      if (matcher.isSpent) return new Map();
      const selector = parseSelector(text);
      if (!selector) continue;
      for (const isImportant of [false, true]) {
        const values = valuesIn(declarations, isImportant);
        if (values.length > 0)
          rules.push({ selector, isImportant, layer, order: rules.length, rank: 0, values });
      }
    }
  }
  const index = new Map<string, RankedRule[]>();
  rules.sort(byWinning).forEach((rule, i) => {
    rule.rank = i;
    const others = index.get(rule.selector.key);
    if (others) others.push(rule);
    else index.set(rule.selector.key, [rule]);
  });
  return index;
};

/** The last declaration of each property. */
const valuesIn = (declarations: readonly Declaration[], important: boolean): Value[] => {
  const own = declarations.filter(([, , isImportant]) => isImportant === important);
  return [...new Map(own.map(([property, value]) => [property, value]))];
};

/**
 * The computed style of elements without a layout: from the default style sheet, `<style>` and `style` attributes, for
 * properties that affect visibility and text. External style sheets, variables, `@container` and generated content are
 * ignored.
 */
export class Cascade {
  readonly #size: Size;
  readonly #rules = new Map<Node, RuleIndex>();
  readonly #known = new Map<Element, { values: Values; root: Node }>();
  readonly #matcher: SelectorMatcher;

  /** @param steps after which rules are ignored; `style` attributes always count */
  constructor(size: Size, steps = MAX_STEPS) {
    this.#size = size;
    this.#matcher = new SelectorMatcher(new DocumentFacts(), steps);
  }

  /** Computed values by property, in lower case. */
  valuesOf(el: Element): Values {
    const path: Element[] = [];
    let at: Element | null = el;
    for (; at && !this.#known.has(at); at = parentOf(at)) path.push(at);
    let parentValues = at ? this.#known.get(at) : undefined;
    for (const below of path.reverse()) {
      const parent = below.parentNode;
      const root = (parentValues && parent?.nodeType === 1 ? parentValues.root : parent) ?? below;
      parentValues = { root, values: this.#compute(below, parentValues?.values ?? NO_VALUES, root) };
      this.#known.set(below, parentValues);
    }
    return parentValues?.values ?? NO_VALUES;
  }

  #compute(el: Element, parentValues: Values, root: Node): Values {
    const attribute = (name: string): string | null => el.getAttribute(name);
    const values: Values = {};
    for (const property of INHERITED) {
      const inherited = parentValues[property];
      if (inherited !== undefined) values[property] = inherited;
    }
    values.display = defaultDisplay(el.localName.toLowerCase(), attribute);
    const direction = attribute('dir')?.toLowerCase();
    if (direction === 'ltr' || direction === 'rtl') values.direction = direction;
    for (const [property, value] of this.#declared(el, root))
      this.#set(values, property, value, parentValues, el);
    return values;
  }

  #set(values: Values, property: string, value: string, parentValues: Values, el: Element): void {
    if (!isKeyword(value)) {
      values[property] = value;
      return;
    }
    const inherits =
      value === 'inherit' || (value === 'unset' && (INHERITED as readonly string[]).includes(property));
    const isOwn = value.startsWith('revert') && property === 'display';
    const found = inherits
      ? (parentValues[property] ?? INITIAL[property])
      : isOwn
        ? defaultDisplay(el.localName.toLowerCase(), (name) => el.getAttribute(name))
        : property === 'display'
          ? 'inline'
          : INITIAL[property];
    if (found !== undefined) values[property] = found;
  }

  /** The winning declaration of each property of an element (https://www.w3.org/TR/css-cascade-5/#cascade-sort). */
  #declared(el: Element, root: Node): ReadonlyMap<string, string> {
    const written = el.getAttribute('style');
    const own = written ? parseDeclarations(written) : [];
    const declared = new Map(valuesIn(own, true));
    const add = (values: readonly Value[]): void => {
      for (const [property, value] of values) if (!declared.has(property)) declared.set(property, value);
    };
    const rules = this.#rulesFor(el, root, declared);
    for (const { isImportant, values } of rules) if (isImportant) add(values);
    add(valuesIn(own, false));
    for (const { values } of rules) add(values);
    return declared;
  }

  /** The matching rules in order of precedence, without those that others override completely; none when all steps are spent. */
  #rulesFor(el: Element, root: Node, own: ReadonlyMap<string, string>): RankedRule[] {
    const matcher = this.#matcher;
    if (matcher.isSpent) return [];
    let index = this.#rules.get(root);
    if (!index) {
      index = rulesIn(root as Document | ShadowRoot, this.#size, matcher);
      this.#rules.set(root, index);
    }
    if (index.size === 0) return [];
    const { id, classes, tag } = matcher.facts.of(el);
    const keys = Array.from(classes, (name) => `.${name}`);
    if (id) keys.push(`#${id}`);
    keys.push(tag, '*');
    const lists = keys.map((key) => index.get(key) ?? []).filter(({ length }) => length > 0);
    const [first = []] = lists;
    const candidates = lists.length > 1 ? lists.flat().sort((a, b) => a.rank - b.rank) : first;
    // Most candidates are rejected at once, so they count for less than a step.
    matcher.spend(candidates.length / 4);
    const decided = new Set(own.keys());
    const isDecided = (value: Value): boolean => decided.has(value[0]);
    const matching = candidates.filter(({ selector, values }) => {
      if (values.every(isDecided) || !matcher.matches(el, selector)) return false;
      for (const [property] of values) decided.add(property);
      return true;
    });
    return matcher.isSpent ? [] : matching;
  }
}

/** The element that values are inherited from. */
const parentOf = (el: Element): Element | null => {
  const parent = el.parentNode as (Node & { host?: Element }) | null;
  if (parent?.nodeType === 1) return parent as Element;
  return parent?.nodeType === 11 ? (parent.host ?? null) : null;
};
