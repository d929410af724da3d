import { contentOf } from '../../aria/name.ts';
import { roleOf } from '../../aria/role.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { isElement, isText, shadowHostOf, shadowRootOf } from '../../dom/flat-tree.ts';
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
import {
  CONTROLS,
  CONTROLS_AND_LINKS,
  FIELDS,
  isSeparated,
  isTextBoundary,
  labelIn,
  labelOf,
} from './label-text.ts';

/** Fields that a page may leave without a label, because a person knows them by the text beside them. */
export const FIELD_ROLE = /^(?:textbox|searchbox|combobox|spinbutton|slider|checkbox|radio|switch)$/;
const CHECKBOXES = '[type=checkbox], [type=radio]';

/** How many elements from a field upwards are searched for a text beside them. */
const MAX_STEPS_UP = 4;

/** The same from a checkbox or radio: the boxes that draw it hold no text. */
const MAX_STEPS_FROM_BOX = 8;

/**
 * Whether an element bounds the search for a label. A table or a grid cell does, too: the text beside it is the content
 * of other cells.
 */
export const isLabelBoundary = (el: Element): boolean =>
  isTextBoundary(el) || tagOf(el) === 'table' || (attr(el, 'role') === 'gridcell' && tagOf(el) !== 'td');

/** Whether an element is a table of one row, which only lays out what is in it, or that row. */
const isLaidOut = (el: Element): boolean => {
  const table = /^t/.test(tagOf(el)) && closestTo(el, 'table');
  // An element of another namespace has no rows.
  return !!table && prop(table as HTMLTableElement, 'rows')?.length === 1;
};

/** A form with more elements than this is not part of a row; to list all its fields for each of them would take minutes. */
const MAX_FORM_ELEMENTS = 10;

/**
 * Whether the form has no other field than `el`: with a button or one field alone it may be part of a row, as that
 * control could.
 */
export const isOnlyFieldOf = (el: Element, form: Element): boolean => {
  const elements = tagOf(form) === 'form' && prop(form as HTMLFormElement, 'elements');
  return (
    !!elements &&
    elements.length <= MAX_FORM_ELEMENTS &&
    Array.from(elements).every((field) => field === el || !matches(field, FIELDS))
  );
};

/** A text above a field is not beside it if it is further away than this, px: several lines lie between. */
const MAX_GAP_PX = 120;

/** Whether what stands before a field is far above it. What is not shown has no place (0). */
const isFarAbove = (before: Element | null, el: Element): boolean => {
  const bottom = before && rectOf(before).bottom;
  return !!bottom && rectOf(el).top - bottom > MAX_GAP_PX;
};

/** How many siblings are searched: what is further away, behind empty nodes alone, is not beside the field. */
const MAX_SIBLINGS = 10;

/**
 * The label on one side of an element: the first text there, with all of its line, unless it is more than a label, or
 * the label of a checkbox before it.
 */
const labelInDirection = (
  el: Element,
  siblingOf: (node: Node) => Node | null,
  others: string,
  cache: DomCache,
): string => {
  const isBefore = siblingOf === previousSiblingOf;
  let line = '';
  let isEnd: unknown;
  let at = siblingOf(el);
  for (let i = 0; at && i < MAX_SIBLINGS; i++, at = siblingOf(at)) {
    if (isBefore && isElement(at) && matches(at, CHECKBOXES)) return '';
    const found = labelOf(line);
    isEnd = (isEnd && found) || (isElement(at) && isSeparated(at, cache));
    const label = found && isEnd ? undefined : labelIn(at, others, cache);
    const piece = isText(at) ? at.data : label;
    const joined = isBefore ? piece + line : line + piece;
    if (label === undefined || labelOf(joined) === undefined) break;
    line = joined;
  }
  return labelOf(line) || '';
};

