import { contentOf } from '../../aria/name.ts';
import { type ColumnHeads, computeOnce, type DomCache, styleInfoOf } from '../../dom/dom-cache.ts';
import { getOrInsertComputed } from '../../dom/get-or-insert-computed.ts';
import {
  contains,
  findAll,
  firstElementOf,
  isOrHolds,
  matches,
  nextElementOf,
  parentElementOf,
  prop,
  rectOf,
  soleChildOf,
  tagOf,
} from '../../dom/read.ts';
import { seenText } from '../seen-text.ts';
import { isAlike } from './current.ts';
import { BOUNDARY_TAG, CONTROLS, CONTROLS_AND_LINKS, FIELDS, labelIn, labelOf } from './label-text.ts';

/** A table with more columns is not one that a person fills in. */
const MAX_COLUMNS = 30;

/**
 * How many elements from a cell upwards are searched for column heads: where only the rows scroll, the heads are in a
 * box of their own.
 */
const MAX_STEPS_UP = 10;

/** How many siblings may come before the rows: a caption, a `<colgroup>`, the heads. */
const MAX_SIBLINGS_BEFORE = 3;

const HEADER_CELL = 'th, thead td, [role=columnheader]';

/**
 * Fields that a person fills in. A checkbox in a head is not among them (it checks all rows), unless it has a name of its
 * own: that is no title of the column.
 */
const FILL_IN_FIELD =
  'input:not([type=hidden], [type=checkbox]), input[aria-label], textarea, select, [contenteditable], [role=slider], [role=tab]';

/** The children of a row. */
export const cellsOf = (row: Element | null | undefined): Element[] =>
  Array.from((row && prop(row, 'children')) || []);

/** Whether more than one element in a box matches; computed once for each box and selector. */
export const hasSeveral = (box: Element, selector: string, cache: DomCache): boolean =>
  computeOnce(box, selector, cache, () => findAll(box, selector).length > 1);

/** The elements in the first line of a box; all of its children where nothing is laid out. */
const firstLine = (box: Element, { hasLayout }: DomCache): Element[] => {
  const line: Element[] = [];
  let at = firstElementOf(box);
  for (; at && line.length < MAX_COLUMNS; at = nextElementOf(at)) {
    if (hasLayout && line[0] && rectOf(at).top >= rectOf(line[0]).bottom) break;
    line.push(at);
  }
  return line;
};

/**
 * The visible text of a column head, in a header cell also the name of an icon: a tool bar of icons is no row of heads.
 * Undefined where the cell holds a field, or too much text, or is a word of a line.
 */
const headText = (cell: Element, cache: DomCache): string | undefined =>
  styleInfoOf(cell, cache).display === 'inline' || isOrHolds(cell, FILL_IN_FIELD)
    ? undefined
    : labelOf(seenText(cell, cache) || (matches(cell, HEADER_CELL) ? contentOf(cell, cache) : ''));

/** The first row in a box as column heads; null where it has none. */
const readHeads = (box: Element, cache: DomCache): ColumnHeads | null => {
  let firstRow = box;
  for (let at: Element | null = box; at; at = soleChildOf(firstRow))
    firstRow = (tagOf(at) === 'table' && prop(at as HTMLTableElement, 'rows')?.[0]) || at;
  const cells = firstLine(firstRow, cache);
  if (!cells[1]) return null;
  const titles = cells.map((cell) => headText(cell, cache));
  const headerCells = cells.filter((cell) => matches(cell, HEADER_CELL));
  // A `th` that comes first may be the head of its row, and the column of the buttons may have no head: the last
  // cell, or more than half of all, must be header cells.
  const isFormal =
    headerCells.includes(cells[cells.length - 1] as Element) || headerCells.length > cells.length / 2;
  // Neither the data in a table nor the choices in a control are heads of what stands below it, nor are links, or groups
  // of buttons as in a tool bar.
  const isLaidOut =
    cache.hasLayout &&
    !matches(firstRow, 'tr, [tabindex]') &&
    !titles.includes(undefined) &&
    !cells.some((cell) => isOrHolds(cell, 'a[href]') || hasSeveral(cell, CONTROLS, cache)) &&
    titles.filter(Boolean).length > 1;
  return isFormal || isLaidOut ? { cells, said: titles, isFormal } : null;
};

