import type { ActionKind, ActionOk, Effect } from '../../contract.ts';
import { type Agent, metaOf } from '../agent.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import { lookUp } from '../element/lookup.ts';
import { readPayload, type Spec, unknownKind } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { beginAction } from './action-context.ts';
import { CLICK_PAYLOAD, click, contextmenu, dblclick } from './click.ts';
import { dispatch } from './dispatch.ts';
import { DRAG, drag } from './drag.ts';
import { drop } from './drop.ts';
import { fill } from './fill.ts';
import { hover } from './hover.ts';
import { observe } from './observe.ts';
import type { Action } from './outcome.ts';
import { pressKey } from './press-key.ts';
import { type Script, SEEN, SETTLED } from './script.ts';
import { SCROLL, scroll, scrollIntoView } from './scroll.ts';
import { SELECT, selectOption } from './select-option.ts';
import { selectText } from './select-text.ts';
import { check, setChecked, uncheck } from './set-checked.ts';
import { blur, focus } from './set-focus.ts';
import { submit } from './submit.ts';
import { SWIPE, swipe } from './swipe.ts';
import { longpress, tap } from './touch.ts';
import { typeText } from './type-text.ts';
import { upload } from './upload.ts';

/** The function that performs each action kind, and the fields of its payload. */
const KINDS: { readonly [K in ActionKind]?: readonly [perform: Action, takes?: Spec] } = {
  click: [click, { ...CLICK_PAYLOAD, button: 'left|right' }],
  dblclick: [dblclick, CLICK_PAYLOAD],
  contextmenu: [contextmenu, CLICK_PAYLOAD],
  longpress: [longpress, { ms: 'number' }],
  tap: [(agent, el) => tap(agent, el)],
  swipe: [swipe, SWIPE],
  hover: [hover],
  focus: [focus],
  blur: [blur],
  fill: [fill, { text: 'string or number', value: 'string or number' }],
  type: [typeText, { text: 'string! or number', delayMs: 'number' }],
  clear: [(agent, el) => fill(agent, el, { text: '' })],
  press: [pressKey, { key: 'string! or number' }],
  select: [selectOption, SELECT],
  selectText: [selectText, { text: 'string', start: 'number', end: 'number' }],
  check: [check],
  uncheck: [uncheck],
  setChecked: [setChecked, { checked: 'boolean!' }],
  upload: [upload, { files: 'array!' }],
  drop: [drop, { files: 'array', data: 'object' }],
  drag: [drag, DRAG],
  scroll: [scroll, SCROLL],
  scrollIntoView: [scrollIntoView, { block: 'start|center|end|nearest' }],
  submit: [submit],
  dispatch: [dispatch, { type: 'string!', init: 'object' }],
  observe: [observe, { ...DRAG, checked: 'boolean', keys: 'boolean', text: 'string', append: 'boolean' }],
};

const valid = Object.keys(KINDS);

/**
 * The action kind of a spelling: case, `_`, `-` and blanks do not count, so `scroll_into_view` is `scrollIntoView`.
 */
const kindOf = (spelling: unknown): ActionKind | undefined => {
  const bare = String(spelling)
    .replace(/[_\s-]/g, '')
    .toLowerCase();
  return valid.find((kind) => kind.toLowerCase() === bare) as ActionKind | undefined;
};

/**
 * Runs an action with a context of its own: what the page starts while a step of the script runs (timers, frames,
 * requests) is attributed to the action, and the pauses `SETTLED` and `SEEN` wait for that.
 */
export function* watched<T>(
  agent: Agent,
  el: Element | null,
  perform: (agent: Agent) => Script<T>,
): Script<T> {
  const action = beginAction(agent, el);
  const script = perform({ ...agent, action });
  try {
    for (;;) {
      action.enter();
      const { done, value } = script.next();
      action.leave();
      if (done) return value;
      const isWait = value === SETTLED || value === SEEN;
      yield isWait ? action.settle : value;
      if (isWait && (yield* action.awaitPage())) yield action.settle;
      if (value === SEEN) yield* action.lookAgain();
    }
  } finally {
    action.dispose();
  }
}

/**
 * Cuts the texts of an effect that come from the page. Done last, because values are compared in full to verify them.
 */
const cutEffect = (effect: Effect): Effect => {
  const { value, url, selected } = effect;
  if (value) effect.value = cut(value, MAX_CHARS.value);
  if (url) effect.url = cut(url, MAX_CHARS.address);
  if (selected) effect.selected = selected.map((label) => cut(label, MAX_CHARS.value));
  return effect;
};

/**
 * One attempt at one action. The element and the payload are checked before the first pause, so a refused call has
 * changed nothing. At each pause `run` lets the page run.
 *
 * @param withPauses whether the pauses are waited for, so that the action needs a context (`run`)
 */
export function* act(
  agent: Agent,
  refOrLocator: unknown,
  givenKind: unknown,
  payload: unknown,
  withPauses = false,
): Script<ActionOk | Failure> {
  const kind = kindOf(givenKind);
  const [perform, takes = {}] = (kind && KINDS[kind]) || [];
  if (!kind || !perform) return unknownKind('action', givenKind, valid);
  const found = lookUp(agent, refOrLocator, payload);
  if (isFailure(found)) return found;
  const { element } = found;
  const given = readPayload(kind, payload, takes);
  if (isFailure(given)) return given;
  const outcome = withPauses
    ? yield* watched(agent, element, (acting) => perform(acting, element, given as never))
    : yield* perform(agent, element, given as never);
  if (isFailure(outcome)) return outcome;
  return {
    ok: true,
    type: 'action',
    meta: metaOf(agent),
    ref: found.ref,
    kind,
    ...outcome,
    effect: cutEffect(outcome.effect),
  };
}
