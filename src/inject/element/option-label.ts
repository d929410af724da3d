import { collapse } from '../aria/white-space.ts';
import { attr, textOf } from '../dom/read.ts';

/** The label of an option, as its list shows it (https://html.spec.whatwg.org/#dom-option-label). */
export const optionLabel = (option: HTMLOptionElement): string =>
  collapse(attr(option, 'label') || textOf(option));
