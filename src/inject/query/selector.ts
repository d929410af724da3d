import { isElement, shadowHostOf } from '../dom/flat-tree.ts';
import { attr, documentOf, findAll, frameOf, parentNodeOf, prop, rootOf, tagOf } from '../dom/read.ts';

type Root = Document | ShadowRoot;

/** Attributes that usually stay the same, the best first. */
const STABLE = ['id', 'data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa', 'name', 'aria-label'];

const quoted = (text: string): string =>
  `"${text.replace(/["\\\n]/g, (c) => (c === '\n' ? '\\a ' : `\\${c}`))}"`;

const byAttribute = (el: Element, name: string): string | undefined => {
  const value = attr(el, name);
  if (!value || value.length > 60) return undefined;
  if (name === 'id' && /^[a-z_][\w-]*$/i.test(value)) return `#${value}`;
  return `${name.startsWith('data') || name === 'id' ? '' : tagOf(el)}[${name}=${quoted(value)}]`;
};

const siblingsOf = (el: Element): ArrayLike<Element> => {
  const parent = parentNodeOf(el) as (ParentNode & Node) | null;
  return parent ? prop(parent, 'children') : [];
};

const step = (el: Element): string => {
  const tag = tagOf(el);
  const siblings = Array.from(siblingsOf(el));
  const sameTagSiblings = siblings.filter((sibling) => tagOf(sibling) === tag);
  // `nth-of-type` counts by tag and namespace, so that siblings of another namespace break its count.
  const isOtherNamespace = (one: Element): boolean => prop(one, 'namespaceURI') !== prop(el, 'namespaceURI');
  if (sameTagSiblings.some(isOtherNamespace)) return `${tag}:nth-child(${siblings.indexOf(el) + 1})`;
  return sameTagSiblings.length > 1 ? `${tag}:nth-of-type(${sameTagSiblings.indexOf(el) + 1})` : tag;
};

const isUnique = (root: Root, selector: string): boolean => {
  try {
    return findAll(root, selector).length === 1;
  } catch {
    // The tag is no CSS identifier.
    return false;
  }
};

const withinRoot = (el: Element, root: Root): string => {
  let path = '';
  for (let at: Node | null = el; isElement(at); at = parentNodeOf(at)) {
    for (const name of STABLE) {
      const own = byAttribute(at, name);
      if (own && isUnique(root, own + path)) return own + path;
    }
    const own = step(at);
    if (isUnique(root, own + path)) return own + path;
    path = ` > ${own}${path}`;
  }
  return path.slice(3);
};

/** A short CSS selector that matches only this element; steps into shadow roots and frames are joined by ` >>> `. */
export const selectorOf = (el: Element): string => {
  const own = withinRoot(el, rootOf(el) as Root);
  const host = shadowHostOf(el) || frameOf(documentOf(el));
  return host ? `${selectorOf(host)} >>> ${own}` : own;
};
