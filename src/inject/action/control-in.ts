import { controlOf } from '../dom/labels.ts';
import { elementsIn } from '../dom/read.ts';
import { soleOf } from '../dom/sole-of.ts';

/** What is meant by an element: itself, its label's control, or the only one inside of it that is wanted. */
export const controlIn = (
  el: Element,
  selector: string,
  isWanted: (at: Element) => boolean,
): Element | undefined => {
  const own = controlOf(el);
  return isWanted(own) ? own : soleOf(elementsIn(el, selector).filter(isWanted));
};
