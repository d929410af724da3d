import { prop } from './read.ts';

/** The popover or dialog that a button shows and hides. */
export const invokedBy = (button: Element): Element | null =>
  prop(button as HTMLButtonElement, 'popoverTargetElement') ||
  prop(button as HTMLButtonElement, 'commandForElement');
