import type { Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { findEverywhere } from '../dom/all-elements.ts';
import { ancestors, flatContains } from '../dom/flat-tree.ts';
import { invokedBy } from '../dom/invoked-by.ts';
import { isMatch, isNativeModal, keyword, prop } from '../dom/read.ts';
import { haveSameMembers } from '../dom/same-members.ts';
import { isAt } from '../dom/view-box.ts';
import { send } from './send.ts';

/** Whether an element is an open popover that the browser closes: not a `manual` one. */
export const isOpenPopover = (el: Element): boolean =>
  isMatch(el, ':popover-open') && keyword(el, 'popover') !== 'manual';

/** The open popovers that the browser closes, in document order. */
export const openPopovers = (): Element[] => findEverywhere('[popover]').filter(isOpenPopover);

/** What closes a dialog, as the engine computes it: `none` for one that only scripts close. Undefined in older engines. */
export const closedBy = (dialog: Element): string | undefined =>
  prop(dialog as HTMLDialogElement, 'closedBy');

export const hidePopover = (agent: Agent, popover: Element): void =>
  agent.guard.page(() => (popover as HTMLElement).hidePopover());

/** Closes a dialog unless the page prevents its `cancel`. */
export const requestClose = (agent: Agent, dialog: Element): void => {
  if (send(agent, dialog, 'cancel', { bubbles: false, composed: false }))
    agent.guard.page(() => (dialog as HTMLDialogElement).close());
};

/**
 * Sends a close request to the CloseWatcher that the page has made last, as Escape does and no event of a script.
 * False if there is none that reacts.
 */
export const requestCloseOfWatcher = ({ guard, watched }: Agent): boolean => {
  const watchers = watched.closeWatchers;
  for (let last = watchers.pop(); last; last = watchers.pop()) {
    const watcher = last;
    const events = new Set<string>();
    for (const type of ['cancel', 'close']) watcher.addEventListener(type, () => events.add(type));
    guard.page(() => watcher.requestClose());
    // The page has prevented the close: the watcher stays.
    if (events.has('cancel') && !events.has('close')) watchers.push(watcher);
    if (events.size > 0) return true;
  }
  return false;
};

export const INVOKER = '[popovertarget], [commandfor]';

/** The same for the button that an element is in; undefined if it is in none. */
const invokedAt = (el: Element): Element | null | undefined => ancestors(el).map(invokedBy).find(Boolean);

/**
 * The popovers that a click on an element leaves open: those that it is in, the one that its button controls, and
 * those that these were opened from.
 */
const popoversKeptAt = (el: Element, open: readonly Element[]): Element[] => {
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

/** The open dialog that is clicked; its backdrop is not a part of it. */
const dialogAt = (el: Element, point: Point | undefined): Element | undefined => {
  const at = ancestors(el).find((ancestor) => isMatch(ancestor, 'dialog[open]'));
  return at === el && isNativeModal(el) && !isAt(el, point) ? undefined : at;
};

/**
 * Closes popovers and dialogs at a click outside of them, which no event of a script does
 * (https://html.spec.whatwg.org/#light-dismiss-activities). Call it at pointerdown, and the returned function at
 * pointerup.
 */
export const lightDismiss = (
  agent: Agent,
  downTarget: Element,
  point: Point | undefined,
): ((upTarget: Element, point: Point | undefined) => void) => {
  const keptBefore = popoversKeptAt(downTarget, openPopovers());
  const dialogBefore = dialogAt(downTarget, point);
  return (upTarget, end) => {
    const open = openPopovers();
    const kept = popoversKeptAt(upTarget, open);
    const isSame = haveSameMembers(kept, keptBefore);
    for (const popover of isSame ? open.reverse() : [])
      if (!kept.includes(popover) && isOpenPopover(popover)) hidePopover(agent, popover);
    const dialog = dialogAt(upTarget, end);
    const top = findEverywhere('dialog[open]').pop();
    if (top && dialog === dialogBefore && dialog !== top && closedBy(top) === 'any') requestClose(agent, top);
  };
};
