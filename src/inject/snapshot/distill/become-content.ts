import { isLabelled } from '../../dom/content.ts';
import { isNamedByCellContent } from '../../element/content-roles.ts';
import { type AccessibilityNode, unname } from '../accessibility-node.ts';

/** Roles of containers: a handler on one of them is for the controls inside. */
export const CONTAINER_ROLE = /^(?:table|grid|treegrid|form|list)$/;

/**
 * Turns a node into plain content, if it would be shown also without being interactive. Returns false where it has no
 * such role: then there is nothing to show.
 */
export const becomeContent = (own: AccessibilityNode): boolean => {
  if (own.contentRole === undefined) return false;
  own.node.role = own.contentRole;
  own.interactivity = undefined;
  delete own.node.hint;
  const isNamedByCells = isNamedByCellContent(own.node.role) && !isLabelled(own.el as Element);
  if (isNamedByCells || (CONTAINER_ROLE.test(own.node.role) && own.isNamedByContent)) {
    unname(own);
  }
  return true;
};
