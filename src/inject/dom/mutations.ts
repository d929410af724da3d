/** Options to observe every change below a node, with old values. */
export const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeOldValue: true,
  characterDataOldValue: true,
};

/** Starts to observe the changes in several trees with one observer, which the caller disconnects. */
export const observeAll = (
  roots: Iterable<Node>,
  onRecords: (records: MutationRecord[]) => void,
  options = EVERYTHING,
): MutationObserver => {
  const observer = new MutationObserver(onRecords);
  for (const root of roots) observer.observe(root, options);
  return observer;
};
