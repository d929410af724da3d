import type { ActionKind, ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure, metaOf } from '../agent.ts';
import { readPayload } from '../payload.ts';
import { lookUp } from '../snapshot/lookup.ts';
import { cut } from '../snapshot/text.ts';
import { click, contextmenu, dblclick } from './click.ts';
import { dispatch } from './dispatch.ts';
import { drag } from './drag.ts';
import { drop } from './drop.ts';
import { fill } from './fill.ts';
import { hover } from './hover.ts';
import type { Action, Outcome } from './outcome.ts';
import { watchRequests } from './page-requests.ts';
import { watchTimers } from './page-timers.ts';
import { pressKey } from './press-key.ts';
import type { Script } from './script.ts';
import { scroll, scrollIntoView } from './scroll.ts';
import { selectOption } from './select-option.ts';
import { selectText } from './select-text.ts';
import { check, setChecked, uncheck } from './set-checked.ts';
import { blur, focus } from './set-focus.ts';
import { submit } from './submit.ts';
import { swipe } from './swipe.ts';
import { longpress, tap } from './touch.ts';
import { typeText } from './type-text.ts';
import { upload } from './upload.ts';

/** An action that nothing is given to. */
const bare = (kind: string, perform: (agent: Agent, el: Element) => Script<Outcome>): Action =>
  function* (agent, el, payload) {
    const given = readPayload(kind, payload, {});
    return isFailure(given) ? given : yield* perform(agent, el);
  };

const KINDS: { readonly [K in ActionKind]?: Action } = {
  click,
  dblclick,
  contextmenu,
  longpress,
  tap: bare('tap', (agent, el) => tap(agent, el)),
  swipe,
  hover: bare('hover', hover),
  focus: bare('focus', focus),
  blur: bare('blur', blur),
  fill,
  type: typeText,
  clear: bare('clear', (agent, el) => fill(agent, el, { text: '' })),
  press: pressKey,
  select: selectOption,
  selectText,
  check,
  uncheck,
  setChecked,
  upload,
  drop,
  drag,
  scroll,
  scrollIntoView,
  submit: bare('submit', submit),
  dispatch,
};

const valid = Object.keys(KINDS);

/** `scroll_into_view` is `scrollIntoView`, and so in any spelling. */
const kindOf = (spelled: unknown): ActionKind | undefined => {
  const bare = String(spelled)
    .replace(/[_\s-]/g, '')
    .toLowerCase();
  return valid.find((kind) => kind.toLowerCase() === bare) as ActionKind | undefined;
};

/** Plays an action while the page's timers and requests are watched: it is over when what they bring has come. */
function* watched<T>(agent: Agent, el: Element, script: Script<T>): Script<T> {
  const timers = watchTimers(agent, el);
  const requests = watchRequests(agent, el);
  agent.timers = timers;
  agent.requests = requests;
  try {
    return yield* script;
  } finally {
    requests.end();
    timers.end();
  }
}

/**
 * One attempt at one action. Everything is checked before the first pause, so that what is refused has done
 * nothing; from then on each pause is a place where `run` lets the page have its turn.
 */
export function* act(
  agent: Agent,
  spelled: unknown,
  spelledKind: unknown,
  payload: unknown,
): Script<ActionOk | Failure> {
  const kind = kindOf(spelledKind);
  const perform = kind && KINDS[kind];
  if (!perform) {
    return fail(
      'unsupported_kind',
      `There is no action "${cut(String(spelledKind), 40)}". Valid: ${valid.join(', ')}.`,
      {
        valid,
      },
    );
  }
  const found = lookUp(agent, spelled, payload);
  if (isFailure(found)) return found;
  const outcome = yield* watched(agent, found.element, perform(agent, found.element, payload));
  if (isFailure(outcome)) return outcome;
  return {
    ok: true,
    type: 'action',
    meta: metaOf(agent),
    ref: found.ref,
    kind,
    ...outcome,
  };
}
