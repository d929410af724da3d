import type { Agent } from '../agent.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { contentsOf, methodOf } from '../dom/read.ts';
import { changeAfterLeaving, changeBeforeLeaving } from './deferred-change.ts';
import { callInPage, eventDuring, send } from './send.ts';

/** A view without the focus of the system moves its active element but fires no events: the script sends them. */
const dispatchFocusEvents = (agent: Agent, from: Element | null, to: Element | null): void => {
  for (const type of ['blur', 'focusout', 'focus', 'focusin']) {
    const isLoss = /blur|out/.test(type);
    const el = isLoss ? from : to;
    const init = { relatedTarget: isLoss ? to : from, bubbles: /in|out/.test(type), cancelable: false };
    if (el) send(agent, el, type, init);
  }
};

/**
 * Moves the focus to `el`, or (null) away from everything. True if it went there, wherever the page moved it then.
 */
export const moveFocus = (agent: Agent, el: Element | null): boolean => {
  const before = deepActiveElement();
  const place = el || agent.pointer.over?.deref() || before;
  if (place) agent.keys.tabStart = contentsOf(place);
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
