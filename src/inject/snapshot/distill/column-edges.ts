import type { Visitor } from './visitor.ts';

/**
 * The edge of a column can be dragged beside its header; some grids have it beside each cell once more. A row of cells is
 * without them: five in a row would be more lines than it has cells. What holds something is no edge.
 */
export const columnEdges: Visitor = (own) => {
  const { children, node } = own;
  if (node.role !== 'row' || !children.some((child) => child.node.role === 'gridcell')) return undefined;
  own.children = children.filter(
    ({ facts, children: parts }) =>
      parts.length > 0 || facts?.role !== 'generic' || !facts.action.cursor.endsWith('-resize'),
  );
  return undefined;
};
