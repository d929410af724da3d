import type { Agent } from '../agent.ts';
import { isFocusable as takesFocus } from '../aria/role.ts';
import { ancestors, shadowRootOf } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { hasAttr, inputTypeOf, methodOf } from '../dom/read.ts';
import { changeAfterLeaving, changeBeforeLeaving } from './deferred-change.ts';
import { contentOf } from './edit-text.ts';
import { callInPage, eventDuring, send } from './send.ts';

/** Whether an element takes the focus, or its shadow root delegates it to an element inside. */
export const isFocusable = (el: Element): boolean =>
  (takesFocus(el) || shadowRootOf(el)?.delegatesFocus === true) &&
  inputTypeOf(el) !== 'hidden' &&
  !hasAttr(el, 'inert');

/** The element that gets the focus when `el` is clicked. */
export const focusableAt = (el: Element): Element | null => ancestors(el).find(isFocusable) || null;

/** A view without the focus of the system moves its active element but fires no events: the script sends them. */
const dispatchFocusEvents = (agent: Agent, from: Element | null, to: Element | null): void => {
  if (from) {
    send(agent, from, 'blur', { relatedTarget: to, bubbles: false, cancelable: false });
    send(agent, from, 'focusout', { relatedTarget: to, cancelable: false });
  }
  if (to) {
    send(agent, to, 'focus', { relatedTarget: from, bubbles: false, cancelable: false });
    send(agent, to, 'focusin', { relatedTarget: from, cancelable: false });
  }
};

/**
 * Moves the focus to `el`, or (null) away from everything. True if it went there, wherever the page moved it then.
 */
export const moveFocus = (agent: Agent, el: Element | null): boolean => {
  const before = deepActiveElement();
  const place = el || agent.pointer.over?.deref() || before;
  if (place) agent.keys.tabStart = contentOf(place);
  if (before === el) return true;
  if (before) changeBeforeLeaving(agent, before);
  const type = el ? 'focus' : 'blur';
  const target = (el || before) as Element;
  const event = eventDuring(agent, target, type, () => {
    if (el) callInPage(agent, methodOf(el, 'focus'), el, { preventScroll: true });
    else callInPage(agent, methodOf(target, 'blur'), target);
  });
  const after = deepActiveElement();
  if (before && after !== before) changeAfterLeaving(agent, before);
  if (after !== before && !event) dispatchFocusEvents(agent, before, after);
  return !!event || after !== before;
};
