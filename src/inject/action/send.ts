import type { Agent } from '../agent.ts';
import { documentOf, fromDocument, typeOfNode } from '../dom/read.ts';

export type EventName =
  | 'PointerEvent'
  | 'MouseEvent'
  | 'FocusEvent'
  | 'InputEvent'
  | 'KeyboardEvent'
  | 'TouchEvent'
  | 'WheelEvent'
  | 'DragEvent'
  | 'ClipboardEvent'
  | 'CustomEvent'
  | 'Event';

/**
 * Dispatches an event of the element's own window and lets the page's handlers run with the page's own
 * built-ins. UI events bubble, can be cancelled and cross shadow roots unless `init` says otherwise. False if a
 * handler prevented the default. What is in `own` stands on the event alone: scripts read it, the engine does not.
 */
export const send = (
  agent: Agent,
  el: Element | Document,
  name: EventName,
  type: string,
  init: Readonly<Record<string, unknown>> = {},
  own: Readonly<Record<string, unknown>> = {},
): boolean => {
  const doc = typeOfNode(el) === 9 ? (el as Document) : documentOf(el);
  const view = fromDocument(doc, 'defaultView') ?? window;
  const constructors = view as unknown as Record<string, typeof Event | undefined>;
  // Engines without PointerEvent still know what a mouse is.
  const Constructor = constructors[name] ?? constructors.MouseEvent ?? Event;
  const full: Record<string, unknown> = { bubbles: true, cancelable: true, composed: true, ...init };
  if (name !== 'Event' && name !== 'CustomEvent') full.view = view;
  const event = new Constructor(type, full as EventInit);
  for (const key of Object.keys(own)) Object.defineProperty(event, key, { value: own[key] });
  // Taken while they are ours: inside of `page` they are the page's.
  const { dispatchEvent } = EventTarget.prototype;
  const { apply } = Reflect;
  return agent.guard.page(() => apply(dispatchEvent, el, [event]));
};
