import type { Agent } from '../agent.ts';
import { documentOf, fromDocument } from '../dom/read.ts';
import { isLive } from '../element/refs.ts';
import { send } from './send.ts';

type Methods = Pick<Element, 'setPointerCapture' | 'releasePointerCapture' | 'hasPointerCapture'>;

/**
 * No script can capture a pointer that the engine does not see pressed: `setPointerCapture` does nothing then, or
 * throws. So while something is pressed, the page's calls are written down, and what the pointer `kind` does goes to
 * the element that asked for it.
 */
export const watchCapture = (agent: Agent, el: Element, kind: Readonly<Record<string, unknown>>) => {
  const view = (fromDocument(documentOf(el), 'defaultView') ?? window) as Window & typeof globalThis;
  const proto = view.Element.prototype;
  let holder: Element | undefined;
  const tell = (el: Element, type: 'got' | 'lost'): void => {
    if (isLive(el)) send(agent, el, 'PointerEvent', `${type}pointercapture`, { ...kind, cancelable: false });
  };
  // Who hears of the loss may release it again.
  const release = (): void => {
    const was = holder;
    holder = undefined;
    if (was) tell(was, 'lost');
  };
  const calls = {
    setPointerCapture(this: Element): void {
      if (holder === this) return;
      release();
      holder = this;
      tell(this, 'got');
    },
    releasePointerCapture: release,
    hasPointerCapture(this: Element): boolean {
      return holder === this;
    },
  };
  // As the page sees them: what is put in place while our own code runs is taken away after it. A page may have frozen
  // them, or replaced what stands in `Reflect`.
  const { set } = Reflect;
  const put = ({ setPointerCapture, releasePointerCapture, hasPointerCapture }: Methods): void => {
    set(proto, 'setPointerCapture', setPointerCapture);
    set(proto, 'releasePointerCapture', releasePointerCapture);
    set(proto, 'hasPointerCapture', hasPointerCapture);
  };
  const own = agent.guard.page((): Methods => {
    const { setPointerCapture, releasePointerCapture, hasPointerCapture } = proto;
    put(calls);
    return { setPointerCapture, releasePointerCapture, hasPointerCapture };
  });
  return {
    /** The element that took the pointer for itself. */
    holder: (): Element | undefined => (holder && isLive(holder) ? holder : undefined),
    /** As the engine does after a pointer was lifted. */
    release,
    end(): void {
      release();
      agent.guard.page(() => put(own));
    },
  };
};
