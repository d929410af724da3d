import {
  childrenOf,
  documentOf,
  elementsIn,
  firstChildOf,
  frameOf,
  nextSiblingOf,
  openRootOf,
  parentNodeOf,
  prop,
  rootOf,
  tagOf,
  typeOfNode,
} from './read.ts';

/**
 * The flat tree: what is laid out and what assistive technology sees. A shadow root replaces the children of its host,
 * a slot shows the nodes assigned to it (https://drafts.csswg.org/css-scoping/#flat-tree).
 */

export { tagOf };

/** Closed roots that the document-start hook has seen. */
let closedRoots = new WeakMap<Element, ShadowRoot>();

/** Takes over the closed roots that the hook has recorded, perhaps before this injection. */
export const useClosedRoots = (known: WeakMap<Element, ShadowRoot>): void => {
  closedRoots = known;
};

export const isElement = (node: Node | null | undefined): node is Element => !!node && typeOfNode(node) === 1;

export const isText = (node: Node): node is Text => {
  const type = typeOfNode(node);
  return type === 3 || type === 4;
};

export const shadowRootOf = (el: Element): ShadowRoot | null => openRootOf(el) || closedRoots.get(el) || null;

/** The host of the shadow tree that a node is in, or null. */
export const shadowHostOf = (node: Node): Element | null => {
  const root = rootOf(node);
  return (typeOfNode(root) === 11 && (root as ShadowRoot).host) || null;
};

/** The nodes below `el` in the flat tree, comments included. Frames are not entered. */
export const flatChildren = (el: Element): ArrayLike<Node> => {
  const root = shadowRootOf(el);
  if (root) return childrenOf(root);
  if (tagOf(el) === 'slot') {
    const assigned = (el as HTMLSlotElement).assignedNodes?.();
    if (assigned && assigned.length > 0) return assigned;
  }
  return childrenOf(el);
};

/** The elements below `el` in the flat tree, in its order, at most `most`. Frames are not entered. */
export const flatElements = (el: Element, most = Infinity): Element[] => {
  const found: Element[] = [];
  const todo = [el];
  for (let at = todo.pop(); at && found.length < most; at = todo.pop()) {
    if (at !== el) found.push(at);
    const children = flatChildren(at);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (isElement(child)) todo.push(child);
    }
  }
  return found;
};

/** The first child of `el` with a tag, such as its `legend` or `summary`. */
export const firstChildElement = (el: Element, tag: string): Element | null => {
  for (let at = firstChildOf(el); at; at = nextSiblingOf(at))
    if (isElement(at) && tagOf(at) === tag) return at;
  return null;
};

/** The text node that is the only content of `el`; null where there is more, or nothing. */
export const soleText = (el: Element): Text | null => {
  const first = firstChildOf(el);
  const isSole = first && isText(first) && !nextSiblingOf(first) && !shadowRootOf(el) && tagOf(el) !== 'slot';
  return isSole ? first : null;
};

/** The element above `node` in the flat tree; null at the root of a document and for a light child without a slot. */
export const flatParent = (node: Node): Element | null => {
  const parent = parentNodeOf(node);
  if (!parent) return null;
  if (typeOfNode(parent) === 11) return (parent as ShadowRoot).host || null;
  if (!isElement(parent)) return null;
  const root = shadowRootOf(parent);
  return root ? slotOf(node as Element | Text, root) : parent;
};

/**
 * The slot of a light child. `assignedSlot` is null for closed roots
 * (https://dom.spec.whatwg.org/#dom-slotable-assignedslot), and undefined in happy-dom: then the slots are searched.
 */
const slotOf = (node: Element | Text, root: ShadowRoot): Element | null => {
  const slot: Element | null | undefined = node.assignedSlot;
  if (slot || (slot === null && root === openRootOf(root.host))) return slot;
  const slots = elementsIn(root, 'slot') as HTMLSlotElement[];
  return slots.find((at) => at.assignedNodes?.().includes(node)) || null;
};

/** The document of a frame element, or null where the same-origin policy or a missing document forbids it. */
export const frameDocument = (el: Element): Document | null => {
  try {
    return prop(el as HTMLIFrameElement, 'contentDocument');
  } catch {
    return null;
  }
};

/** Like {@link flatParent}, and for the root element of a frame's document the frame element. */
export const flatParentAcrossFrames = (node: Node): Element | null => {
  const parent = flatParent(node);
  const parentNode = parentNodeOf(node);
  if (parent || !parentNode || typeOfNode(parentNode) !== 9) return parent;
  try {
    return frameOf(documentOf(node));
  } catch {
    return null;
  }
};

/** An element and its ancestors, innermost first, through shadow roots, slots and frames; at most `most` of them. */
export const ancestors = (el: Element | null, most = Infinity): Element[] => {
  const path: Element[] = [];
  for (let at = el; at && path.length < most; at = flatParentAcrossFrames(at)) path.push(at);
  return path;
};

/** The nearest ancestors of an element. */
export const ancestorsOf = (el: Element, most: number): Element[] => ancestors(el, most + 1).slice(1);

/** Whether `ancestor` is `node` or an ancestor of it, through shadow roots, slots and frames. */
export const flatContains = (ancestor: Element, node: Node | null): boolean => {
  for (let at: Node | null = node; at; at = flatParentAcrossFrames(at)) if (at === ancestor) return true;
  return false;
};

/** An element by id in the tree (document or shadow root) that `from` belongs to. */
export const elementById = (from: Element, id: string): Element | null => {
  const root = rootOf(from) as Document | ShadowRoot;
  if (!id) return null;
  const type = typeOfNode(root);
  if (type === 9) return Document.prototype.getElementById.call(root, id);
  return type === 11 ? DocumentFragment.prototype.getElementById.call(root, id) : null;
};
