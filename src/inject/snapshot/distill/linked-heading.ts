import { LINK_OR_BUTTON } from '../../element/content-roles.ts';
import type { Visitor } from './visitor.ts';

/**
 * A heading that is no more than the link or button in it: that is listed, with the heading's level.
 * `<h2><a href=/1>Lamps</a></h2>` is one line, printed as a heading that has a ref.
 */
export const linkedHeading: Visitor = (own) => {
  const [part, other] = own.children;
  if (own.node.role !== 'heading' || own.interactivity || !part?.interactivity || other) return undefined;
  if (part.node.name !== own.node.name || part.children.length > 0) return undefined;
  if (!LINK_OR_BUTTON.test(part.node.role) || part.node.level !== undefined) return undefined;
  part.node.level = own.node.level || 2;
  return 'unwrap';
};

/** The other way round: a link or button that is no more than the heading in it has the heading's level. */
export const headingInLink: Visitor = (own) => {
  const { node, children } = own;
  const [part, other] = children;
  if (part?.node.role !== 'heading' || part.interactivity || other || part.children.length > 0)
    return undefined;
  if (!LINK_OR_BUTTON.test(node.role) || part.node.name !== node.name) return undefined;
  node.level ||= part.node.level || 2;
  own.children = [];
  return undefined;
};
