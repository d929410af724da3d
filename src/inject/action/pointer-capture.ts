import { type Agent, keepUndo } from '../agent.ts';
import { windowOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { takeBack } from '../state.ts';
import { send } from './send.ts';

const NAMES = ['setPointerCapture', 'releasePointerCapture', 'hasPointerCapture'] as const;

type Methods = Record<(typeof NAMES)[number], unknown>;

/** The pointer capture while something is pressed. */
export interface Capture {
  /** The element that has captured the pointer. */
  holder(): Element | undefined;
  take(el: Element): void;
  /** The pointer is captured for a range, whose thumb follows it. */
  slides?: boolean | undefined;
  /** Releases the pointer, as engines do after pointerup. */
  release(): void;
  end(): void;
}

/**
 * Scripts cannot capture a pointer that the engine does not know as pressed: `setPointerCapture` does nothing then,
 * or throws. So while something is pressed the calls of the page are intercepted, and the events of the pointer go to
 * the element that has captured it. Another press ends this one.
 *
 * @param kind the properties of the pointer in events
 */
export const watchCapture = (agent: Agent, el: Element, kind: Readonly<Record<string, unknown>>): Capture => {
  const view = windowOf(el);
  const prototype = view.Element.prototype;
  let holder: Element | undefined;
  const dispatchCapture = (el: Element, type: 'got' | 'lost'): void => {
    if (isLive(el)) send(agent, el, `${type}pointercapture`, { ...kind, cancelable: false });
  };
  // A listener of `lostpointercapture` may release it again.
  const release = (): void => {
    const previous = holder;
    holder = undefined;
    if (previous) dispatchCapture(previous, 'lost');
  };
  const take = (el: Element): void => {
    if (holder === el) return;
    release();
    holder = el;
    dispatchCapture(el, 'got');
  };
  const calls = {
    setPointerCapture(this: Element): void {
      take(this);
    },
    releasePointerCapture: release,
    hasPointerCapture(this: Element): boolean {
      return holder === this;
    },
  };
  // With the built-ins of the page in place: what is set while our own code runs is removed after it. The page may
  // have frozen the methods, or replaced those of `Reflect`.
  const { set } = Reflect;
  const put = (methods: Methods): Methods => {
    const before = { ...methods };
    for (let i = 0; i < NAMES.length; i++) {
      const name = NAMES[i] as keyof Methods;
      before[name] = prototype[name];
      set(prototype, name, methods[name]);
    }
    return before;
  };
  keepUndo(agent, 'capture', () => {
    release();
    agent.guard.page(() => put(own));
  });
  const own = agent.guard.page(() => put(calls));
  const capture: Capture = {
    holder: () => (holder && isLive(holder) ? holder : undefined),
    take,
    release,
    end() {
      if (agent.pointer.capture === capture) takeBack(agent.state, 'capture');
    },
  };
  agent.pointer.capture = capture;
  return capture;
};