/** The column heads before `at` in its box; else those in the first line of the box, where that is laid out. */
const headsOver = (at: Element, box: Element, cache: DomCache): ColumnHeads | null => {
  let before = firstElementOf(box);
  for (let i = 0; before && before !== at && i < MAX_SIBLINGS_BEFORE; i++) {
    const heads = getOrInsertComputed(cache.heads, before, readHeads, cache);
    before = nextElementOf(before);
    if (heads && before && (heads.isFormal || isAlike(before, at))) return heads;
  }
  const heads = cache.hasLayout ? getOrInsertComputed(cache.heads, box, readHeads, cache) : null;
  return heads && !heads.isFormal && !heads.cells.some((cell) => contains(at, cell)) ? heads : null;
};

/** Below heads without header cells, an element that is this many times as large is no cell, but a part of the page. */
const MAX_HEAD_SIZES = 6;

/** Index of the head over an element, or nearest to it; -1 where the element is too large for a cell. */
const nearestHead = (el: Element, { cells, isFormal }: ColumnHeads): number => {
  const { left, right, width, height } = rectOf(el);
  const middle = (left + right) / 2;
  const distances = cells.map((head) => {
    const at = rectOf(head);
    return Math.max(at.left - middle, middle - at.right, 0);
  });
  const i = distances.indexOf(Math.min(...distances));
  const head = rectOf(cells[i] as Element);
  return !isFormal && width * height > head.width * head.height * MAX_HEAD_SIZES ? -1 : i;
};

export interface Column {
  /** The cell of the row in this column. */
  readonly cell: Element;
  /** The titles of the row and of the column; of two columns the row's title alone, if there is one. */
  readonly said: string;
}

/** The first words of a row; empty where they are a link, which has a line of its own. */
const firstWordsOfCells = (cells: readonly Element[], cache: DomCache): string => {
  const titleCell = cells.find((cell) => labelIn(cell, CONTROLS, cache));
  return (titleCell && labelIn(titleCell, CONTROLS_AND_LINKS, cache)) || '';
};

/**
 * The column that an element stands in, of a table or of boxes side by side. Boxes count as a row where there are as
 * many as column heads, or where they and several fields are in one box with the heads.
 */
export const columnOf = (el: Element, cache: DomCache): Column | undefined => {
  const path: Element[] = [];
  for (
    let at: Element | null = el;
    // What has columns is a treegrid.
    at && path.length < MAX_STEPS_UP && !BOUNDARY_TAG.test(tagOf(at)) && !matches(at, '[role=tree]');
    at = parentElementOf(at)
  ) {
    path.unshift(at);
    const box = parentElementOf(at);
    const heads = box && headsOver(at, box, cache);
    if (!heads || (!heads.isFormal && matches(el, 'tr *'))) continue;
    const { said: titles, cells, isFormal } = heads;
    const n = cells.length;
    const isRowOf = (row: Element): boolean => {
      const { length } = firstLine(row, cache);
      return isFormal ? length === n && (cache.hasLayout || tagOf(row) === 'tr') : n > 2 && length >= n;
    };
    const i = path.findIndex((row, j) => path[j + 1] && isRowOf(row));
    const cell = (i < 0 ? el : path[i + 1]) as Element;
    const rowCells = cellsOf(path[i]);
    const cellIndex = rowCells.indexOf(cell);
    const isRow = i >= 0 || (at === el && !isFormal && hasSeveral(box, FIELDS, cache));
    const title = isRow && titles[cache.hasLayout ? nearestHead(cell, heads) : cellIndex];
    if (title) {
      const rowTitle = firstWordsOfCells(rowCells.slice(0, cellIndex), cache);
      return { cell, said: rowTitle && n > 2 ? `${rowTitle}, ${title}` : rowTitle || title };
    }
    if (isFormal) break;
  }
  return undefined;
};
