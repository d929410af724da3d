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
  /** Where it stands in the style sheets. */
  order: number;
  /** 0: wins over all others. */
  rank: number;
  values: readonly Value[];
}

/** The rules of one tree by the last id, class or tag of their selectors; those that win first. */
type RuleIndex = ReadonlyMap<string, readonly RankedRule[]>;

type Values = Record<string, string>;

const NO_VALUES: Values = {};

/** Style sheets are read so far, in characters of all of them together. */
const MOST_CSS = 4_000_000;

/**
 * Steps of matching for all of a page: half a second, in which nobody else gets anything done. Real articles take
 * 430,000 at most.
 */
const MOST_STEPS = 2_000_000;

/** What reading a selector takes, in steps, with as much again for ten characters or brackets in them. */
const PARSING = 20;

/** Values that say where the value comes from. */
const isKeyword = (value: string): boolean => /^(?:inherit|initial|unset|revert(?:-layer)?)$/.test(value);

const compareLayers = (a: readonly number[], b: readonly number[]): number => {
  const i = a.findIndex((place, at) => place !== b[at]);
  return i === -1 ? 0 : (a[i] as number) < (b[i] as number) ? -1 : 1;
};

const byWinning = (a: RankedRule, b: RankedRule): number =>
  Number(b.isImportant) - Number(a.isImportant) ||
  // The first layer wins where it is important, the last one elsewhere.
  compareLayers(b.layer, a.layer) * (a.isImportant ? -1 : 1) ||
  b.selector.specificity - a.selector.specificity ||
  b.order - a.order;

/** Browsers run scripts: what stands in `noscript` is text to them. */
const isStyleSheet = (sheet: Element): boolean =>
  /^(?:text\/css)?$/i.test(sheet.getAttribute('type') ?? '') && !sheet.closest('noscript');

const rulesIn = (root: Document | ShadowRoot, size: Size, matcher: SelectorMatcher): RuleIndex => {
  const rules: RankedRule[] = [];
  const isMedia = isMediaOf(size);
  const layers = new LayerOrder();
  let left = MOST_CSS;
  for (const sheet of Array.from(root.querySelectorAll('style'))) {
    if (!isStyleSheet(sheet) || !isMedia(sheet.getAttribute('media') ?? '')) continue;
    const css = (sheet.textContent ?? '').slice(0, left);
    left -= css.length;
    for (const { selector: text, declarations, layer } of parseCss(css, isMedia, layers)) {
      // Brackets are read again for what stands in them.
      matcher.spend(PARSING + (text.length * text.split('(').length) / 10);
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

/** Of each property the last one. */
const valuesIn = (declarations: readonly Declaration[], important: boolean): Value[] => {
  const own = declarations.filter(([, , isImportant]) => isImportant === important);
  return [...new Map(own.map(([property, value]) => [property, value]))];
};

/**
 * The computed style of elements of a tree that nobody lays out: the browser's own style sheet, `<style>` and `style`
 * attributes, for the properties that show or hide. External style sheets, variables, `@container` and generated
 * content are left out.
 */
export class Cascade {
  readonly #size: Size;
  readonly #rules = new Map<Node, RuleIndex>();
  readonly #known = new Map<Element, { values: Values; root: Node }>();
  readonly #matcher: SelectorMatcher;

  /** @param steps after which rules no longer count, whatever they say; `style` attributes always do */
  constructor(size: Size, steps = MOST_STEPS) {
    this.#size = size;
    this.#matcher = new SelectorMatcher(new DocumentFacts(), steps);
  }

  /** By property in lower case, as CSS writes it. */
  valuesOf(el: Element): Values {
    const path: Element[] = [];
    let at: Element | null = el;
    for (; at && !this.#known.has(at); at = parentOf(at)) path.push(at);
    let above = at ? this.#known.get(at) : undefined;
    for (const below of path.reverse()) {
      const parent = below.parentNode;
      const root = (above && parent?.nodeType === 1 ? above.root : parent) ?? below;
      above = { root, values: this.#compute(below, above?.values ?? NO_VALUES, root) };
      this.#known.set(below, above);
    }
    return above?.values ?? NO_VALUES;
  }

  #compute(el: Element, above: Values, root: Node): Values {
    const attribute = (name: string): string | null => el.getAttribute(name);
    const values: Values = {};
    for (const property of INHERITED) {
      const inherited = above[property];
      if (inherited !== undefined) values[property] = inherited;
    }
    values.display = defaultDisplay(el.localName.toLowerCase(), attribute);
    const direction = attribute('dir')?.toLowerCase();
    if (direction === 'ltr' || direction === 'rtl') values.direction = direction;
    for (const [property, value] of this.#declared(el, root)) this.#set(values, property, value, above, el);
    return values;
  }

  #set(values: Values, property: string, value: string, above: Values, el: Element): void {
    if (!isKeyword(value)) {
      values[property] = value;
      return;
    }
    const inherits =
      value === 'inherit' || (value === 'unset' && (INHERITED as readonly string[]).includes(property));
    const isOwn = value.startsWith('revert') && property === 'display';
    const found = inherits
      ? (above[property] ?? INITIAL[property])
      : isOwn
        ? defaultDisplay(el.localName.toLowerCase(), (name) => el.getAttribute(name))
        : property === 'display'
          ? 'inline'
          : INITIAL[property];
    if (found !== undefined) values[property] = found;
  }

  /** What is declared of an element, of each property what wins (https://www.w3.org/TR/css-cascade-5/#cascade-sort). */
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

  /** The rules that match, those that win first; without those that would change nothing, and none past the last step. */
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
    // Most are passed over at once.
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

/** Where values are inherited from. */
const parentOf = (el: Element): Element | null => {
  const parent = el.parentNode as (Node & { host?: Element }) | null;
  if (parent?.nodeType === 1) return parent as Element;
  return parent?.nodeType === 11 ? (parent.host ?? null) : null;
};
