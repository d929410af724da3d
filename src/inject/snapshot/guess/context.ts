import type { SnapshotNode } from '../../../contract.ts';
import { descriptionOf } from '../../aria/description.ts';
import { roleOf } from '../../aria/role.ts';
import { collapse, readable } from '../../aria/white-space.ts';
import { holdsValue, isLiveRegion, isNotContent } from '../../dom/content.ts';
import { cut } from '../../dom/cut.ts';
import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { drawingSurface } from '../../dom/drawing-surface.ts';
import { flatChildren, flatContains, flatParent, isElement, isText } from '../../dom/flat-tree.ts';
import { getOrInsertComputed } from '../../dom/get-or-insert-computed.ts';
import { isString } from '../../dom/is-string.ts';
import { pushInOrder } from '../../dom/push-in-order.ts';
import {
  attr,
  closestTo,
  elementsIn,
  firstChildOf,
  HEADINGS,
  hasMoreChildren,
  isAfter,
  matches,
  parentElementOf,
  tagOf,
  textOf,
  withRole,
} from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import { hasLetter, hasWord } from '../../dom/unicode-pattern.ts';
import { DRAWN_CONTROL_ROLE, TEXT_FIELD_ROLE } from '../../element/content-roles.ts';
import { iconName } from '../../element/icon-name.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';
import { valueInDataAttributes, valueOfCheckable } from './author.ts';
import { describeShape } from './drawn-look.ts';
import { isOnlyFieldOf, labelBeside, labelBesideHint, looseLabelBeside } from './label-beside.ts';
import { isSeparated, isTextBoundary, LABEL_CHARS } from './label-text.ts';

/**
 * How many elements above the parent of a control are searched for its row. An element with more children than this
 * is a list of rows.
 */
const MAX_STEPS_UP = 5;
const MAX_ROW_CHILDREN = 30;

/**
 * Most DOM nodes that are read for the text of an element, and most characters of it, white space included: of an
 * element with more, only the heading is used, and of an item also its first line.
 */
const MAX_NODES = 200;
const MAX_TEXT_CHARS = 800;

/** Text and controls of a page, read to tell controls with the same role and name apart. */
export interface PageContext {
  /**
   * For each control the previous and the next one with the same role and name; of links only those that stand in
   * items of one list.
   */
  readonly alike: ReadonlyMap<Element, Element[]>;
  /** All interactive elements: their text has lines of its own in the snapshot. */
  readonly controls: ReadonlySet<Element>;
  /** Lines of text by element, as read before; null: they were too long. */
  readonly lines: Map<Element, string | null>;
  /** By row or item: whether it holds a link whose name no other link has. */
  readonly items: Map<Element, boolean>;
  /**
   * The description or heading that comes last before the current control, and the control that it describes; no
   * control for a heading.
   */
  last: { readonly said: string; readonly of?: Element };
  /** The heading that comes last before the current control: what is below it needs no description by it. */
  heading?: string;
}

/** In an element with more controls than this, text is about one or the other of them. */
const MAX_CONTROLS_INSIDE = 8;

/** A white space that the text of a page hardly has. */
const LINE_END = '\f';

/**
 * Lines of an element outside of its controls, of an item the first ones; null where they are too long or stand
 * among too many controls.
 */
