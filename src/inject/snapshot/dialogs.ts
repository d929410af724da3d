import { flatContains } from '../dom/flat-tree.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, findAll, matches, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';

const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]';

/** Open dialogs in document order; the outermost where they nest. Shadow roots are not searched. */
export const openDialogs = (pass: Pass): Element[] => {
  const found = findAll(document, DIALOG);
  const open: Element[] = [];
  for (let i = 0; i < found.length; i++) {
    const el = found[i] as Element;
    if (attr(el, 'aria-hidden') === 'true' || !isVisibleByStyle(el, pass)) continue;
    if (!open.some((outer) => flatContains(outer, el))) open.push(el);
  }
  return open;
};

/** Modal: the rest of the page can't be used while it is open. */
export const isModal = (dialog: Element): boolean => {
  if (attr(dialog, 'aria-modal') === 'true') return true;
  try {
    return tagOf(dialog) === 'dialog' && matches(dialog, ':modal');
  } catch {
    // An engine without :modal (Chromium before 105).
    return false;
  }
};
