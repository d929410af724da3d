import type { Agent } from '../agent.ts';
import { isNativeFunction } from '../dom/natives.ts';
import { documentOf, fromDocument, rootOf, typeOfNode, viewOf } from '../dom/read.ts';
import { apply } from '../timing/tasks.ts';

type Constructors = Readonly<Record<string, typeof Event | undefined>>;

/** The constructors of events, by how their type begins. */
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

/** The name of the constructor of an event type; empty if it is a plain `Event`. */
const nameOf = (type: string): string => CONSTRUCTORS.find(([start]) => start.test(type))?.[1] || '';

/**
 * The constructor of a window, or ours if a frame has replaced its own. Engines without PointerEvent make a
 * MouseEvent.
 */
const constructorOf = (view: Window, name: string): typeof Event => {
  const ours = window as unknown as Constructors;
  const theirs = (view as unknown as Constructors)[name];
  return (isNativeFunction(theirs) ? theirs : ours[name]) || ours.MouseEvent || Event;
};

/** Calls a captured function with the built-ins of the page in place, because the call runs handlers of the page. */
export const callInPage = <T>(
  { guard }: Agent,
  fn: (...args: never[]) => T,
  self: object,
  ...args: unknown[]
): T => guard.page(() => apply(fn, self, args));

/**
 * Dispatches an event of the window of the element, and lets the handlers of the page run with its own built-ins. UI
 * events bubble, can be cancelled and cross shadow roots unless `init` says otherwise. False if a handler prevented
 * the default.
 *
 * @param own properties of the event object, which scripts read and the engine does not
 * @param name its constructor, if that is not the one of its type
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

/** Adds an event listener, which runs with the captured built-ins in place. The returned function removes it. */
export const hear = (
  { guard }: Agent,
  target: EventTarget,
  type: string,
  handler: (event: Event) => void,
  options: AddEventListenerOptions = {},
): (() => void) => {
  const listener = (event: Event): void => guard.run(() => handler(event));
  // A control of a form may be named `addEventListener`.
  EventTarget.prototype.addEventListener.call(target, type, listener, options);
  return () => EventTarget.prototype.removeEventListener.call(target, type, listener, options);
};

/** The event of a type that an element gets during a call, if it gets one. */
export const eventDuring = (agent: Agent, el: Element, type: string, act: () => void): Event | undefined => {
  let received: Event | undefined;
  const listen = (event: Event): void => {
    received = event;
  };
  const stop = hear(agent, el, type, listen, { once: true });
  act();
  stop();
  return received;
};

/** The outermost target of an event that is not composed: the window, or the shadow root of the element. */
export const outermostTarget = (el: Element): EventTarget => {
  const root = rootOf(el);
  return (root === documentOf(el) && fromDocument(root as Document, 'defaultView')) || root;
};

/** Sends `input` as a plain event, which is not of typing. */
export const sendInput = (agent: Agent, el: Element): boolean =>
  send(agent, el, 'input', { cancelable: false }, {}, '');

export const sendChange = (agent: Agent, el: Element): boolean =>
  send(agent, el, 'change', { cancelable: false, composed: false });

/** Sends the events of a control that a user has changed otherwise than by typing. */
export const dispatchInputAndChange = (agent: Agent, el: Element): void => {
  sendInput(agent, el);
  sendChange(agent, el);
};

/** Sends a click without a pointer (detail 0), as keys cause it. */
export const keyClick = (agent: Agent, el: Element, flags: Readonly<Record<string, boolean>> = {}): boolean =>
  send(agent, el, 'click', { detail: 0, pointerId: -1, pointerType: '', ...flags });
