import type { Tristate } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { roleOf } from '../aria/role.ts';
import { statesBeyondRole, statesOf } from '../aria/states.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { attr, elementsIn, inputTypeOf, tagOf } from '../dom/read.ts';
import { CHECKED_ROLE } from '../element/content-roles.ts';
import { hasPlace } from '../element/element-state.ts';
import { inWords } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { checkEnabled } from './checks.ts';
import { click } from './click.ts';
import { controlIn } from './control-in.ts';
import { strike } from './keyboard.ts';
import { type Key, keyOf } from './keys.ts';
import type { Outcome } from './outcome.ts';
import type { Script } from './script.ts';
import { successor } from './successor.ts';

/** What the page writes of a control, whatever the engine knows of its box. */
const writtenOf = (el: Element): Tristate | undefined => statesBeyondRole(el).checked;

const stateOf = (el: Element): Tristate | undefined => {
  const cache = createDomCache();
  return statesOf(el, roleOf(el, cache), cache).checked ?? writtenOf(el);
};

/** By its role, or because the page says of it that it is checked or not. */
const isCheckable = (el: Element, cache: DomCache): boolean =>
  CHECKED_ROLE.test(roleOf(el, cache)) || writtenOf(el) !== undefined;

/** What is checked: the element, its label's control, or the only one inside of it. */
const checkableOf = (el: Element): Element | undefined => {
  const cache = createDomCache();
  return controlIn(el, 'input, [role], [aria-checked]', (at) => isCheckable(at, cache));
};

const refuse = (
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

/** An item that says that it is checked or not, and shows that in the only box it has, is pressed there. */
const clickTargetOf = (control: Element): Element => {
  const cache = createDomCache();
  const boxes = CHECKED_ROLE.test(roleOf(control, cache)) ? [] : elementsIn(control, CHECKBOX_SELECTOR);
  const [box] = boxes;
  return box && boxes.every((at) => flatContains(box, at)) && hasPlace(box, cache) ? box : control;
};

/**
 * Presses until the state is right: what is mixed may need two, and what a host's press has not changed at all is pressed
 * by the script.
 */
export function* toggle(
  agent: Agent,
  el: Element,
  to: boolean,
  press: (agent: Agent, el: Element) => Script<Outcome> = click,
): Script<Outcome> {
  const found = checkableOf(el);
  const refusal = refuse(agent, found, el, to);
  if (refusal) return refusal;
  const control = found as Element;
  const before = stateOf(control);
  const wasWritten = writtenOf(control);
  // What is drawn and says nothing may be checked all the same.
  const isNative = tagOf(control) === 'input';
  if (before === to) {
    const isSaid = wasWritten === to || (isNative && wasWritten === undefined);
    return { effect: { mutations: 0 }, verified: isSaid || 'unknown' };
  }
  const disabled = checkEnabled(agent, control, createDomCache());
  if (disabled) return disabled;
  const latest = successor(control);
  let outcome = yield* press(agent, clickTargetOf(control));
  if (isFailure(outcome)) return outcome;
  const isMissed = press !== click && outcome.verified !== true;
  if ((before === 'mixed' || isMissed) && isLive(control) && stateOf(control) !== to) {
    // Refused or not, it was pressed already: what it is now is reported below.
    const again = yield* (isMissed ? click : press)(agent, control);
    if (!isFailure(again)) outcome = again;
  }
  // An item of a list that is checked or not takes a press for a choice, and Space for a check.
  if (
    isLive(control) &&
    stateOf(control) === before &&
    !CHECKED_ROLE.test(roleOf(control, createDomCache())) &&
    agent.action
  )
    yield* strike(agent, control, keyOf('Space') as Key, []);
  const shown = latest();
  if (!shown) return { ...outcome, verified: 'unknown' };
  const now = stateOf(shown);
  // The engine takes back what a page that prevents the click has set in its box: what is drawn follows the page's word.
  const written = writtenOf(shown);
  if (now === to || (written === to && wasWritten !== to)) {
    outcome.effect.checked = to;
    return { ...outcome, verified: true };
  }
  // In one task a framework has not shown yet what it will show.
  const isSilent = now === false && written === undefined && outcome.verified === true;
  if (!isNative && (isSilent || !agent.action)) return { ...outcome, verified: 'unknown' };
  const label = inWords(agent, shown);
  return fail(
    'no_effect',
    `${label} was pressed and is ${now === true ? 'checked' : now === 'mixed' ? 'mixed' : 'not checked'} all the same. The page refused it; take a new snapshot.`,
    { observed: String(now) },
  );
}

export const check = (agent: Agent, el: Element): Script<Outcome> => toggle(agent, el, true);
export const uncheck = (agent: Agent, el: Element): Script<Outcome> => toggle(agent, el, false);

export const setChecked = (agent: Agent, el: Element, given: { checked: boolean }): Script<Outcome> =>
  toggle(agent, el, given.checked);
