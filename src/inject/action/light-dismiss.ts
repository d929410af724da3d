import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { findEverywhere } from '../dom/all-elements.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { hasAttr, isMatch, isNativeModal, keyword, matches, prop, tagOf } from '../dom/read.ts';
import { haveSameMembers } from '../dom/same-members.ts';
import { isAt } from '../dom/view-box.ts';
import { send } from './send.ts';

/** Open, and not left to the page to close. */
export const isOpenPopover = (el: Element): boolean =>
  isMatch(el, ':popover-open') && keyword(el, 'popover') !== 'manual';

/** What a dialog says of the ways to close it, where the engine knows of them. */
export const closedBy = (dialog: Element): string =>
  'closedBy' in dialog ? keyword(dialog, 'closedby') : '';

export const hidePopover = (agent: Agent, popover: Element): void =>
  agent.guard.page(() => (popover as HTMLElement).hidePopover());

/** Closes a dialog unless its page does not want that. */
export const requestClose = (agent: Agent, dialog: Element): void => {
  if (send(agent, dialog, 'cancel', { bubbles: false, composed: false }))
    agent.guard.page(() => (dialog as HTMLDialogElement).close());
};

/**
 * A close request, as Escape is one and no event of a script: for what the page has made last to hear it. False: nothing
 * has heard it.
 */
export const requestCloseOfLast = ({ guard, watched }: Agent): boolean => {
  const made = watched.closeWatchers;
  for (let last = made.pop(); last; last = made.pop()) {
    const watcher = last;
    const heard = new Set<string>();
    for (const type of ['cancel', 'close']) watcher.addEventListener(type, () => heard.add(type));
    guard.page(() => watcher.requestClose());
    // Its page may not want it to be closed.
    if (heard.has('cancel') && !heard.has('close')) made.push(watcher);
    if (heard.size > 0) return true;
  }
  return false;
};

export const INVOKER = '[popovertarget], [commandfor]';

/** What a button shows and hides. */
export const invokedBy = (button: Element): Element | null =>
  prop(button as HTMLButtonElement, 'popoverTargetElement') ||
  prop(button as HTMLButtonElement, 'commandForElement');

/** The same of the button around an element, if it is in one. */
const invokedAt = (el: Element): Element | null => {
  const at = ancestors(el).find((one) => matches(one, INVOKER));
  return at ? invokedBy(at) : null;
};

/** The popovers that a press on an element leaves open: those it is in or works on, and those these were opened from. */
const keptAt = (el: Element, open: readonly Element[]): Element[] => {
  const invoked = invokedAt(el);
  const kept = open.filter((popover) => popover === invoked || flatContains(popover, el));
  for (const inner of kept) {
    const invokers = findEverywhere(INVOKER).filter((at) => invokedAt(at) === inner);
    for (const outer of open) {
      if (!kept.includes(outer) && [inner, ...invokers].some((at) => flatContains(outer, at)))
        kept.push(outer);
    }
  }
  return kept;
};

/** The dialog that is pressed; its backdrop is not in it. */
const dialogAt = (el: Element, point: Point | undefined): Element | undefined => {
  const at = ancestors(el).find((one) => tagOf(one) === 'dialog' && hasAttr(one, 'open'));
  return at && isNativeModal(at) && at === el && !isAt(at, point) ? undefined : at;
};

/**
 * Popovers and dialogs close by a press elsewhere, which no event of a script does
 * (https://html.spec.whatwg.org/#light-dismiss-activities). Call it where the press begins, and what it gives where
 * it ends.
 */
export const lightDismiss = (
  agent: Agent,
  pressed: Element,
  point: Point | undefined,
): ((lifted: Element, point: Point | undefined) => void) => {
  const openPopovers = (): Element[] => findEverywhere('[popover]').filter(isOpenPopover);
  const keptBefore = keptAt(pressed, openPopovers());
  const dialogBefore = dialogAt(pressed, point);
  return (lifted, end) => {
    const open = openPopovers();
    const kept = keptAt(lifted, open);
    const isSame = haveSameMembers(kept, keptBefore);
    for (const popover of isSame ? open.reverse() : [])
      if (!kept.includes(popover) && isOpenPopover(popover)) hidePopover(agent, popover);
    const dialog = dialogAt(lifted, end);
    const top = findEverywhere('dialog[open]').pop();
    if (top && dialog === dialogBefore && dialog !== top && closedBy(top) === 'any') requestClose(agent, top);
  };
};
