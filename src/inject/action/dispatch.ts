import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { wrongArgument } from '../payload.ts';
import { watch } from './effects.ts';
import { asObserved, type Given, type Outcome } from './outcome.ts';
import { type Script, SEEN } from './script.ts';
import { type EventName, send } from './send.ts';

/** Which constructor makes an event, by how its type begins. */
const CONSTRUCTORS: readonly (readonly [start: RegExp, name: EventName])[] = [
  [/^key/, 'KeyboardEvent'],
  [/^(?:pointer|gotpointer|lostpointer|click$|auxclick$|contextmenu$)/, 'PointerEvent'],
  [/^(?:mouse|dblclick$)/, 'MouseEvent'],
  [/^wheel$/, 'WheelEvent'],
  [/^(?:drag|drop$)/, 'DragEvent'],
  [/^(?:focus|blur$)/, 'FocusEvent'],
  [/^(?:beforeinput|input)$/, 'InputEvent'],
  [/^(?:copy|cut|paste)$/, 'ClipboardEvent'],
];

/** Sends any one event, unchecked, as `dispatchEvent` does. */
export function* dispatch(agent: Agent, el: Element, given: Given): Script<Outcome> {
  const type = given.type as string;
  const init = (given.init || {}) as Record<string, unknown>;
  const name = CONSTRUCTORS.find(([start]) => start.test(type))?.[1];
  const effectNow = watch(agent, el);
  let allowed: boolean;
  try {
    allowed = send(agent, el, name || ('detail' in init ? 'CustomEvent' : 'Event'), type, init);
  } catch (error) {
    effectNow();
    return wrongArgument('init', `init can't be read: ${cut(String((error as Error).message), 120)}`);
  }
  yield SEEN;
  return asObserved(effectNow(), undefined, !allowed);
}
