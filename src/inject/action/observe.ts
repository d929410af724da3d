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
import { withLabelFallback } from './click.ts';
import { drag } from './drag.ts';
import { fill } from './fill.ts';
import { gesture } from './gesture.ts';
import { isElsewhere, movedAway } from './moved-away.ts';
import { checkReady, type Given, type Outcome } from './outcome.ts';
import type { Script } from './script.ts';
import { hear } from './send.ts';
import { toggle } from './set-checked.ts';
import { typeText } from './type-text.ts';

/** How often it is checked whether the host has sent the input (ms). */
const POLL_MS = 4;

/** The point for the host where only keys are needed, or no click reaches the element. */
const NO_POINT: Point = { x: -1, y: -1 };

/** How long the host is waited for (ms): one that is gone must not keep the action waiting for ever. */
const HOST_GONE_MS = 30_000;

const CLICK_EVENTS = 'pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick'.split(' ');

/** Events of the input that a host sends. */
const INPUT_EVENTS =
  'pointerover pointermove mouseover mousemove keydown beforeinput input keyup dragenter drop touchstart touchend'
    .split(' ')
    .concat(CLICK_EVENTS);

/**
 * The page may move the element away before the click of a host arrives. If another element is at the point then, the
 * events of the click are stopped, so that it does not get them. The returned function ends this and returns that
 * other element, else whether the click began on the element and ended elsewhere.
 */
const guardClick = (
  agent: Agent,
  el: Element,
  { target, point, surface = el, moves }: Aim,
): (() => Element | boolean) => {
  let hit: Element | null | undefined;
  let endedElsewhere = false;
  let isAimed = !point;
  const isAway = (at: Element): boolean => !isLive(at) || !isAt(at, point);
  const onEvent = (event: Event): void => {
    if (!event.isTrusted) return;
    if (!isAimed && !hit) {
      hit = elementAt(point as Point);
      isAimed =
        !hit ||
        !isLive(el) ||
        [el, target, surface].some((at) => flatContains(at, hit as Element) || !isAway(at));
    }
    if (event.type === 'mouseup' && !moves) endedElsewhere = isElsewhere(target, surface, point);
    if (isAimed) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const view = windowOf(el);
  const ends = CLICK_EVENTS.map((type) => hear(agent, view, type, onEvent, { capture: true }));
  return () => {
    for (const end of ends) end();
    return isAimed ? endedElsewhere : hit || false;
  };
};

/**
 * An action whose input the host sends itself, with the mouse and keys of the browser (trusted events). It is checked
 * and aimed like the same action of the script: a click; a drag (`to`, `dx` or `dy`); `setChecked` (`checked`);
 * `fill` (`text`) or `type` (`text` with `append`). `poll` hands the point to the host (`awaits`); the action waits
 * until the host reports the input as sent, and observes the effect. Only with `start`, which lets it wait.
 */
export const observe = function* (agent: Agent, el: Element, given: Given): Script<Outcome> {
  const { awaits } = agent;
  if (!awaits) {
    const message = 'observe waits for its host: begin it with start, and poll it.';
    return fail('unsupported_kind', message);
  }
  const view = windowOf(el);
  const askHost = function* (input?: AwaitedInput | false): Script<boolean> {
    if (input) awaits.point = input;
    const ends = INPUT_EVENTS.map((type) =>
      hear(agent, view, type, () => agent.action?.hear(), { capture: true }),
    );
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
      const endGuard = guardClick(agent, field, aim);
      yield* askHost(aim.point);
      endGuard();
    };
    return yield* (append ? typeText : fill)(agent, el, given, { click, type: () => askHost(NO_POINT) });
  }
  let isMissed = false;
  const clickByHost = (acting: Agent, clicked: Element): Script<Outcome> =>
    withLabelFallback(clicked, (at) =>
      gesture(
        acting,
        at,
        checkReady,
        function* (aim) {
          const endGuard = guardClick(acting, at, aim);
          yield* askHost(aim.point || (keys && NO_POINT));
          const result = endGuard();
          isMissed = result === true;
          return typeof result === 'object' && movedAway(acting, at, result);
        },
        given.position,
        keys,
      ),
    );
  if (checked !== undefined) return yield* toggle(agent, el, checked, clickByHost);
  if ((given.to ?? given.dx ?? given.dy) !== undefined) return yield* drag(agent, el, given, askHost);
  const outcome = yield* clickByHost(agent, el);
  if (isMissed && !isFailure(outcome)) outcome.verified = 'unknown';
  return outcome;
};
