import type { Agent } from '../agent.ts';
import { isNativeFunction } from '../dom/natives.ts';
import { documentOf, fromDocument, rootOf, typeOfNode, viewOf } from '../dom/read.ts';

type Constructors = Readonly<Record<string, typeof Event | undefined>>;

/** Which constructor makes an event, by how its type begins. */
const CONSTRUCTORS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^key/, 'KeyboardEvent'],
  [/^(?:pointer|gotpointer|lostpointer|click$|auxclick$|contextmenu$)/, 'PointerEvent'],
  [/^(?:mouse|dblclick$)/, 'MouseEvent'],
  [/^wheel$/, 'WheelEvent'],
  [/^(?:drag|drop$)/, 'DragEvent'],
  [/^(?:focus|blur$)/, 'FocusEvent'],
  [/^(?:beforeinput|input)$/, 'InputEvent'],
  [/^(?:copy|cut|paste)$/, 'ClipboardEvent'],
];

/** Empty for those that are an `Event` and no more. */
const nameOf = (type: string): string => CONSTRUCTORS.find(([start]) => start.test(type))?.[1] || '';

/** A frame may have broken its own: then ours does. Engines without PointerEvent still know what a mouse is. */
const constructorOf = (view: Window, name: string): typeof Event => {
  const ours = window as unknown as Constructors;
  const theirs = (view as unknown as Constructors)[name];
  return (isNativeFunction(theirs) ? theirs : ours[name]) || ours.MouseEvent || Event;
};

/** Calls a captured function while the page has its own built-ins, as for what runs its handlers. */
export const callInPage = <T>(
  { guard }: Agent,
  fn: (...args: never[]) => T,
  self: object,
  ...args: unknown[]
): T => {
  // Taken while it is ours: inside of `page` it is the page's.
  const { apply } = Reflect;
  return guard.page(() => apply(fn, self, args));
};

/**
 * Dispatches an event of the element's own window and lets the page's handlers run with the page's own
 * built-ins. UI events bubble, can be cancelled and cross shadow roots unless `init` says otherwise. False if a
 * handler prevented the default. What is in `own` stands on the event alone: scripts read it, the engine does not. `name`:
 * of its constructor, where its type does not say it.
 */
export const send = (
  agent: Agent,
  el: Element | Document,
  type: string,
  init: Readonly<Record<string, unknown>> = {},
  own: Readonly<Record<string, unknown>> = {},
  name = nameOf(type),
): boolean => {
  const doc = typeOfNode(el) === 9 ? (el as Document) : documentOf(el);
  const view = viewOf(doc) || window;
  const Constructor = constructorOf(view, name || ('detail' in init ? 'CustomEvent' : 'Event'));
  const full: Record<string, unknown> = { bubbles: true, cancelable: true, composed: true, ...init };
  if (name) full.view = view;
  const event = new Constructor(type, full as EventInit);
  // Editors copy an event by its enumerable members.
  for (const key of Object.keys(own))
    Object.defineProperty(event, key, { value: own[key], enumerable: true });
  return callInPage(agent, EventTarget.prototype.dispatchEvent, el, event);
};

/**
 * Hears an event as one of the page's listeners does, with the captured built-ins in place. The function that is
 * given back stops that.
 */
export const hear = (
  { guard }: Agent,
  target: EventTarget,
  type: string,
  handler: (event: Event) => void,
  options: AddEventListenerOptions = {},
): (() => void) => {
  const heard = (event: Event): void => guard.run(() => handler(event));
  // A form's control may be called `addEventListener`.
  EventTarget.prototype.addEventListener.call(target, type, heard, options);
  return () => EventTarget.prototype.removeEventListener.call(target, type, heard, options);
};

/** The event of a type that an element hears while something is done, if it hears one. */
export const heardDuring = (agent: Agent, el: Element, type: string, act: () => void): Event | undefined => {
  let heard: Event | undefined;
  const listen = (event: Event): void => {
    heard = event;
  };
  const stop = hear(agent, el, type, listen, { once: true });
  act();
  stop();
  return heard;
};

/** The first and the last to hear of an event that stays in the tree of its target. */
export const edgeOf = (el: Element): EventTarget => {
  const root = rootOf(el);
  return (root === documentOf(el) && fromDocument(root as Document, 'defaultView')) || root;
};

/** Not by typing: a mere event. */
export const sendInput = (agent: Agent, el: Element): boolean =>
  send(agent, el, 'input', { cancelable: false }, {}, '');

export const sendChange = (agent: Agent, el: Element): boolean =>
  send(agent, el, 'change', { cancelable: false, composed: false });

/** Tells that the user has changed a control that is not typed into. */
export const dispatchInputAndChange = (agent: Agent, el: Element): void => {
  sendInput(agent, el);
  sendChange(agent, el);
};

/** A click without a pointer: detail 0, as keys give it. */
export const keyClick = (agent: Agent, el: Element, flags: Readonly<Record<string, boolean>> = {}): boolean =>
  send(agent, el, 'click', { detail: 0, pointerId: -1, pointerType: '', ...flags });
