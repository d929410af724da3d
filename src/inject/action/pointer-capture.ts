import { type Agent, keepUndo } from '../agent.ts';
import { windowOf } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { takeBack } from '../state.ts';
import { send } from './send.ts';

const NAMES = ['setPointerCapture', 'releasePointerCapture', 'hasPointerCapture'] as const;

type Methods = Record<(typeof NAMES)[number], unknown>;

/** What is pressed, and who takes what the pointer does until it is lifted. */
export interface Capture {
  /** The element that took the pointer for itself. */
  holder(): Element | undefined;
  take(el: Element): void;
  /** The engine takes it for a range, which goes with it. */
  slides?: boolean | undefined;
  /** As the engine does after a pointer was lifted. */
  release(): void;
  end(): void;
}

/**
 * No script can capture a pointer that the engine does not see pressed: `setPointerCapture` does nothing then, or
 * throws. So while something is pressed, the page's calls are written down, and what the pointer `kind` does goes to
 * the element that asked for it. A press that is still held ends where another one begins.
 */
export const watchCapture = (agent: Agent, el: Element, kind: Readonly<Record<string, unknown>>): Capture => {
  const view = windowOf(el);
  const proto = view.Element.prototype;
  let holder: Element | undefined;
  const dispatchCapture = (el: Element, type: 'got' | 'lost'): void => {
    if (isLive(el)) send(agent, el, `${type}pointercapture`, { ...kind, cancelable: false });
  };
  // Who hears of the loss may release it again.
  const release = (): void => {
    const was = holder;
    holder = undefined;
    if (was) dispatchCapture(was, 'lost');
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
  // As the page sees them: what is put in place while our own code runs is taken away after it. A page may have frozen
  // them, or replaced what stands in `Reflect`.
  const { set } = Reflect;
  const put = (methods: Methods): Methods => {
    const before = { ...methods };
    for (let i = 0; i < NAMES.length; i++) {
      const name = NAMES[i] as keyof Methods;
      before[name] = proto[name];
      set(proto, name, methods[name]);
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
