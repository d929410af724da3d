import type { DocumentFacts } from './element-facts.ts';
import type { Combinator, Compound, Selector } from './selector.ts';

/**
 * Matches selectors from right to left (https://www.w3.org/TR/selectors-4/#match-a-selector-against-an-element) within a
 * number of steps: each tested element counts for one. A result when all steps are spent is meaningless.
 */
export class SelectorMatcher {
  /** The anchor element of the current `:has()`. */
  anchor: Element | undefined;
  #left: number;

  constructor(
    readonly facts: DocumentFacts,
    steps: number,
  ) {
    this.#left = steps;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  spend(steps: number): void {
    this.#left -= steps;
  }

  matches(el: Element, { compounds }: Selector): boolean {
    return this.#passes(el, compounds[0] as Compound) && this.#isJoined(el, compounds, 0);
  }

  /** Whether `:has()` holds of an element. @param cache results so far, by element */
  has(el: Element, selectors: readonly Selector[], cache: Map<Element, boolean>): boolean {
    let has = cache.get(el);
    if (has === undefined) {
      const outer = this.anchor;
      this.anchor = el;
      has = selectors.some((selector) => this.#isAnyBelow(el, selector));
      this.anchor = outer;
      cache.set(el, has);
    }
    return has;
  }

  #isAnyBelow(el: Element, selector: Selector): boolean {
    const { facts } = this;
    const first = selector.compounds[selector.compounds.length - 2]?.combinator;
    const isBeside = first === '+' || first === '~';
    const { siblings, at } = facts.of(el);
    const left = isBeside ? siblings.slice(at + 1).reverse() : [...facts.childrenOf(el)].reverse();
    const isDeep = first === ' ' || selector.compounds.length > 2;
    for (let candidate = left.pop(); candidate && !this.isSpent; candidate = left.pop()) {
      if (this.matches(candidate, selector)) return true;
      const children = isDeep ? facts.childrenOf(candidate) : [];
      for (let i = children.length - 1; i >= 0; i--) left.push(children[i] as Element);
    }
    return false;
  }

  #passes(el: Element, { tests }: Compound): boolean {
    this.#left--;
    return !this.isSpent && tests.every((test) => test(el, this));
  }

  /** Whether the compounds before compound `i`, which `el` matches, are matched too. */
  #isJoined(el: Element, compounds: readonly Compound[], i: number): boolean {
    const { combinator } = compounds[i] as Compound;
    const before = compounds[i + 1];
    if (!combinator || !before) return true;
    for (let at = this.#nextTo(el, combinator); at && !this.isSpent; at = this.#nextTo(at, combinator)) {
      if (this.#passes(at, before)) {
        if (this.#isJoined(at, compounds, i + 1)) return true;
        // The elements before a farther candidate are among those before the nearest one, which have failed already.
        const { combinator: next = ' ' } = before;
        if (combinator === ' ' ? next === ' ' : next !== '+') return false;
      }
      if (combinator === '>' || combinator === '+') return false;
    }
    return false;
  }

  #nextTo(el: Element, combinator: Combinator): Element | undefined {
    if (combinator === '+' || combinator === '~') {
      const { siblings, at } = this.facts.of(el);
      return siblings[at - 1];
    }
    const parent = el.parentNode;
    return parent?.nodeType === 1 ? (parent as Element) : undefined;
  }
}
