import { isLabelled } from '../../dom/content.ts';
import { isNamedByCellContent } from '../../element/content-roles.ts';
import { type AccessibilityNode, unname } from '../accessibility-node.ts';

/** They hold what can be clicked: a handler on them is for what is inside. */
export const HOLDS = /^(?:table|grid|treegrid|form|list)$/;

/** Makes mere content of what would be shown also if nothing could be done with it. False: there is nothing to show. */
export const becomeContent = (own: AccessibilityNode): boolean => {
  if (own.contentRole === undefined) return false;
  own.node.role = own.contentRole;
  own.interactivity = undefined;
  delete own.node.hint;
  const isRepeated = isNamedByCellContent(own.node.role) && !isLabelled(own.el as Element);
  if (isRepeated || (HOLDS.test(own.node.role) && own.isNamedByContent)) {
    unname(own);
  }
  return true;
};
