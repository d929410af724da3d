import type { Tristate } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { attr, CONTROLS, closestTo, inputTypeOf, matches, tagOf } from '../dom/read.ts';
import { CHECKED_ROLE } from '../element/content-roles.ts';
import { hasPlace } from '../element/element-state.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { checkEnabled } from './checks.ts';
import { click } from './click.ts';
import { controlIn, soleIn } from './control-in.ts';
import { sendKeystroke } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import type { Outcome } from './outcome.ts';
import type { Script } from './script.ts';
import { successor } from './successor.ts';

/** The checked state that the page declares by ARIA attributes, also on a role that does not have it. */
const declaredStateOf = (el: Element): Tristate | undefined => statesBeyondRole(el).checked;

const stateOf = (el: Element): Tristate | undefined => {
  const cache = createDomCache();
  return statesOf(el, roleOf(el, cache), cache).checked ?? declaredStateOf(el);
};

/** Whether an element can be checked: by its role, or because the page declares a checked state for it. */
const isCheckable = (el: Element, cache: DomCache): boolean =>
  CHECKED_ROLE.test(roleOf(el, cache)) || declaredStateOf(el) !== undefined;

/**
 * The control to check: the element, the control of its label, the only one inside of it, or for a text the one that
 * it is in.
 */
const checkableOf = (el: Element): Element | undefined => {
  const cache = createDomCache();
  const isWanted = (at: Element): boolean => isCheckable(at, cache);
  const around = closestTo(el, `[role], ${CONTROLS}`);
  return controlIn(el, isWanted) || (around && isWanted(around) ? around : undefined);
};

const checkCheckable = (
  agent: Agent,
  control: Element | undefined,
  el: Element,
  to: boolean,
): Failure | undefined => {
  if (!control) {
    return fail(
      'not_checkable',
      `${inWords(agent, el)} has nothing to check. Click it, or choose a checkbox, radio or switch.`,
    );
  }
  const cache = createDomCache();
  if (attr(control, 'aria-readonly') === 'true')
    return fail('not_checkable', `${inWords(agent, control)} is read-only.`);
  const radio = inputTypeOf(control) === 'radio' || /radio/.test(roleOf(control, cache));
  if (radio && !to && stateOf(control) === true) {
    return fail(
      'not_checkable',
      `${inWords(agent, control)} can't be unchecked: check another one of its group.`,
    );
  }
  return undefined;
};

const CHECKBOX_SELECTOR = 'input[type=checkbox], [role=checkbox]';

/** Where to click a control: an item with a checked state and another role is clicked in the only checkbox it has. */
const clickTargetOf = (control: Element): Element => {
  const cache = createDomCache();
  const box = CHECKED_ROLE.test(roleOf(control, cache))
    ? undefined
    : soleIn(control, (at) => matches(at, CHECKBOX_SELECTOR));
  return box && hasPlace(box, cache) ? box : control;
};

/**
 * Clicks until the state is right: a mixed state may need two clicks, and if the click of a host has changed nothing
 * the script clicks.
 */
export function* toggle(
  agent: Agent,
  el: Element,
  to: boolean,
  clickOn: (agent: Agent, el: Element) => Script<Outcome> = click,
): Script<Outcome> {
  const found = checkableOf(el);
  const refusal = checkCheckable(agent, found, el, to);
  if (refusal) return refusal;
  const control = found as Element;
  const before = stateOf(control);
  const declaredBefore = declaredStateOf(control);
  // A control that is not native may be checked without declaring it.
  const isNative = tagOf(control) === 'input';
  if (before === to) {
    const isDeclared = declaredBefore === to || (isNative && declaredBefore === undefined);
    return { effect: { mutations: 0 }, verified: isDeclared || 'unknown' };
  }
  const disabled = checkEnabled(agent, control, createDomCache());
  if (disabled) return disabled;
  const latest = successor(control);
  let outcome = yield* clickOn(agent, clickTargetOf(control));
  if (isFailure(outcome)) return outcome;
  const isMissed = clickOn !== click && outcome.verified !== true;
  if ((before === 'mixed' || isMissed) && isLive(control) && stateOf(control) !== to) {
    // A failure here is not returned, because the first click was made: the state is reported below.
    const again = yield* (isMissed ? click : clickOn)(agent, control);
    if (!isFailure(again)) outcome = again;
  }
  // In some lists a click chooses an item, and Space checks it.
  if (
    isLive(control) &&
    stateOf(control) === before &&
    !CHECKED_ROLE.test(roleOf(control, createDomCache())) &&
    agent.action
  )
    yield* sendKeystroke(agent, control, keyOf('Space') as Key, []);
  const shown = latest();
  if (!shown) return { ...outcome, verified: 'unknown' };
  const now = stateOf(shown);
  // If a page prevents the click the engine resets the native checkbox: the declared state is the one that is drawn.
  const declared = declaredStateOf(shown);
  if (now === to || (declared === to && declaredBefore !== to)) {
    outcome.effect.checked = to;
    return { ...outcome, verified: true };
  }
  // Without pauses a framework has not rendered the new state yet.
  const hasNoState = now === false && declared === undefined && outcome.verified === true;
  if (!isNative && (hasNoState || !agent.action)) return { ...outcome, verified: 'unknown' };
  const label = inWords(agent, shown);
  return fail('no_effect', `${label} was pressed, and the page left it at checked=${now}.`, {
    observed: String(now),
  });
}

export const check = (agent: Agent, el: Element): Script<Outcome> => toggle(agent, el, true);
export const uncheck = (agent: Agent, el: Element): Script<Outcome> => toggle(agent, el, false);

export const setChecked = (agent: Agent, el: Element, given: { checked: boolean }): Script<Outcome> =>
  toggle(agent, el, given.checked);
