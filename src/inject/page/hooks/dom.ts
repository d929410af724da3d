import { isClickEvent } from '../../element/handler-attributes.ts';
import type { Hooked } from '../../state.ts';
import { patch } from './patch.ts';

/** Who listens for presses: nothing in the DOM shows it. A listener that is removed stays noted. */
export const hookListeners = ({ listeners }: Hooked): (() => void)[] => [
  patch(EventTarget.prototype, 'addEventListener', (receiver, [type, listener], original) => {
    const self = receiver as object | undefined;
    // Without a receiver it is the window that listens.
    if (self && listener && isClickEvent(String(type))) {
      const known = listeners.get(self) || new Set();
      listeners.set(self, known.add(String(type)));
    }
    return original();
  }),
];

/** Closed shadow roots, so that snapshots can look into them. The page still gets no way in. */
export const hookClosedRoots = ({ closedRoots }: Hooked): (() => void)[] => [
  patch(Element.prototype, 'attachShadow', (self, _args, original) => {
    const root = original() as ShadowRoot;
    if (root.mode === 'closed') closedRoots.set(self as Element, root);
    return root;
  }),
];
