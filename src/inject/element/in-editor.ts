import { closestTo, parentElementOf } from '../dom/read.ts';

/** Editors draw anew what in them gets an attribute that is not theirs. */
export const isInEditor = (el: Element): boolean => {
  const parent = parentElementOf(el);
  return !!parent && !!closestTo(parent, '[contenteditable]');
};