const linesOutsideControls = (el: Element, { controls }: PageContext, cache: DomCache): string | null => {
  let text = '';
  let controlCount = 0;
  const stack: (Node | string)[] = [el];
  for (let i = 0; stack.length > 0; i++) {
    const at = stack.pop() as Node | string;
    if (i > MAX_NODES || text.length > MAX_TEXT_CHARS) return isTextBoundary(el) ? text : null;
    if (isString(at)) text += at;
    else if (isText(at)) text += at.data;
    else if (isElement(at) && at !== el && controls.has(at)) {
      text += ' ';
      if (++controlCount > MAX_CONTROLS_INSIDE && !isTextBoundary(el)) return null;
    } else if (isElement(at) && !isNotContent(tagOf(at)) && !holdsValue(tagOf(at))) {
      // Live regions say what happened, not what a control is for. `opacity: 0` may be the buttons of a row, shown
      // only under the pointer.
      const isUnseen = !isVisibleByStyle(at, cache) || styleOf(at, cache).opacity === '0';
      if (isUnseen || (at !== el && isLiveRegion(at))) continue;
      const separator = isSeparated(at, cache) ? LINE_END : '';
      text += separator + (tagOf(at) === 'img' ? ` ${attr(at, 'alt') || ''} ` : '');
      stack.push(separator);
      pushInOrder(stack, flatChildren(at));
    }
  }
  return text;
};

const cachedLinesOf = (el: Element, page: PageContext, cache: DomCache): string | null =>
  getOrInsertComputed(page.lines, el, () => linesOutsideControls(el, page, cache));

/**
 * The title of an item or row whose text is longer than a label: the last heading before the control (else the
 * first), or its first line with words.
 */
const titleOf = (
  box: Element,
  lines: string | null,
  el: Element,
  page: PageContext,
  cache: DomCache,
): string => {
  const headings = elementsIn(box, HEADINGS);
  const heading = headings.filter((at) => isAfter(el, at)).pop() || headings[0];
  const found = (heading ? cachedLinesOf(heading, page, cache) : lines) || '';
  const title = readable(found.split(LINE_END).find(hasLetter) || '');
  return title.length > LABEL_CHARS ? '' : title;
};

/**
 * Most characters of a text without letters, such as a price or opening hours; the days of a month in a row are
 * longer.
 */
const MAX_FIGURE_CHARS = 24;

/** A text, and the element that it is the text of. */
type TextInBox = readonly [text: string, box?: Element];

/**
 * The text around a control: of its parent, its row or its item. Text without letters is the last resort. Text that
 * stands around one of `others` as well, and in no item of its own, does not tell the controls apart.
 */
const textAround = (
  el: Element,
  others: readonly Element[],
  page: PageContext,
  cache: DomCache,
): TextInBox => {
  let figures: TextInBox = [''];
  let at = flatParent(el);
  for (let steps = 0; at && steps <= MAX_STEPS_UP; steps++, at = flatParent(at)) {
    if (isOnlyFieldOf(el, at)) continue;
    const box = at;
    // Column titles are about the cells below them.
    if (matches(box, 'body, html, main, form, thead tr') || hasMoreChildren(box, MAX_ROW_CHILDREN)) break;
    if (!isTextBoundary(box) && others.some((other) => flatContains(box, other))) break;
    const lines = cachedLinesOf(at, page, cache);
    const text = readable(lines || '');
    if (lines === null || text.length > LABEL_CHARS) {
      const title = titleOf(at, lines, el, page, cache);
      return title && title !== page.heading ? [title, at] : figures;
    }
    if (hasLetter(text)) return [text, at];
    if (hasWord(text) && text.length <= MAX_FIGURE_CHARS && !figures[0]) figures = [text, at];
    if (isTextBoundary(at)) break;
  }
  return figures;
};

const ITEMS = `tr, li, article, ${withRole('row listitem')}`;

const closestItem = (el: Element): Element | null => closestTo(el, ITEMS);

const areInOneList = (el: Element, other: Element): boolean => {
  const [list, otherList] = [el, other].map((at) => {
    const item = closestItem(at);
    return item && parentElementOf(item);
  });
  return !!list && list === otherList;
};