/** The text of the cell after a checkbox. Empty where it is a link that the neighbouring row has as well: `Edit`. */
const labelInNextCell = (cell: Element, cache: DomCache): string => {
  const label = labelInDirection(cell, nextSiblingOf, CONTROLS, cache);
  if (!label || labelInDirection(cell, nextSiblingOf, CONTROLS_AND_LINKS, cache)) return label;
  const row = parentElementOf(cell);
  const other = row && (nextElementOf(row) || previousElementOf(row));
  const sameCell = cellsOf(other)[cellsOf(row).indexOf(cell)];
  return sameCell && labelInDirection(sameCell, nextSiblingOf, CONTROLS, cache) === label ? '' : label;
};

/** Whether a text is in an inner group with shapes of its own: it is about these. */
const isInOtherGroup = (inner: Element | null, group: Element): boolean =>
  !!inner && inner !== group && holds(inner, SHAPES);

/** Whether a shape is drawn over a text: it takes the click on the text. */
const coversText = (shape: Element, text: Element): boolean =>
  isAfter(shape, text) && isWithin(middleOf(rectOf(text)), rectOf(shape));

/** The text in the `<g>` of a shape, where the group has no other shape with the same tag. */
const labelOfShape = (shape: Element, cache: DomCache): string => {
  const group = parentElementOf(shape);
  if (!group || tagOf(group) !== 'g' || tagOf(shape) === 'g') return '';
  const isAlike = (at: Element): boolean => at !== shape && tagOf(at) === tagOf(shape);
  if (Array.from(prop(group, 'children')).some(isAlike)) return '';
  const texts = elementsIn(group, 'text').filter(
    (at) =>
      (!isInOtherGroup(parentElementOf(at), group) || coversText(shape, at)) && isVisibleByStyle(at, cache),
  );
  return labelOf(texts.map(textOf).join(' ')) || '';
};

/**
 * How many elements from a field upwards are searched for a label without a control, and how many siblings before
 * each of them.
 */
const MAX_LABEL_STEPS_UP = 10;
const MAX_SIBLINGS_BEFORE = 3;

/**
 * Most fields of a group with one label: a range has two, a date three or more. An element with more is no single
 * field.
 */
const MAX_FIELDS_OF_LABEL = 4;

/** The unassociated label before `at`: a sibling, or the only child of one. */
const looseLabelBefore = (at: Element, loose: ReadonlySet<Element>): Element | undefined => {
  let sibling = previousElementOf(at);
  for (let i = 0; sibling && i < MAX_SIBLINGS_BEFORE; i++, sibling = previousElementOf(sibling)) {
    const label = loose.has(sibling) ? sibling : soleChildOf(sibling);
    if (label && loose.has(label)) return label;
    if (isOrHolds(sibling, CONTROLS)) return undefined;
  }
  return undefined;
};

/**
 * The text of a `<label>` without a control of its own that stands before `el`: its control is a custom one, or the
 * `for` is missing.
 */
export const looseLabelBeside = (el: Element, cache: DomCache): string => {
  const loose = looseLabels(el, cache);
  if (loose.size === 0) return '';
  let at: Element | null = el;
  for (let i = 0; at && i < MAX_LABEL_STEPS_UP && (!isLabelBoundary(at) || isLaidOut(at)); i++) {
    const label = looseLabelBefore(at, loose);
    if (label) {
      const isOneField = findAll(at, FIELDS).length <= MAX_FIELDS_OF_LABEL;
      return (isOneField && isVisibleByStyle(label, cache) && labelOf(contentOf(label, cache))) || '';
    }
    at = parentElementOf(at);
  }
  return '';
};

/**
 * The text right before a field that is named only by a hint, or before the box of that field; empty where the text
 * belongs to a control with a line of its own.
 */
export const labelBesideHint = (el: Element, controls: ReadonlySet<Element>, cache: DomCache): string => {
  const box = parentElementOf(el);
  const at = box && soleChildOf(box) ? box : el;
  const before = previousElementOf(at);
  return (
    looseLabelBeside(el, cache) ||
    (before && controls.has(before)
      ? ''
      : labelInDirection(at, previousSiblingOf, CONTROLS_AND_LINKS, cache)) ||
    labelOfHost(el, roleOf(el, cache), cache)
  );
};

