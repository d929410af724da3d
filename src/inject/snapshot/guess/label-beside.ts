import { contentOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { type DomCache, judge } from '../../dom/dom-cache.ts';
import { flatElements, isElement, isText, shadowHostOf, shadowRootOf } from '../../dom/flat-tree.ts';
import { labelsOf, looseLabels } from '../../dom/labels.ts';
import {
  attr,
  closestTo,
  elementsIn,
  findAll,
  HEADINGS,
  hasAttr,
  hasMoreChildren,
  isSvg,
  matches,
  neighboursOf,
  nextElementOf,
  nextSiblingOf,
  parentElementOf,
  previousElementOf,
  previousSiblingOf,
  prop,
  rectOf,
  rootOf,
  soleChildOf,
  tagOf,
  textOf,
} from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { handlesClick } from '../../element/handlers.ts';
import { isToldByControl } from '../../element/label-of-control.ts';
import { SHAPES } from './drawn-look.ts';

/** What a page may leave without a label, and a person knows by what stands beside it. */
export const FIELD_ROLE = /^(?:textbox|searchbox|combobox|spinbutton|slider|checkbox|radio|switch)$/;
const BOXES = '[type=checkbox], [type=radio]';

export const FIELDS = 'input:not([type=hidden]), textarea, select';

/** Whatever is printed by a line of its own is no label, nor is what says several things. */
const CONTROLS = `${FIELDS}, button, [contenteditable], [role=button], [tabindex="0"], table, ul, ol`;
export const LINKS_TOO = `${CONTROLS}, a[href], ${HEADINGS}`;

/** Labels are short. */
export const LABEL_CHARS = 60;

/** Components are looked into so far; what has more in it says more than a label. */
const MOST_IN_LABEL = 50;

/** They part what is beside a field from what is not. */
const ENDS = /^(?:tr|li|form|fieldset|section|article|dialog|body|table|main)$/;
const HEIGHT = 4;

/** What stands beside a cell of a grid is what other cells hold. */
export const isEnd = (el: Element): boolean =>
  ENDS.test(tagOf(el)) || (/^(?:row|gridcell|listitem)$/.test(attr(el, 'role') || '') && tagOf(el) !== 'td');

/** A form of more is no row. */
const MOST_SENT = 10;

/** A form without another field sends what is pressed in it, and nothing more: it may stand in a row, as that would. */
export const isSentAlone = (el: Element, form: Element): boolean => {
  const sent = tagOf(form) === 'form' && prop(form as HTMLFormElement, 'elements');
  return (
    !!sent &&
    sent.length <= MOST_SENT &&
    Array.from(sent).every((field) => field === el || !matches(field, FIELDS))
  );
};

/** What stands further away, with nothing but empty nodes between, is not beside. */
const MOST_BESIDE = 10;

/** Empty where there are no words, undefined where there are too many. */
const labelOf = (text: string): string | undefined => {
  const whole = readable(text);
  // What ends it is short too.
  if (whole.length > 2 * LABEL_CHARS) return undefined;
  const said = whole.replace(/[\s:*]+$/, '');
  if (said.length > LABEL_CHARS) return undefined;
  return hasWord(said) ? said : '';
};

/** One of several to press, or a row of them: each has a line of its own. What is beside, or in it, is one more than a label has. */
const holdsPresses = (el: Element, parts: readonly Element[]): boolean =>
  [...neighboursOf(el), el, ...parts].filter((at) => !matches(at, CONTROLS) && handlesClick(at)).length > 1;

/** The words of a node; undefined where it is something else than a label. */
const labelIn = (node: Node, others: string, cache: DomCache): string | undefined => {
  let said = '';
  if (isText(node)) said = node.data;
  else if (isElement(node) && isVisibleByStyle(node, cache)) {
    if (matches(node, others) || findAll(node, others).length > 0) return undefined;
    const parts = flatElements(node, MOST_IN_LABEL);
    const hasLine = (at: Element): boolean =>
      matches(at, others) || (handlesClick(at) && hasWord(textOf(at)));
    if (parts.some(hasLine) || holdsPresses(node, parts)) return undefined;
    // A row of icons.
    if (!hasWord(textOf(node)) && findAll(node, 'a[href]').length > 1) return undefined;
    // What another control is called.
    if (tagOf(node) === 'label' && isToldByControl(node, cache)) return undefined;
    said = contentOf(node, cache);
  }
  return labelOf(said);
};

/** Behind a box to tick stands what that is called. */
const isOfBox = (node: Node): boolean => {
  const before = previousSiblingOf(node);
  return !!before && isElement(before) && matches(before, BOXES);
};

/** A table of more columns is none that a person fills in. */
const MOST_HEADS = 30;

/** Of what stands side by side before several fields, what is over this one: the head of its column. */
const headOver = (node: Node, row: Element, field: Element, cache: DomCache): Node => {
  if (!isElement(node) || !cache.hasLayout || hasMoreChildren(node, MOST_HEADS)) return node;
  const [first, second, ...rest] = Array.from(prop(node, 'children'));
  const hasSeveral = (): boolean => findAll(row, FIELDS).length > 1;
  if (!first || !second || !judge(row, 'fields', cache, hasSeveral)) return node;
  const { left, width } = rectOf(field);
  const isBefore = (at: Element): boolean => rectOf(at).left <= left + width / 2;
  const isRow = rectOf(second).left > rectOf(first).left;
  return (isRow && [first, second, ...rest].filter(isBefore).pop()) || node;
};

const labelTowards = (
  el: Element,
  siblingOf: (node: Node) => Node | null,
  others: string,
  cache: DomCache,
  field?: Element,
): string => {
  let at = siblingOf(el);
  for (let i = 0; at && i < MOST_BESIDE; i++, at = siblingOf(at)) {
    const said = labelIn(field ? headOver(at, el, field, cache) : at, others, cache);
    if (said !== '') return siblingOf === previousSiblingOf && isOfBox(at) ? '' : said || '';
  }
  return '';
};

const cellsOf = (row: Element | null | undefined): Element[] =>
  Array.from((row && prop(row as HTMLTableRowElement, 'cells')) || []);

/** What the first words of a row say; nothing where they are a link, which has a line of its own. */
const rowHead = (cells: readonly Element[], cache: DomCache): string => {
  const head = cells.find((cell) => labelIn(cell, CONTROLS, cache));
  return (head && labelIn(head, LINKS_TOO, cache)) || '';
};

export const headOfRow = (row: Element, cache: DomCache): string => rowHead(cellsOf(row), cache);

/** So many boxes around rows that scroll. */
const BOXES_AROUND = 5;

/** Where only the rows scroll what stands over their columns is a table of its own, in a box before theirs. */
const tableBefore = (table: Element): Element | null => {
  let at: Element | null = table;
  let before: Element | null = null;
  for (let i = 0; at && !before && i < BOXES_AROUND; i++, at = parentElementOf(at))
    before = previousElementOf(at);
  return before && tagOf(before) !== 'table' ? soleChildOf(before) : before;
};

/** The cell over another one in the first row of a table; undefined where that has other columns. */
const cellOver = (table: Element | null, row: Element | null, i: number): Element | undefined => {
  const head = table && tagOf(table) === 'table' ? prop(table as HTMLTableElement, 'rows')?.[0] : undefined;
  const heads = head === row ? [] : cellsOf(head);
  const over = heads.length === cellsOf(row).length ? heads[i] : undefined;
  return over && matches(over, 'th, thead *') ? over : undefined;
};

/** What stands over the column of a cell, and before it in its row; of two columns the first is enough. */
export const labelOfCell = (cell: Element, cache: DomCache): string => {
  const table = closestTo(cell, 'table');
  const row = parentElementOf(cell);
  const cells = cellsOf(row);
  const i = cells.indexOf(cell);
  const over = table && (cellOver(table, row, i) || cellOver(tableBefore(table), row, i));
  const column = over && labelIn(over, CONTROLS, cache);
  if (!column) return '';
  const before = rowHead(cells.slice(0, i), cache);
  return before && cells.length > 2 ? `${before}, ${column}` : before || column;
};

/** What the next cell says behind a box to tick; not where it is a link that the other rows have as well: `Edit`. */
const labelBehindCell = (cell: Element, cache: DomCache): string => {
  const said = labelTowards(cell, nextSiblingOf, CONTROLS, cache);
  if (!said || labelTowards(cell, nextSiblingOf, LINKS_TOO, cache)) return said;
  const row = parentElementOf(cell);
  const other = row && (nextElementOf(row) || previousElementOf(row));
  const like = cellsOf(other)[cellsOf(row).indexOf(cell)];
  return like && labelTowards(like, nextSiblingOf, CONTROLS, cache) === said ? '' : said;
};

/** The text of a group in it is about the shapes there. */
const isDrawnIn = (inner: Element | null, group: Element): boolean =>
  !!inner && inner !== group && findAll(inner, SHAPES).length > 0;

/** A shape is called after what is written in its group, where no other shape like it is. */
const labelOfShape = (shape: Element, cache: DomCache): string => {
  const group = parentElementOf(shape);
  if (!group || tagOf(group) !== 'g' || tagOf(shape) === 'g') return '';
  const isAlike = (at: Element): boolean => at !== shape && tagOf(at) === tagOf(shape);
  if (Array.prototype.some.call(prop(group, 'children'), isAlike)) return '';
  const texts = elementsIn(group, 'text').filter(
    (at) => !isDrawnIn(parentElementOf(at), group) && isVisibleByStyle(at, cache),
  );
  return labelOf(texts.map(textOf).join(' ')) || '';
};

/** So far above a field that is drawn of boxes its label may stand, and so far before what it is in. */
const MOST_BOXES = 8;
const BEFORE = 3;

/** A range has two, parts of a date more; what holds more than those is no field. */
const PARTS = 4;

/** The label among what stands before `at`, as its own or alone in a box. */
const labelBefore = (at: Element, loose: ReadonlySet<Element>): Element | undefined => {
  let beside = previousElementOf(at);
  for (let i = 0; beside && i < BEFORE; i++, beside = previousElementOf(beside)) {
    const label = loose.has(beside) ? beside : soleChildOf(beside);
    if (label && loose.has(label)) return label;
    if (matches(beside, CONTROLS) || findAll(beside, CONTROLS).length > 0) return undefined;
  }
  return undefined;
};

/** What a label says that leads to no control, and stands before the one that is drawn, or was left out. */
export const looseLabelBeside = (el: Element, cache: DomCache): string => {
  const loose = looseLabels(el, cache);
  if (loose.size === 0) return '';
  let at: Element | null = el;
  for (let i = 0; at && i < MOST_BOXES && !isEnd(at); i++) {
    const label = labelBefore(at, loose);
    if (label) {
      const isOfOne = findAll(at, FIELDS).length <= PARTS;
      return (isOfOne && isVisibleByStyle(label, cache) && labelOf(contentOf(label, cache))) || '';
    }
    at = parentElementOf(at);
  }
  return '';
};

/** What stands right before a field that is called by a hint, or before its box; none of the controls has a line for it. */
export const labelBesideHint = (el: Element, controls: ReadonlySet<Element>, cache: DomCache): string => {
  const box = parentElementOf(el);
  const at = box && soleChildOf(box) ? box : el;
  const before = previousElementOf(at);
  const hasLine =
    !before || [before, ...flatElements(before, MOST_IN_LABEL)].some((part) => controls.has(part));
  return (
    looseLabelBeside(el, cache) || (hasLine ? '' : labelTowards(at, previousSiblingOf, LINKS_TOO, cache))
  );
};

/** What stands at the end of a track is where it ends: `0`, `100%`; before an editor are the numbers of its lines. */
const FIGURES = /^\D?\d[\d., ]*\D?$/;

/**
 * The text beside a field without a name: over its column, behind a box to tick, before any other. In a snapshot of
 * what can be acted on no other line says it.
 */
export const labelBeside = (el: Element, role: string, cache: DomCache): string => {
  // The list of a combobox is no field.
  if (!FIELD_ROLE.test(role) && tagOf(el) !== 'select') return isSvg(el) ? labelOfShape(el, cache) : '';
  let at: Element | null = el;
  for (
    let i = 0;
    at && i < HEIGHT && (!isEnd(at) || (CHECKABLE_ROLE.test(role) && isSentAlone(el, at)));
    i++
  ) {
    // What stands beside several boxes says nothing of one of them.
    if (CHECKABLE_ROLE.test(role) && at !== el && findAll(at, BOXES).length > 1) return '';
    const isCell = /^t[dh]$/.test(tagOf(at)) && attr(at, 'role') === null;
    const others = isCell ? CONTROLS : LINKS_TOO;
    const said =
      (isCell && labelOfCell(at, cache)) ||
      (CHECKABLE_ROLE.test(role) && !isCell && labelTowards(at, nextSiblingOf, others, cache)) ||
      labelTowards(at, previousSiblingOf, others, cache, el) ||
      (CHECKABLE_ROLE.test(role) && isCell && !closestTo(at, 'thead, th') && labelBehindCell(at, cache));
    if (said && !((role === 'slider' || hasAttr(el, 'contenteditable')) && FIGURES.test(said))) return said;
    const before = previousElementOf(at);
    // What stands before a heading is about something else.
    if (before && matches(before, HEADINGS)) break;
    at = parentElementOf(at);
  }
  return looseLabelBeside(el, cache) || labelOfHost(el, role, cache);
};

/** The one field in a component, be it one itself, is called as that: by its label, or by what stands beside it. */
const labelOfHost = (el: Element, role: string, cache: DomCache): string => {
  const host = shadowHostOf(el);
  if (!host || findAll(rootOf(el) as ShadowRoot, FIELDS).length !== (shadowRootOf(el) ? 0 : 1)) return '';
  const label = labelsOf(host, cache)[0];
  const said = attr(host, 'aria-label') || (label ? contentOf(label, cache) : '');
  return labelOf(said) || labelBeside(host, role, cache);
};
