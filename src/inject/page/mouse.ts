import type { InputKind, MousePayload, PageInput, Point } from '../../contract.ts';
import { moveTo, press, STEPS_OF_DOWN, sendPress } from '../action/pointer.ts';
import { playAtOnce, type Script } from '../action/script.ts';
import { scrollableAt, scrollBy } from '../action/scroll.ts';
import { send } from '../action/send.ts';
import type { Agent } from '../agent.ts';
import { elementAt } from '../dom/hit-test.ts';
import { createViewport } from '../dom/view-box.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';
import { checked } from './checked.ts';
import { withTarget } from './keys.ts';
import type { Answer } from './page.ts';

const POINT = { x: 'number!', y: 'number!' };
const WHEEL = { ...POINT, deltaX: 'number', deltaY: 'number' };

type Outcome = Answer<PageInput> | Failure;

/** Performs one kind of mouse input at a point; returns whether a handler prevented the default. */
type Gesture = (agent: Agent, el: Element, payload: MousePayload) => boolean | Script<boolean>;

const under = (point: Point): Element | null => elementAt(point);

const down: Gesture = (agent, el, { x, y }) => {
  const at = { x, y };
  const sequence = press(agent, el, at, () => under(at));
  agent.pointer.held = { at, press: sequence };
  for (let i = 0; i < STEPS_OF_DOWN; i++) sequence.next();
  return false;
};

const up: Gesture = (agent, el, { x, y }) => {
  const { held } = agent.pointer;
  delete agent.pointer.held;
  if (!held) return !sendPress(agent, el, 'mouseup', { clientX: x, clientY: y });
  Object.assign(held.at, { x, y });
  return playAtOnce(held.press);
};

const wheel: Gesture = (agent, el, { x, y, deltaX = 0, deltaY = 0 }) => {
  const allowed = send(agent, el, 'wheel', { clientX: x, clientY: y, deltaX, deltaY });
  const box = allowed && scrollableAt(el, deltaX, deltaY);
  if (box) scrollBy(agent, box, deltaX, deltaY);
  return !allowed;
};

const GESTURES: { readonly [K in InputKind]?: Gesture } = {
  mouseMove: () => false,
  mouseDown: down,
  mouseUp: up,
  mouseClick: (agent, el, { x, y }) => press(agent, el, { x, y }, () => under({ x, y })),
  wheel,
};

/** Mouse input at a point of the viewport (CSS px), on the element that is there. */
export const mouse = (kind: InputKind) =>
  checked(kind, kind === 'wheel' ? WHEEL : POINT, function* (agent, payload: MousePayload): Script<Outcome> {
    const point = { x: payload.x, y: payload.y };
    const el = under(point);
    if (!el) {
      const { width, height } = createViewport();
      return wrongArgument(
        'x',
        `There is nothing at ${point.x}, ${point.y}: the viewport is ${width} x ${height} px.`,
      );
    }
    return yield* withTarget(agent, el, () => {
      moveTo(agent, el, point, agent.pointer.held && { buttons: 1 });
      return (GESTURES[kind] as Gesture)(agent, el, payload);
    });
  });
