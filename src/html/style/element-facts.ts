/** Facts of an element that selectors test often. */
export interface ElementFacts {
  /** In lower case. */
  tag: string;
  id: string;
  classes: ReadonlySet<string>;
  /** All element children of its parent, and its index among them. */
  siblings: readonly Element[];
  at: number;
  /** Its index and the count among siblings of the same tag. */
  atOfType: number;
  countOfType: number;
}

const elementsIn = (parent: Node): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);

/** The facts of a document's elements, each read once, since some DOMs are slow. */
export class DocumentFacts {
  readonly #facts = new Map<Element, ElementFacts>();
  readonly #children = new Map<Node, Element[]>();

  of(el: Element): ElementFacts {
    const known = this.#facts.get(el);
    if (known) return known;
    this.#readAll(el.parentNode ? this.childrenOf(el.parentNode) : [el]);
    return this.#facts.get(el) as ElementFacts;
  }

  childrenOf(parent: Node): readonly Element[] {
    let children = this.#children.get(parent);
    if (!children) {
      children = elementsIn(parent);
      this.#children.set(parent, children);
    }
    return children;
  }

  #readAll(siblings: readonly Element[]): void {
    const byTag = new Map<string, ElementFacts[]>();
    siblings.forEach((el, at) => {
      const tag = el.localName.toLowerCase();
      const sameTag = byTag.get(tag) ?? [];
      byTag.set(tag, sameTag);
      const facts = {
        tag,
        id: el.getAttribute('id') ?? '',
        classes: new Set(el.getAttribute('class')?.match(/[^\t\n\f\r ]+/g)),
        siblings,
        at,
        atOfType: sameTag.length,
        countOfType: 0,
      };
      sameTag.push(facts);
      this.#facts.set(el, facts);
    });
    for (const sameTag of byTag.values()) for (const facts of sameTag) facts.countOfType = sameTag.length;
  }
}
