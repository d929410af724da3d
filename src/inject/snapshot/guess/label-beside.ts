import { contentOf } from '../../aria/name.ts';
import { roleOf } from '../../aria/role.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { flatElements, isElement, shadowHostOf, shadowRootOf } from '../../dom/flat-tree.ts';
import { labelsOf, looseLabels } from '../../dom/labels.ts';
import {
  attr,
  closestTo,
  elementsIn,
  findAll,
  HEADINGS,
  hasAttr,
  holds,
  isAfter,
  isOrHolds,
  isSvg,
  matches,
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
import { isWithin, middleOf } from '../../dom/view-box.ts';
import { CHECKABLE_ROLE } from '../../element/content-roles.ts';
import { cellsOf, columnOf, hasSeveral } from './column-head.ts';
import { SHAPES } from './drawn-look.ts';
import { CONTROLS, FIELDS, LINKS_TOO, labelIn, labelOf, MOST_IN_LABEL } from './label-text.ts';

/** What a page may leave without a label, and a person knows by what stands beside it. */
export const FIELD_ROLE = /^(?:textbox|searchbox|combobox|spinbutton|slider|checkbox|radio|switch)$/;
const BOXES = '[type=checkbox], [type=radio]';

/** They part what is beside a field from what is not. */
const ENDS = /^(?:tr|li|table|form|fieldset|section|article|dialog|body|main)$/;
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

/** Behind a box to tick stands what that is called. */
const isOfBox = (node: Node): boolean => {
  const before = previousSiblingOf(node);
  return !!before && isElement(before) && matches(before, BOXES);
};

const labelTowards = (
  el: Element,
  siblingOf: (node: Node) => Node | null,
  others: string,
  cache: DomCache,
): string => {
  let at = siblingOf(el);
  for (let i = 0; at && i < MOST_BESIDE; i++, at = siblingOf(at)) {
    const said = labelIn(at, others, cache);
    if (said !== '') return siblingOf === previousSiblingOf && isOfBox(at) ? '' : said || '';
  }
  return '';
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
  !!inner && inner !== group && holds(inner, SHAPES);

/** What is laid over a text is pressed in its place. */
const isOver = (shape: Element, text: Element): boolean =>
  isAfter(shape, text) && isWithin(middleOf(rectOf(text)), rectOf(shape));

/** A shape is called after what is written in its group, where no other shape like it is. */
const labelOfShape = (shape: Element, cache: DomCache): string => {
  const group = parentElementOf(shape);
  if (!group || tagOf(group) !== 'g' || tagOf(shape) === 'g') return '';
  const isAlike = (at: Element): boolean => at !== shape && tagOf(at) === tagOf(shape);
  if (Array.prototype.some.call(prop(group, 'children'), isAlike)) return '';
  const texts = elementsIn(group, 'text').filter(
    (at) => (!isDrawnIn(parentElementOf(at), group) || isOver(shape, at)) && isVisibleByStyle(at, cache),
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
    if (isOrHolds(beside, CONTROLS)) return undefined;
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
    looseLabelBeside(el, cache) ||
    (hasLine ? '' : labelTowards(at, previousSiblingOf, LINKS_TOO, cache)) ||
    labelOfHost(el, roleOf(el, cache), cache)
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
  const column = columnOf(el, cache);
  let at: Element | null = el;
  for (
    let i = 0;
    at && i < HEIGHT && (!isEnd(at) || (CHECKABLE_ROLE.test(role) && isSentAlone(el, at)));
    i++
  ) {
    // What stands beside several boxes says nothing of one of them.
    if (CHECKABLE_ROLE.test(role) && at !== el && hasSeveral(at, BOXES, cache)) return '';
    const isCell = /^t[dh]$/.test(tagOf(at)) && attr(at, 'role') === null;
    const others = isCell ? CONTROLS : LINKS_TOO;
    const said =
      (at === column?.cell && column.said) ||
      (CHECKABLE_ROLE.test(role) && !isCell && labelTowards(at, nextSiblingOf, others, cache)) ||
      labelTowards(at, previousSiblingOf, others, cache) ||
      (CHECKABLE_ROLE.test(role) && isCell && !closestTo(at, 'thead, th') && labelBehindCell(at, cache));
    if (said && !((role === 'slider' || hasAttr(el, 'contenteditable')) && FIGURES.test(said))) return said;
    const before = previousElementOf(at);
    // What stands before a heading is about something else.
    if (before && matches(before, HEADINGS)) break;
    at = parentElementOf(at);
  }
  return column?.said || looseLabelBeside(el, cache) || labelOfHost(el, role, cache);
};

/** The one field in a component, be it one itself, is called as that: by its label, or by what stands beside it. */
const labelOfHost = (el: Element, role: string, cache: DomCache): string => {
  const host = shadowHostOf(el);
  if (!host || findAll(rootOf(el) as ShadowRoot, FIELDS).length !== (shadowRootOf(el) ? 0 : 1)) return '';
  const label = labelsOf(host, cache)[0];
  const said = attr(host, 'aria-label') || (label ? contentOf(label, cache) : '');
  return labelOf(said) || labelBeside(host, role, cache);
};
