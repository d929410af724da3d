import { elementById } from '../dom/flat-tree.ts';
import { attr, attributeNamesOf, hasAttributes } from '../dom/read.ts';

/** Attributes that a script may set by element instead of by id (https://www.w3.org/TR/wai-aria-1.3/#idl-interface). */
const REFLECTED: Readonly<Record<string, keyof Element>> = {
  'aria-labelledby': 'ariaLabelledByElements',
  'aria-describedby': 'ariaDescribedByElements',
  'aria-errormessage': 'ariaErrorMessageElements',
  'aria-owns': 'ariaOwnsElements',
} as Readonly<Record<string, keyof Element>>;

/** Whether an element has any `aria-*` attribute. Most have none, which saves reading each attribute. */
export const hasAria = (el: Element): boolean => {
  const names = hasAttributes(el) ? attributeNamesOf(el) : [];
  for (const name of names) if (name.startsWith('aria-')) return true;
  return false;
};

/**
 * How many ids of an attribute are looked up, as a hostile page may refer from every element to all others. Lists may
 * be longer than names.
 */
const MAX_IDS = 100;
const MAX_IDS_OF_LIST = 1000;
const LISTS = /^aria-(?:owns|controls)$/;

/** The elements that an attribute refers to, in its order, each once; unknown ids are left out. */
export const referencedBy = (el: Element, name: string): Element[] => {
  const ids = attr(el, name) ?? (name === 'aria-labelledby' ? attr(el, 'aria-labeledby') : null);
  if (ids === null) return [];
  const most = LISTS.test(name) ? MAX_IDS_OF_LIST : MAX_IDS;
  const found = new Set<Element>();
  if (ids === '') {
    const key = REFLECTED[name];
    const set = key && (Reflect.get(Element.prototype, key, el) as Element[] | null | undefined);
    if (set) for (let i = 0; i < set.length && i < most; i++) found.add(set[i] as Element);
    return Array.from(found);
  }
  const listed = ids.split(/[\t\n\f\r ]+/, most);
  for (let i = 0; i < listed.length; i++) {
    const target = elementById(el, listed[i] as string);
    if (target) found.add(target);
  }
  return Array.from(found);
};
