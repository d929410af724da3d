import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';
import { isLive } from '../snapshot/refs.ts';
import { POINTER } from './pointer.ts';
import { send } from './send.ts';

/**
 * No script can capture a pointer that the engine does not see pressed: `setPointerCapture` does nothing then. So
 * while a drag lasts, the page's calls are written down, and the moves go to the element that asked for them.
 */
export const watchCapture = (agent: Agent, el: Element) => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const proto = view.Element.prototype;
  let holder: Element | undefined;
  const tell = (type: string): void => {
    if (holder && isLive(holder)) {
      send(agent, holder, 'PointerEvent', `${type}pointercapture`, { ...POINTER, cancelable: false });
    }
  };
  const release = (): void => {
    const was = holder;
    if (was) tell('lost');
    if (holder === was) holder = undefined;
  };
  const calls = {
    setPointerCapture(this: Element): void {
      if (holder === this) return;
      release();
      holder = this;
      tell('got');
    },
    releasePointerCapture: release,
    hasPointerCapture(this: Element): boolean {
      return holder === this;
    },
  };
  // As the page sees them: what is put in place while our own code runs is taken away after it.
  const own = agent.guard.page(() => {
    const { setPointerCapture, releasePointerCapture, hasPointerCapture } = proto;
    Object.assign(proto, calls);
    return { setPointerCapture, releasePointerCapture, hasPointerCapture };
  });
  return {
    /** The element that took the pointer for itself. */
    holder: (): Element | undefined => (holder && isLive(holder) ? holder : undefined),
    end(): void {
      release();
      agent.guard.page(() => Object.assign(proto, own));
    },
  };
};
