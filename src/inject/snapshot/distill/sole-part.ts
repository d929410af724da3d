import { tabIndexOf } from '../../dom/read.ts';
import { CLICKED_WHOLE, LINK_OR_BUTTON } from '../../element/content-roles.ts';
import { type AccessibilityNode, takeStates } from '../accessibility-node.ts';
import { isMiddleIn } from './box-geometry.ts';
import type { Visitor } from './visitor.ts';

/**
 * Whether both are reached by Tab: they may do different things. `<p role=tab tabindex=0><button>Submit</button></p>`
 */
const areBothFocusable = (own: AccessibilityNode, part: AccessibilityNode): boolean =>
  CLICKED_WHOLE.test(own.node.role) &&
  part.node.role === 'button' &&
  tabIndexOf(own.el as Element) >= 0 &&
  !(tabIndexOf(part.el as Element) < 0);

/**
 * Merges an item, button or clickable box with the only link, button, clickable box or item of its kind in it that has
 * the same name, or is known by its cursor in a box without a name, and lies at its hit point.
 * `<li role=menuitem><a href=/a>Profile</a></li>` is one menu item with the link's states.
 */
export const solePart: Visitor = (own, _parent, { viewport }) => {
  const { node, children } = own;
  const [part, other] = children;
  if (
    !part?.interactivity ||
    other ||
    part.children[0] ||
    !(node.hint === 'clickable' && !node.name
      ? part.interactivity.source === 'cursor'
      : part.node.name === node.name && (CLICKED_WHOLE.test(node.role) || node.role === 'button')) ||
    !(
      LINK_OR_BUTTON.test(part.node.role) ||
      part.node.role === node.role ||
      part.node.hint === 'clickable'
    ) ||
    !isMiddleIn(own, part, viewport) ||
    areBothFocusable(own, part)
  )
    return undefined;
  takeStates(node, part.node, ['url', 'expanded', 'haspopup', 'disabled', 'focused']);
  if (!node.name) takeStates(node, part.node, ['name', 'nameSource']);
  // A selected item is not also printed as current.
  if (node.selected === undefined) takeStates(node, part.node, ['current']);
  own.children = [];
  return undefined;
};
