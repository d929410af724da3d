import { elementById } from '../dom/flat-tree.ts';
import { attr } from '../dom/read.ts';

/** Attributes that a script may set by element instead of by id (https://www.w3.org/TR/wai-aria-1.3/#idl-interface). */
const REFLECTED: Readonly<Record<string, keyof Element>> = {
  'aria-labelledby': 'ariaLabelledByElements',
  'aria-describedby': 'ariaDescribedByElements',
  'aria-errormessage': 'ariaErrorMessageElements',
  'aria-owns': 'ariaOwnsElements',
} as Readonly<Record<string, keyof Element>>;

/** The elements that an attribute refers to, in its order, each once; ids that lead nowhere are left out. */
export const referencedBy = (el: Element, name: string): Element[] => {
  const found: Element[] = [];
  const ids = attr(el, name) ?? (name === 'aria-labelledby' ? attr(el, 'aria-labeledby') : null);
  if (ids === null) return found;
  if (ids === '') {
    const key = REFLECTED[name];
    const set = key && (Reflect.get(Element.prototype, key, el) as Element[] | null | undefined);
    if (set) for (let i = 0; i < set.length; i++) found.push(set[i] as Element);
    return found;
  }
  for (const id of ids.split(/[\t\n\f\r ]+/)) {
    const target = elementById(el, id);
    if (target && !found.includes(target)) found.push(target);
  }
  return found;
};