/** Collects the controls of a page, and which of them have the same role and name. */
export const readPageContext = (nodes: Iterable<AccessibilityNode>): PageContext => {
  const alike = new Map<Element, Element[]>();
  const last = new Map<string, Element>();
  const controls = new Set<Element>();
  for (const { node, interactivity, el } of nodes) {
    if (!interactivity || !el) continue;
    controls.add(el);
    const key = `${node.role} ${node.name || ''}`;
    const other = last.get(key);
    last.set(key, el);
    // The text that a link is about mostly stands right before it. In rows and items it may be far away, or left out
    // of a snapshot for acting.
    if (!other || (node.role === 'link' && !areInOneList(el, other))) continue;
    alike.set(el, [other]);
    alike.set(other, (alike.get(other) || []).concat(el));
  }
  return { alike, controls, lines: new Map(), items: new Map(), last: { said: '' } };
};

const CLICKABLE_ROLE = /^(?:generic|image|cell|gridcell|button|link|checkbox|radio|switch)$/;

/**
 * Whether the name may be only a hint at what to enter: the text of a focusable box (`Please select`), a placeholder, or
 * the text that the field holds; or the choice on what opens a list, below a label of no other control.
 */
const isNamedByHint = (
  { node: { expanded, hint, role, name } }: AccessibilityNode,
  el: Element,
  cache: DomCache,
): boolean =>
  hint === 'focusable' ||
  (expanded !== undefined && !!looseLabelBeside(el, cache)) ||
  (TEXT_FIELD_ROLE.test(role) && !!name && name === collapse(attr(el, 'placeholder') || textOf(el)));

/**
 * Whether the row or item of a link holds another link whose name is unique on the page: that one tells the items
 * apart. Computed once for each item.
 */
const hasUniqueLinkInItem = (el: Element, { alike, controls, items }: PageContext): boolean => {
  const hasUniqueLink = (item: Element): boolean =>
    elementsIn(item, 'a').some((at) => controls.has(at) && !alike.has(at));
  return getOrInsertComputed(items, closestItem(el) || el, hasUniqueLink);
};

/** Whether the name is only a colour (`#ff0000`), which does not say what the control does. */
export const isColor = ({ name = '', nameSource }: SnapshotNode): boolean =>
  nameSource === 'look' && /^#\w+$/.test(name);

const isNamed = (node: SnapshotNode): boolean => hasWord(node.name || '') && !isColor(node);

/** Whether the name is a letter or two, such as `B` or `F5`, or an icon's: only the tooltip explains it. */
const hasBriefName = ({ role, name = '', nameSource }: SnapshotNode): boolean =>
  (nameSource === 'icon' || name.length < 3) && hasLetter(name) && CLICKABLE_ROLE.test(role);

/**
 * Whether the name is missing, or the same as that of another control. A field without a name is known by its value.
 */
const hasVagueName = ({ node }: AccessibilityNode, el: Element, page: PageContext): boolean =>
  isNamed(node)
    ? page.alike.has(el) &&
      (CLICKABLE_ROLE.test(node.role) || TEXT_FIELD_ROLE.test(node.role)) &&
      !(node.role === 'link' && hasUniqueLinkInItem(el, page))
    : CLICKABLE_ROLE.test(node.role);

/** For a control without words, such as a star of a rating: the value that it stands for. */
const valueWithoutWords = (own: AccessibilityNode, el: Element): string =>
  isNamed(own.node) ? '' : readable(valueOfCheckable(own, el) || valueInDataAttributes(el));

/** Text elements of an SVG with the same name: colour, size and place tell them apart. */
const shapeOfText = (el: Element, { alike }: PageContext, cache: DomCache): string =>
  cache.hasLayout && tagOf(el) === 'text' && alike.has(el) ? describeShape(el, cache) : '';

/** The icon beside a number says what is counted: a bell with the number of new messages. */
const iconBesideNumber = (
  { node: { role, name = '' } }: AccessibilityNode,
  el: Element,
  cache: DomCache,
): string => {
  if (!DRAWN_CONTROL_ROLE.test(role) || !hasWord(name) || hasLetter(name)) return '';
  const icon = iconName(el, cache);
  return hasLetter(icon) ? icon : '';
};

/**
 * Whether an ancestor that contains none of the `alike` controls is named with the text already: a clickable row
 * around its button.
 */
