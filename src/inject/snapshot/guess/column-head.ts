import { contentOf } from '../../aria/name.ts';
import { type ColumnHeads, type DomCache, judge } from '../../dom/dom-cache.ts';
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
import { isAlike } from './current.ts';
import { CONTROLS, FIELDS, LINKS_TOO, labelIn, labelOf } from './label-text.ts';

/** A table of more columns is none that a person fills in. */
const MOST_HEADS = 30;

/** So far above a cell may be what its heads stand before: where only the rows scroll these are in boxes of their own. */
const MOST_LEVELS = 10;

/** A caption, or the widths of the columns, may come before them. */
const MOST_BEFORE = 3;

/** They are about nothing beyond. */
const ENDS = /^(?:form|fieldset|section|article|dialog|body|main)$/;

const FORMAL = 'th, thead *, [role=columnheader]';

/** A box to tick them all is none, but what it is called is not what they are. */
const FILLED =
  'input:not([type=hidden], [type=checkbox]), input[aria-label], textarea, select, [contenteditable], [role=slider]';

/** The parts of a row. */
export const cellsOf = (row: Element | null | undefined): Element[] =>
  Array.from((row && prop(row, 'children')) || []);

/** Whether several in a box match, asked once for all of them. */
export const hasSeveral = (box: Element, selector: string, cache: DomCache): boolean =>
  judge(box, selector, cache, () => findAll(box, selector).length > 1);

/** What stands side by side at the beginning of a box; all in it where nothing is laid out. */
const firstLine = (box: Element, { hasLayout }: DomCache): Element[] => {
  const line: Element[] = [];
  let at = firstElementOf(box);
  for (; at && line.length < MOST_HEADS; at = nextElementOf(at)) {
    if (hasLayout && line[0] && rectOf(at).top >= rectOf(line[0]).bottom) break;
    line.push(at);
  }
  return line;
};

/** What a head is called; undefined where it is none: something is put in there. */
const headIn = (cell: Element, cache: DomCache): string | undefined =>
  isOrHolds(cell, FILLED) ? undefined : labelOf(contentOf(cell, cache));

const readHeads = (box: Element, cache: DomCache): ColumnHeads | null => {
  let row = box;
  for (let at: Element | null = box; at; at = soleChildOf(row))
    row = (tagOf(at) === 'table' && prop(at as HTMLTableElement, 'rows')?.[0]) || at;
  const cells = firstLine(row, cache);
  if (!cells[1]) return null;
  const said = cells.map((cell) => headIn(cell, cache));
  const formal = cells.filter((cell) => matches(cell, FORMAL));
  // The head of a row comes first; over the buttons of the rows there may be none.
  const isFormal = formal.includes(cells[cells.length - 1] as Element) || formal.length > cells.length / 2;
  const isDrawn = cache.hasLayout && said.filter(Boolean).length > 1;
  return isFormal || isDrawn ? { cells, said, isFormal } : null;
};

/** What stands before `at`, over it and what is like it; else at the beginning of the box that it is in itself. */
const headsOver = (at: Element, box: Element, cache: DomCache): ColumnHeads | null => {
  let before = firstElementOf(box);
  for (let i = 0; before && before !== at && i < MOST_BEFORE; i++) {
    const heads = getOrInsertComputed(cache.heads, before, readHeads, cache);
    before = nextElementOf(before);
    if (heads && before && (heads.isFormal || isAlike(before, at))) return heads;
  }
  const heads = cache.hasLayout ? getOrInsertComputed(cache.heads, box, readHeads, cache) : null;
  return heads && !heads.isFormal && !heads.cells.some((cell) => contains(at, cell)) ? heads : null;
};

/** A row is not so many times as high as its head: what is, is a part of the page. */
const MOST_HEIGHTS = 6;

/** Which of the heads is over an element, or nearest to that; -1 where it is no cell below them. */
const nearest = (el: Element, cells: readonly Element[]): number => {
  const { left, right, height } = rectOf(el);
  const middle = (left + right) / 2;
  const ways = cells.map((head) => {
    const at = rectOf(head);
    return Math.max(at.left - middle, middle - at.right, 0);
  });
  const i = ways.indexOf(Math.min(...ways));
  return height > rectOf(cells[i] as Element).height * MOST_HEIGHTS ? -1 : i;
};

export interface Column {
  /** What stands in it of the row. */
  readonly cell: Element;
  /** Of two columns the first is enough: else what its row begins with comes before. */
  readonly said: string;
}

/** The first words of a row; nothing where they are a link, which has a line of its own. */
const rowHead = (cells: readonly Element[], cache: DomCache): string => {
  const head = cells.find((cell) => labelIn(cell, CONTROLS, cache));
  return (head && labelIn(head, LINKS_TOO, cache)) || '';
};

export const headOfRow = (row: Element, cache: DomCache): string => rowHead(cellsOf(row), cache);

/**
 * The column of a table, or of boxes side by side, that an element stands in, as far as something over it is its head:
 * in a row of as many parts, or with other fields beside it.
 */
export const columnOf = (el: Element, cache: DomCache): Column | undefined => {
  const path: Element[] = [];
  for (
    let at: Element | null = el;
    at && path.length < MOST_LEVELS && !ENDS.test(tagOf(at));
    at = parentElementOf(at)
  ) {
    path.unshift(at);
    const box = parentElementOf(at);
    const heads = box && headsOver(at, box, cache);
    if (!heads || (!heads.isFormal && matches(el, 'tr *'))) continue;
    const { said, cells, isFormal } = heads;
    const n = cells.length;
    const isRowOf = (row: Element): boolean => {
      const { length } = firstLine(row, cache);
      return isFormal ? length === n && (cache.hasLayout || tagOf(row) === 'tr') : n > 2 && length >= n;
    };
    const i = path.findIndex((row, j) => path[j + 1] && isRowOf(row));
    const cell = (i < 0 ? el : path[i + 1]) as Element;
    const parts = cellsOf(path[i]);
    const place = parts.indexOf(cell);
    const row = at === el ? box : at;
    const isRow = i >= 0 || (!isFormal && hasSeveral(row, FIELDS, cache));
    const column = isRow && said[cache.hasLayout ? nearest(cell, cells) : place];
    if (column) {
      const before = rowHead(parts.slice(0, place), cache);
      return { cell, said: before && n > 2 ? `${before}, ${column}` : before || column };
    }
    if (isFormal) break;
  }
  return undefined;
};
