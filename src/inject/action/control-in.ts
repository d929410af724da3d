import { controlOf } from '../dom/labels.ts';
import { elementsIn } from '../dom/read.ts';
import { soleOf } from '../dom/sole-of.ts';

/** The wanted control that an element stands for: itself, the control of a label, or the only one in it. */
export const controlIn = (
  el: Element,
  selector: string,
  isWanted: (at: Element) => boolean,
): Element | undefined => {
  const own = controlOf(el);
  return isWanted(own) ? own : soleOf(elementsIn(el, selector).filter(isWanted));
};
