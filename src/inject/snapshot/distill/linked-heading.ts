import { LINK_OR_BUTTON } from '../../element/content-roles.ts';
import type { Visitor } from './visitor.ts';

/**
 * A heading whose only content is a link or button with the same name: the link takes the heading's level.
 * `<h2><a href=/1>Lamps</a></h2>` is one line, printed as a heading that has a ref.
 */
export const linkedHeading: Visitor = (own) => {
  const [child, other] = own.children;
  if (own.node.role !== 'heading' || own.interactivity || !child?.interactivity || other) return undefined;
  if (child.node.name !== own.node.name || child.children.length > 0) return undefined;
  if (!LINK_OR_BUTTON.test(child.node.role) || child.node.level !== undefined) return undefined;
  child.node.level = own.node.level || 2;
  return 'unwrap';
};

/** The reverse: a link or button whose only content is a heading with the same name takes its level. */
export const headingInLink: Visitor = (own) => {
  const { node, children } = own;
  const [child, other] = children;
  if (child?.node.role !== 'heading' || child.interactivity || other || child.children.length > 0)
    return undefined;
  if (!LINK_OR_BUTTON.test(node.role) || child.node.name !== node.name) return undefined;
  node.level ||= child.node.level || 2;
  own.children = [];
  return undefined;
};
