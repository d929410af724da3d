import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { firstChildElement, isElement, tagOf } from '../dom/flat-tree.ts';
import { attr, firstChildOf, hasAttr, keyword, neighboursOf, parentNodeOf, prop, px } from '../dom/read.ts';
import { isRendered } from '../dom/rendered.ts';
import { roleOf } from './role.ts';

/**
 * The role of a table or a part of one; a layout table and its parts are `generic`. That of a part depends on those of
 * its row and its table, so this file and role.ts import each other.
 */
export const tablePartRole = (el: Element, tag: string, cache: DomCache): string => {
  if (tag === 'table') return isDataTable(el as HTMLTableElement, cache) ? 'table' : 'generic';
  const isCell = tag === 'td' || tag === 'th';
  if (!isCell && !/^t(?:r|head|body|foot)$/.test(tag)) return 'generic';
  const row = isCell ? partAbove(el, 'tr') : el;
  const table = row && partAbove(row, 'table');
  const role = table ? roleOf(table, cache) : '';
  if (!row || !/^(?:table|grid|treegrid)$/.test(role)) return 'generic';
  if (!isCell) return tag === 'tr' ? 'row' : 'rowgroup';
  if (roleOf(row, cache) !== 'row') return 'generic';
  if (tag === 'th') return headerRole(el);
  return role === 'table' ? 'cell' : 'gridcell';
};

/** The nearest ancestor with the tag `wanted` (a row, a table), not beyond a cell. */
const partAbove = (el: Element, wanted: string): Element | null => {
  for (let at = parentNodeOf(el); isElement(at); at = parentNodeOf(at)) {
    const tag = tagOf(at);
    if (tag === wanted) return at;
    if (tag === 'td' || tag === 'th') return null;
  }
  return null;
};

const isFilledCell = (el: Element): boolean => tagOf(el) === 'td' && !!firstChildOf(el);

const isHeaderCell = (el: Element): boolean => tagOf(el) === 'th';

/** https://www.w3.org/TR/html-aam-1.0/#el-th: by `scope`, else by the cells beside it, as in Chromium. */
const headerRole = (cell: Element): string => {
  const scope = keyword(cell, 'scope');
  if (/^row(?:group)?$/.test(scope)) return 'rowheader';
  if (/^col(?:group)?$/.test(scope)) return 'columnheader';
  const beside = neighboursOf(cell);
  if (beside.length === 2 && beside.every(isHeaderCell)) return 'columnheader';
  return beside.some(isFilledCell) ? 'rowheader' : 'columnheader';
};

/** A table with this many rows is a data table to Chromium, whatever it looks like. */
const MANY_ROWS = 20;

/**
 * Whether a table is a data table, not a layout table: by its markup first, then by its looks (borders,
 * backgrounds, zebra stripes). There is no spec; the thresholds are Chromium's.
 */
const isDataTable = (table: HTMLTableElement, cache: DomCache): boolean => {
  if (!isRendered(table, cache)) return true;
  if (hasAttr(table, 'role') || prop(table, 'isContentEditable')) return true;
  if (attr(table, 'summary') || attr(table, 'rules')) return true;
  if (prop(table, 'tHead') || prop(table, 'tFoot') || prop(table, 'caption')) return true;
  if (firstChildElement(table, 'colgroup') || firstChildElement(table, 'col')) return true;
  const rows = prop(table, 'rows');
  if (rows.length === 0) return false;
  if (rows.length >= MANY_ROWS) return true;
  if (rows.length === 1 && prop(rows[0] as HTMLTableRowElement, 'cells').length === 1) return false;
  return hasDataMarkup(rows) || looksLikeData(table, rows, cache);
};

/** Whether a table has header cells, or attributes that only data cells have. */
const hasDataMarkup = (rows: HTMLCollectionOf<HTMLTableRowElement>): boolean => {
  for (const row of Array.from(rows)) {
    for (const cell of Array.from(prop(row, 'cells'))) {
      if (tagOf(cell) === 'th') return true;
      if (['headers', 'abbr', 'axis', 'scope'].some((name) => attr(cell, name))) return true;
    }
  }
  return false;
};

const SIDES = ['top', 'bottom', 'left', 'right'] as const;

const looksLikeData = (
  table: HTMLTableElement,
  rows: HTMLCollectionOf<HTMLTableRowElement>,
  cache: DomCache,
): boolean => {
  const tableStyle = styleOf(table, cache);
  const tableColor = tableStyle.backgroundColor;
  const spacing = tableStyle.getPropertyValue('border-spacing').split(' ').map(px);
  const hasSpacing = spacing.length > 0 && spacing.every((size) => size > 0);
  const withBorder = [0, 0, 0, 0];
  const rowColors: string[] = [];
  let cells = 0;
  let bordered = 0;
  let colored = 0;
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as HTMLTableRowElement;
    for (const cell of Array.from(prop(row, 'cells'))) {
      if (!isRendered(cell, cache)) continue;
      if (cache.hasLayout && (prop(cell, 'offsetWidth') < 1 || prop(cell, 'offsetHeight') < 1)) continue;
      cells++;
      const style = styleOf(cell, cache);
      const borders = SIDES.map((side) => px(style.getPropertyValue(`border-${side}-width`)) > 0);
      if ((borders[0] && borders[1]) || (borders[2] && borders[3])) bordered++;
      for (let s = 0; s < 4; s++) if (borders[s]) withBorder[s] = (withBorder[s] || 0) + 1;
      const color = style.backgroundColor;
      if (hasSpacing && color !== tableColor && !isTransparent(color)) colored++;
      if (bordered >= 10 || colored >= 10) return true;
      if (r < 5 && r === rowColors.length) rowColors.push(styleOf(row, cache).backgroundColor);
    }
  }
  if (cells <= 1) return false;
  const half = Math.floor(cells / 2);
  return (
    bordered >= half || withBorder.some((count) => count >= half) || colored >= half || isStriped(rowColors)
  );
};

const isTransparent = (color: string): boolean => color === 'transparent' || /,\s*0\)$/.test(color);

const isStriped = (colors: string[]): boolean =>
  colors.length > 2 && colors.every((color, i) => (i % 2 === 0) === (color === colors[0]));
