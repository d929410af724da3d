import { defaultDisplay, INHERITED, INITIAL } from './default-styles.ts';
import { isMediaOf, type Size } from './media-query.ts';
import { parseCss, parseDeclarations, type StyleRule } from './parse-css.ts';
import { keyOf, specificityOf } from './selector.ts';

interface RankedRule extends StyleRule {
  specificity: number;
  order: number;
}

/** The rules of one tree by the last id, class or tag of their selectors. */
type RuleIndex = Map<string, RankedRule[]>;

type Values = Record<string, string>;

const NO_VALUES: Values = {};

/** Style sheets are read so far, in characters of all of them together. */
const MOST_CSS = 4_000_000;

/** Values that say where the value comes from. */
const isKeyword = (value: string): boolean => /^(?:inherit|initial|unset|revert(?:-layer)?)$/.test(value);

const normalized = (property: string, value: string): string => {
  if (property === 'opacity') {
    const number = Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);
    return Number.isNaN(number) ? '1' : String(Math.min(1, Math.max(0, number)));
  }
  if (property === 'font-size' && Number.parseFloat(value) === 0) return '0px';
  return value;
};

const rulesIn = (root: Document | ShadowRoot, size: Size): RuleIndex => {
  const index: RuleIndex = new Map();
  const isMedia = isMediaOf(size);
  let [order, left] = [0, MOST_CSS];
  for (const sheet of Array.from(root.querySelectorAll('style'))) {
    if (!isMedia(sheet.getAttribute('media') ?? '')) continue;
    const css = (sheet.textContent ?? '').slice(0, left);
    left -= css.length;
    for (const rule of parseCss(css, isMedia)) {
      const key = keyOf(rule.selector);
      if (key === undefined) continue;
      const ranked = { ...rule, specificity: specificityOf(rule.selector), order: order++ };
      const others = index.get(key);
      if (others) others.push(ranked);
      else index.set(key, [ranked]);
    }
  }
  return index;
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

  constructor(size: Size) {
    this.#size = size;
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
    const [normal, important] = this.#declared(el, root);
    for (const [property, value] of [...normal, ...important]) this.#set(values, property, value, above, el);
    return values;
  }

  #set(values: Values, property: string, value: string, above: Values, el: Element): void {
    if (!isKeyword(value)) {
      values[property] = normalized(property, value);
      if (property === 'overflow') {
        const [x = value, y = x] = value.split(/\s+/);
        values['overflow-x'] = x;
        values['overflow-y'] = y;
      }
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

  /** Declarations in the order in which they win: normal ones, then important ones. */
  #declared(el: Element, root: Node): [normal: [string, string][], important: [string, string][]] {
    const rules = this.#rulesFor(el, root);
    const normal: [string, string][] = [];
    const important: [string, string][] = [];
    const add = (declarations: StyleRule['declarations']): void => {
      for (const [property, value, isImportant] of declarations)
        (isImportant ? important : normal).push([property, value]);
    };
    for (const rule of rules) add(rule.declarations);
    const own = el.getAttribute('style');
    if (own) add(parseDeclarations(own));
    return [normal, important];
  }

  #rulesFor(el: Element, root: Node): RankedRule[] {
    let index = this.#rules.get(root);
    if (!index) {
      index = rulesIn(root as Document | ShadowRoot, this.#size);
      this.#rules.set(root, index);
    }
    if (index.size === 0) return [];
    const classes = el.getAttribute('class')?.split(/\s+/) ?? [];
    const id = el.getAttribute('id');
    const keys = [...new Set(classes)].map((name) => `.${name}`);
    if (id) keys.push(`#${id}`);
    keys.push(el.localName.toLowerCase(), '*');
    return keys
      .flatMap((key) =>
        // Engines parse a selector each time that it is matched; that of the key alone need not be.
        (index?.get(key) ?? []).filter(({ selector }) => selector === key || doesMatch(el, selector)),
      )
      .sort((a, b) => a.specificity - b.specificity || a.order - b.order);
  }
}

const doesMatch = (el: Element, selector: string): boolean => {
  try {
    return el.matches(selector);
  } catch {
    // No selector, or one that this DOM does not know: a browser drops the rule too.
    return false;
  }
};

/** Where values are inherited from. */
const parentOf = (el: Element): Element | null => {
  const parent = el.parentNode as (Node & { host?: Element }) | null;
  if (parent?.nodeType === 1) return parent as Element;
  return parent?.nodeType === 11 ? (parent.host ?? null) : null;
};