/** The text after a field in a box of its own, where the text before `at` is about several fields. */
const labelBelow = (el: Element, at: Element, cache: DomCache): string =>
  hasSeveral(at, FIELDS, cache) && !hasSeveral(parentElementOf(el) as Element, FIELDS, cache)
    ? labelInDirection(el, nextSiblingOf, CONTROLS_AND_LINKS, cache)
    : '';

/** Numbers beside a slider are the ends of its track (`0`, `100%`); numbers before an editor count its lines. */
const FIGURE = /^\D?\d[\d., ]*\D?$/;

/**
 * The text beside a field without a name: the column title, the text after a checkbox, the text before any other
 * field. A snapshot for acting prints it nowhere else. `isWhole`: all texts are printed, and only the `aria-label` of
 * the field's shadow host counts.
 */
export const labelBeside = (el: Element, role: string, cache: DomCache, isWhole?: boolean): string => {
  // A list box of a custom combobox is no field.
  if (!FIELD_ROLE.test(role) && tagOf(el) !== 'select')
    return isSvg(el) && !isWhole ? labelOfShape(el, cache) : '';
  if (isWhole) return labelOfHost(el, role, cache, isWhole);
  // What stands beside the input of a combobox is the option that is chosen, or a hint.
  const loose = role === 'combobox' && looseLabelBeside(el, cache);
  if (loose) return loose;
  const isCheckable = CHECKABLE_ROLE.test(role);
  const column = columnOf(el, cache);
  let at: Element | null = el;
  for (
    let i = 0;
    at &&
    i < (isCheckable ? MAX_STEPS_FROM_BOX : MAX_STEPS_UP) &&
    (!isLabelBoundary(at) || (isCheckable && isOnlyFieldOf(el, at)));
    i++
  ) {
    // Text beside several checkboxes is not about one of them.
    if (isCheckable && at !== el && hasSeveral(at, CHECKBOXES, cache)) return '';
    const before = previousElementOf(at);
    if (isFarAbove(before, el)) break;
    const isCell = /^(?:t[dh]|(?:grid)?cell)$/.test(attr(at, 'role') ?? tagOf(at));
    const others = isCell ? CONTROLS : CONTROLS_AND_LINKS;
    const label =
      (at === column?.cell && column.said) ||
      (isCheckable && !isCell && labelInDirection(at, nextSiblingOf, others, cache)) ||
      labelInDirection(at, previousSiblingOf, others, cache) ||
      (isCheckable && isCell && !closestTo(at, 'thead, th') && labelInNextCell(at, cache));
    if (label && !((role === 'slider' || hasAttr(el, 'contenteditable')) && FIGURE.test(label)))
      return labelBelow(el, at, cache) || label;
    // Text before a heading is about something else.
    if (before && matches(before, HEADINGS)) break;
    at = parentElementOf(at);
  }
  return column?.said || looseLabelBeside(el, cache) || labelOfHost(el, role, cache);
};

/**
 * The label of the shadow host, or the text beside it, for the only field in its shadow tree (or for `el` where it is
 * a host itself and its tree has none).
 */
const labelOfHost = (el: Element, role: string, cache: DomCache, isWhole?: boolean): string => {
  const host = shadowHostOf(el);
  if (!host || findAll(rootOf(el) as ShadowRoot, FIELDS).length > (shadowRootOf(el) ? 0 : 1)) return '';
  // More than a field: a whole view.
  if (rectOf(host).height - rectOf(el).height > MAX_GAP_PX) return '';
  const label = labelsOf(host, cache)[0];
  const name = attr(host, 'aria-label') || (label && !isWhole ? contentOf(label, cache) : '');
  return labelOf(name) || labelBeside(host, role, cache, isWhole);
};
