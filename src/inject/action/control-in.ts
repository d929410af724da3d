import { flatContains, flatElements } from '../dom/flat-tree.ts';
import { controlOf } from '../dom/labels.ts';

/** The only element of its kind in `el` and its shadow trees; one drawn around others, such as its input, counts once. */
export const soleIn = (el: Element, isWanted: (at: Element) => boolean): Element | undefined => {
  const found = flatElements(el).filter(isWanted);
  const [first] = found;
  return first && found.every((at) => flatContains(first, at)) ? first : undefined;
};

/** The wanted control that an element stands for: itself, the control of a label, or the only one in it. */
export const controlIn = (el: Element, isWanted: (at: Element) => boolean): Element | undefined => {
  const own = controlOf(el);
  return isWanted(own) ? own : soleIn(el, isWanted);
};
