/** Everything that changes below a node, with what was there before. */
export const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeOldValue: true,
  characterDataOldValue: true,
};

/** Hears what changes in some trees from now on. */
export const observeAll = (
  roots: Iterable<Node>,
  hear: (records: MutationRecord[]) => void,
  options = EVERYTHING,
): MutationObserver => {
  const observer = new MutationObserver(hear);
  for (const root of roots) observer.observe(root, options);
  return observer;
};
