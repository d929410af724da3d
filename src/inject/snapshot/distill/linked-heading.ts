import { LINK_OR_BUTTON } from '../../element/content-roles.ts';
import type { Visitor } from './visitor.ts';

/**
 * A heading whose only content is a link or button with the same name, or the reverse: the link takes the heading's
 * level. `<h2><a href=/1>Lamps</a></h2>` is one line, printed as a heading that has a ref.
 */
export const linkedHeading: Visitor = (own) => {
  const [child, other] = own.children;
  if (!child || other || child.children[0] || child.node.name !== own.node.name) return undefined;
  const isAround = own.node.role === 'heading';
  const [heading, link] = isAround ? [own, child] : [child, own];
  if (heading.node.role !== 'heading' || heading.interactivity || !LINK_OR_BUTTON.test(link.node.role))
    return undefined;
  link.node.level ||= heading.node.level || 2;
  if (isAround) return 'unwrap';
  own.children = [];
  return undefined;
};