const isInAncestorName = (
  { parent }: AccessibilityNode,
  text: string,
  alike: readonly Element[],
): boolean => {
  for (let at = parent; at?.el; at = at.parent) {
    const { el } = at;
    if (alike.some((other) => flatContains(el, other))) return false;
    const { name = '' } = at.node;
    // Word by word: the name says the links between them too.
    if (text.split(' ').every((word) => name.includes(word))) return true;
  }
  return false;
};

/** Whether this is a backdrop over the window: the text around it is not about it. */
const isBackdrop = (el: Element, cache: DomCache): boolean =>
  !firstChildOf(el) && styleOf(el, cache).position === 'fixed';

/** For fields with the same name, such as the same select in each row, the row tells more than the label. */
const textAroundField = (
  el: Element,
  others: readonly Element[],
  page: PageContext,
  cache: DomCache,
): TextInBox => {
  const text = textAround(el, others, page, cache);
  return text[0] ? text : [labelBeside(el, roleOf(el, cache), cache)];
};

/**
 * Describes a control whose name is missing, vague or used more than once by the text around it, such as the row of a
 * button, where the snapshot does not print that text. The control's real description comes first.
 */
export const describeByContext = (own: AccessibilityNode, page: PageContext, cache: DomCache): void => {
  const { node, el } = own;
  if (!el) return;
  const isHinted = isNamedByHint(own, el, cache);
  // The text around an editor that the page draws itself is the editor's content.
  const isVagueOrHinted =
    isHinted || (hasVagueName(own, el, page) && !isBackdrop(el, cache) && !drawingSurface(el));
  const icon = iconBesideNumber(own, el, cache);
  const isField = TEXT_FIELD_ROLE.test(node.role);
  // Only a field may hold interactive nodes: the options of a combobox are part of it.
  if (!(icon || isVagueOrHinted || hasBriefName(node)) || (!isField && someBelow(own, isInteractive))) return;
  const { name = '' } = node;
  const choice = valueWithoutWords(own, el) || shapeOfText(el, page, cache);
  const alike = page.alike.get(el) || [];
  const others = isNamed(node) ? alike : [];
  const descriptionFor = (at: Element): string => descriptionOf(at, name, cache);
  // Where everything is printed, a control with a name of its own needs no description.
  const ownDescription = own.isWhole && isNamed(node) && alike.length === 0 ? '' : descriptionFor(el);
  // A description that the other controls have too (`Drag to reorder`) does not tell them apart. Links with the same
  // description lead to the same place.
  const isDistinct =
    ownDescription &&
    (node.role === 'link' || !others.some((other) => descriptionFor(other) === ownDescription));
  const [contextText = '', box]: TextInBox | [] =
    choice || !isVagueOrHinted || own.isWhole || (isDistinct && (others.length > 0 || alike.length === 0))
      ? []
      : isField && alike.length > 0
        ? textAroundField(el, alike, page, cache)
        : isHinted
          ? [labelBesideHint(el, page.controls, cache)]
          : textAround(el, others, page, cache);
  // A tooltip says what each of several buttons does, and not to which item.
  const around = choice || contextText;
  const addition = around && isInAncestorName(own, around, alike) ? '' : around;
  const description = cut(
    collapse(`${addition ? cut(ownDescription, LABEL_CHARS) : ownDescription} ${addition}`),
    LABEL_CHARS * 2,
  );
  if (icon && !description) node.description = icon;
  if (!description || description === name) return;
  const { last } = page;
  page.last = { said: description, of: el };
  // A description is printed once for all controls of a row, or below one heading; another row may have the same
  // text. A control without a name keeps its own description.
  if (
    (!(ownDescription || choice) || (isNamed(node) && last.of)) &&
    description === last.said &&
    !(box && last.of && !flatContains(box, last.of))
  )
    return;
  node.description = description;
  if (!ownDescription && !choice) own.isDescribedByContext = true;
};
