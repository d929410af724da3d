import { closestTo, parentElementOf } from '../dom/read.ts';

/** Whether an element is inside of an editing host: editors redraw elements that get a foreign attribute. */
export const isInEditor = (el: Element): boolean => {
  const parent = parentElementOf(el);
  return !!parent && !!closestTo(parent, '[contenteditable]');
};
