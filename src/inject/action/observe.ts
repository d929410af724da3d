import type { AwaitedInput, Point } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { flatContains } from '../dom/flat-tree.ts';
import { elementAt } from '../dom/hit-test.ts';
import { windowOf } from '../dom/read.ts';
import { isAt } from '../dom/view-box.ts';
import { isLive } from '../element/refs.ts';
import { fail, isFailure } from '../result.ts';
import { type Aim, aimAt } from './checks.ts';
import { orByLabel } from './click.ts';
import { drag } from './drag.ts';
import { fill } from './fill.ts';
import { gesture } from './gesture.ts';
import { isElsewhere, movedAway } from './moved-away.ts';
import { checkReady, type Given, type Outcome } from './outcome.ts';
import type { Script } from './script.ts';
import { hear } from './send.ts';
import { toggle } from './set-checked.ts';
import { typeText } from './type-text.ts';

/** How often it is looked whether the host has done it (ms). */
const POLL_MS = 4;

/** Where keys will do, and no press reaches it. */
const NOWHERE: Point = { x: -1, y: -1 };

/** A host that is gone does not hold the element for ever. */
const HOST_GONE_MS = 30_000;

const PRESS_EVENTS = 'pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick'.split(' ');

/** What a host's hands bring. */
const HEARD =
  'pointerover pointermove mouseover mousemove keydown beforeinput input keyup dragenter drop touchstart touchend'
    .split(' ')
    .concat(PRESS_EVENTS);

/**
 * Until a host's press comes the page may have moved the element away: what stands there then hears nothing of it. Gives
 * what ends the watch, and says what that was, or whether the press has begun on the element and ended elsewhere.
 */
const keepFromOthers = (
  agent: Agent,
  el: Element,
  { target, point, surface = el, moves }: Aim,
): (() => Element | boolean) => {
  let met: Element | null | undefined;
  let slipped = false;
  let isAimed = !point;
  const isOff = (at: Element): boolean => !isLive(at) || !isAt(at, point);
  const heard = (event: Event): void => {
    if (!event.isTrusted) return;
    if (!isAimed && !met) {
      met = elementAt(point as Point);
      isAimed =
        !met ||
        !isLive(el) ||
        [el, target, surface].some((at) => flatContains(at, met as Element) || !isOff(at));
    }
    if (event.type === 'mouseup' && !moves) slipped = isElsewhere(target, surface, point);
    if (isAimed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const view = windowOf(el);
  const ends = PRESS_EVENTS.map((type) => hear(agent, view, type, heard, { capture: true }));
  return () => {
    for (const end of ends) end();
    return isAimed ? slipped : met || false;
  };
};

/**
 * What a host does with the browser's own mouse and keys: checked and aimed at as any press or, with the payload of one,
 * as a drag, what sets a check (`checked`) or what fills a field (`text`; `append`: types behind what is there), its points given by `poll` (`awaits`), then waited for until the host says that it is sent, and observed.
 * Only with `start`.
 */
export const observe = function* (agent: Agent, el: Element, given: Given): Script<Outcome> {
  const { awaits } = agent;
  if (!awaits) {
    const message = 'observe waits for its host: begin it with start, and poll it.';
    return fail('unsupported_kind', message);
  }
  const view = windowOf(el);
  const hand = function* (input?: AwaitedInput | false): Script<boolean> {
    if (input) awaits.point = input;
    const ends = HEARD.map((type) => hear(agent, view, type, () => agent.action?.hear(), { capture: true }));
    for (let waited = 0; awaits.point && waited < HOST_GONE_MS; waited += POLL_MS) yield POLL_MS;
    for (const end of ends) end();
    delete awaits.point;
    return false;
  };
  const { checked, keys, text, append } = given as {
    checked?: boolean;
    keys?: boolean;
    text?: string;
    append?: boolean;
  };
  if (text !== undefined) {
    const click = function* (field: Element): Script<void> {
      const aim = yield* aimAt(agent, field, createDomCache());
      if (isFailure(aim) || !aim.point) return;
      const missed = keepFromOthers(agent, field, aim);
      yield* hand(aim.point);
      missed();
    };
    return yield* (append ? typeText : fill)(agent, el, given, { click, type: () => hand(NOWHERE) });
  }
  let isMissed = false;
  const press = (acting: Agent, pressed: Element): Script<Outcome> =>
    orByLabel(pressed, (at) =>
      gesture(
        acting,
        at,
        checkReady,
        function* (aim) {
          const missed = keepFromOthers(acting, at, aim);
          yield* hand(aim.point || (keys && NOWHERE));
          const met = missed();
          isMissed = met === true;
          return typeof met === 'object' && movedAway(acting, at, met);
        },
        given.position,
        keys,
      ),
    );
  if (checked !== undefined) return yield* toggle(agent, el, checked, press);
  if ((given.to ?? given.dx ?? given.dy) !== undefined) return yield* drag(agent, el, given, hand);
  const outcome = yield* press(agent, el);
  if (isMissed && !isFailure(outcome)) outcome.verified = 'unknown';
  return outcome;
};
