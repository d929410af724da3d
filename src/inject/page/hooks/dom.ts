import { isClickEvent } from '../../element/handler-attributes.ts';
import type { Hooked } from '../../state.ts';
import { patch } from './patch.ts';

/** Records which elements have click listeners, which the DOM does not expose. Removing a listener is not recorded. */
export const hookListeners = ({ listeners }: Hooked): (() => void)[] => [
  patch(EventTarget.prototype, 'addEventListener', (receiver, [type, listener], original) => {
    const self = receiver as object | undefined;
    // Called without a receiver, the window listens: that is not recorded.
    if (self && listener && isClickEvent(String(type))) {
      const known = listeners.get(self) || new Set();
      listeners.set(self, known.add(String(type)));
    }
    return original();
  }),
];

/** Records closed shadow roots, so that snapshots can read them. They stay closed for the page. */
export const hookClosedRoots = ({ closedRoots }: Hooked): (() => void)[] => [
  patch(Element.prototype, 'attachShadow', (self, _args, original) => {
    const root = original() as ShadowRoot;
    if (root.mode === 'closed') closedRoots.set(self as Element, root);
    return root;
  }),
];
