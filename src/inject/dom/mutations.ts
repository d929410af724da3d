import type { Guard } from './natives.ts';

/** Options to observe every change below a node, with old values. */
export const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeOldValue: true,
  characterDataOldValue: true,
};

/**
 * Starts to observe the changes in several trees with one observer, which the caller disconnects. The engine calls
 * `onRecords` between our tasks, when the page has its own built-ins: hence the guard.
 */
export const observeAll = (
  guard: Guard,
  roots: Iterable<Node>,
  onRecords: (records: MutationRecord[]) => void,
  options = EVERYTHING,
): MutationObserver => {
  const observer = new MutationObserver((records) => guard.run(() => onRecords(records)));
  for (const root of roots) observer.observe(root, options);
  return observer;
};
