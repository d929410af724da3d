/** What selectors ask of an element again and again. */
export interface ElementFacts {
  /** In lower case. */
  tag: string;
  id: string;
  classes: ReadonlySet<string>;
  /** Elements of the same parent with itself, and where it is among them, from 0. */
  siblings: readonly Element[];
  at: number;
  /** The same among those with its tag. */
  atOfType: number;
  countOfType: number;
}

const elementsIn = (parent: Node): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => node.nodeType === 1);

/** The facts of the elements of a document, read once: DOMs take long for some of them. */
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
      const same = byTag.get(tag) ?? [];
      byTag.set(tag, same);
      const facts = {
        tag,
        id: el.getAttribute('id') ?? '',
        classes: new Set(el.getAttribute('class')?.match(/[^\t\n\f\r ]+/g)),
        siblings,
        at,
        atOfType: same.length,
        countOfType: 0,
      };
      same.push(facts);
      this.#facts.set(el, facts);
    });
    for (const same of byTag.values()) for (const facts of same) facts.countOfType = same.length;
  }
}
