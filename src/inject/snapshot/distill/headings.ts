import { type AccessibilityNode, preOrder } from '../accessibility-node.ts';

/** Levels that say what the page and its parts are about, wherever they stand. */
const ALWAYS = 2;

/**
 * Where only what can be acted on is wanted: of the headings those of the first two levels stay, and each that is the last
 * one above something to act on. Gives the others.
 */
export const keepHeadingsOfControls = (root: AccessibilityNode): Set<AccessibilityNode> => {
  const gone = new Set<AccessibilityNode>();
  let above: AccessibilityNode | undefined;
  for (const at of preOrder(root)) {
    if (at.interactivity && above && at.parent !== above) {
      gone.delete(above);
      above = undefined;
    }
    if (at.node.role !== 'heading' || at.isWhole || at.interactivity || at.children.length > 0) continue;
    above = at;
    if ((at.node.level || ALWAYS) > ALWAYS) gone.add(at);
  }
  gone.forEach((at) => {
    const parent = at.parent as AccessibilityNode;
    parent.children = parent.children.filter((child) => child !== at);
  });
  return gone;
};
