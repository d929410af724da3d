import type { SnapshotNode } from '../../../contract.ts';
import { descriptionOf } from '../../aria/description.ts';
import { roleOf } from '../../aria/role.ts';
import { collapse, readable } from '../../aria/white-space.ts';
import { holdsValue, isBlock, isLiveRegion, isNotContent } from '../../dom/content.ts';
import { cut } from '../../dom/cut.ts';
import { type DomCache, styleInfoOf, styleOf } from '../../dom/dom-cache.ts';
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
  withRole,
} from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import { hasLetter, hasWord } from '../../dom/unicode-pattern.ts';
import { isItem } from '../../element/fingerprint.ts';
import { iconName } from '../../element/icon-name.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';
import { choiceOf, keptFor } from './author.ts';
import { headOfRow } from './column-head.ts';
import { shapeIn } from './drawn-look.ts';
import { isSentAlone, labelBeside, labelBesideHint } from './label-beside.ts';
import { LABEL_CHARS } from './label-text.ts';

/** So far above a control its row may begin, and so many parts it may have: more are a list of them. */
const MOST_STEPS = 5;
const MOST_PARTS = 30;

/** Beyond its item are others. */
const isEdge = (el: Element): boolean =>
  isItem(el) || /^(?:form|fieldset|section|dialog|body|main)$/.test(tagOf(el));

/** What more is said in, and longer, is looked at for its head alone: nodes, characters. */
const MOST_NODES = 200;
const MOST_SAID = 400;

/** What a page says of its controls, to tell those apart that are called alike. */
export interface SaidOnPage {
  /** The ones before and after it that are called alike, by role and name; links are told apart by where they lead. */
  readonly alike: ReadonlyMap<Element, Element[]>;
  /** They have lines of their own. */
  readonly controls: ReadonlySet<Element>;
  /** What was read before, by element; undefined: too much. */
  readonly texts: Map<Element, string | undefined>;
  /** Rows and items, and whether a link in them is called like no other. */
  readonly items: Map<Element, boolean>;
  /** What was said last, and of which control; of none where it is a heading. */
  last: { readonly said: string; readonly of?: Element };
}

/** Around more controls, what stands between them is about one or the other of them. */
const MOST_CONTROLS = 8;

/** Words of different cells are apart, and of different lines. Happy-dom has no display for cells. */
const PARTED_TAG = /^(?:t[dh]|br)$/;

/** What is written in an element and stands in no control; undefined where that is long. */
const readBetweenControls = (el: Element, { controls }: SaidOnPage, cache: DomCache): string | undefined => {
  let text = '';
  let held = 0;
  const stack: (Node | string)[] = [el];
  for (let i = 0; stack.length > 0; i++) {
    const at = stack.pop() as Node | string;
    if (i > MOST_NODES || text.length > 2 * MOST_SAID) return undefined;
    if (isString(at)) text += at;
    else if (isText(at)) text += at.data;
    else if (isElement(at) && at !== el && controls.has(at)) {
      if (++held > MOST_CONTROLS && !isEdge(el)) return undefined;
    } else if (isElement(at) && !isNotContent(tagOf(at)) && !holdsValue(tagOf(at))) {
      // News say what happens, not what something is about; the buttons of a row may show only under the pointer.
      const isUnseen = !isVisibleByStyle(at, cache) || styleOf(at, cache).opacity === '0';
      if (isUnseen || (at !== el && isLiveRegion(at))) continue;
      const edge = isBlock(styleInfoOf(at, cache).display) || PARTED_TAG.test(tagOf(at)) ? ' ' : '';
      text += edge + (tagOf(at) === 'img' ? attr(at, 'alt') || '' : '');
      stack.push(edge);
      pushInOrder(stack, flatChildren(at));
    }
  }
  const said = collapse(readable(text));
  return said.length > MOST_SAID ? undefined : said;
};

const saidIn = (el: Element, page: SaidOnPage, cache: DomCache): string | undefined => {
  if (!page.texts.has(el)) page.texts.set(el, readBetweenControls(el, page, cache));
  return page.texts.get(el);
};

/** What an item is about, where it says more than a label: its heading (of several the one above), or the first words of its row. */
const headOf = (box: Element, el: Element, page: SaidOnPage, cache: DomCache): string => {
  if (tagOf(box) === 'tr') return headOfRow(box, cache);
  const heads = elementsIn(box, HEADINGS);
  const head = heads.filter((at) => isAfter(el, at)).pop() || heads[0];
  const said = (head && saidIn(head, page, cache)) || '';
  return said.length > LABEL_CHARS ? '' : said;
};

/** A price, a span of hours; the days of a month are longer. */
const LONGEST_FIGURES = 24;

/** Words, and the box that they stand in. */
type Around = readonly [said: string, box?: Element];

/**
 * The words around a control: of its box, its row or its item. Figures alone are the last resort. What is said of `others`
 * as well, and of no item, does not tell it from them.
 */
const saidAround = (el: Element, others: readonly Element[], page: SaidOnPage, cache: DomCache): Around => {
  let figures: Around = [''];
  let at = flatParent(el);
  for (let steps = 0; at && steps <= MOST_STEPS; steps++, at = flatParent(at)) {
    if (isSentAlone(el, at)) continue;
    const box = at;
    // The titles of columns are about what is below them.
    if (matches(box, 'body, html, main, form, thead tr') || hasMoreChildren(box, MOST_PARTS)) break;
    if (!isEdge(box) && others.some((other) => flatContains(box, other))) break;
    const said = saidIn(at, page, cache);
    if (said === undefined || said.length > LABEL_CHARS) {
      const head = headOf(at, el, page, cache);
      return head ? [head, at] : figures;
    }
    if (hasLetter(said)) return [said, at];
    if (hasWord(said) && said.length <= LONGEST_FIGURES && !figures[0]) figures = [said, at];
    if (isEdge(at)) break;
  }
  return figures;
};

const ITEMS = `tr, li, article, ${withRole('row listitem')}`;

const itemAround = (el: Element): Element | null => closestTo(el, ITEMS);

const listAround = (el: Element): Element | null | undefined => {
  const item = itemAround(el);
  return item && parentElementOf(item);
};

const standInOneList = (el: Element, other: Element): boolean => {
  const list = listAround(el);
  return list ? list === listAround(other) : false;
};

/** What a page says of its controls. */
export const readSaidOnPage = (nodes: Iterable<AccessibilityNode>): SaidOnPage => {
  const alike = new Map<Element, Element[]>();
  const last = new Map<string, Element>();
  const controls = new Set<Element>();
  for (const { node, interactivity, el } of nodes) {
    if (!interactivity || !el) continue;
    controls.add(el);
    const key = `${node.role} ${node.name || ''}`;
    const other = last.get(key);
    last.set(key, el);
    // A link mostly follows what it is about. In rows and items that may be far away, or in no line of a text for acting.
    if (!other || (node.role === 'link' && !standInOneList(el, other))) continue;
    alike.set(el, [other]);
    alike.set(other, (alike.get(other) || []).concat(el));
  }
  return { alike, controls, texts: new Map(), items: new Map(), last: { said: '' } };
};

const CLICKED = /^(?:button|link|checkbox|radio|switch|generic|image|cell|gridcell)$/;

const TEXT_FIELD_ROLE = /^(?:textbox|searchbox|combobox|spinbutton)$/;

/** What is called after a hint at what to put in: `Please select`. */
const isCalledByHint = ({ node }: AccessibilityNode, el: Element): boolean =>
  node.hint === 'focusable' ||
  (TEXT_FIELD_ROLE.test(node.role) && !!node.name && node.name === collapse(attr(el, 'placeholder') || ''));

/** A link beside another one that is called like no other is described by that: asked once for each item. */
const isToldByOther = (el: Element, { alike, controls, items }: SaidOnPage): boolean => {
  const holdsOther = (item: Element): boolean =>
    elementsIn(item, 'a').some((at) => controls.has(at) && !alike.has(at));
  return getOrInsertComputed(items, itemAround(el) || el, holdsOther);
};

/** That does not say what something is for. */
export const isColor = ({ name = '', nameSource }: SnapshotNode): boolean =>
  nameSource === 'look' && /^#\w+$/.test(name);

const isNamed = (node: SnapshotNode): boolean => hasWord(node.name || '') && !isColor(node);

/** `B`, `F5`: what that stands for is said by the tooltip. */
const isBrief = ({ role, name = '' }: SnapshotNode): boolean =>
  name.length < 3 && hasLetter(name) && CLICKED.test(role);

/** Whether a name does not tell something from its like. A field without one is known by what it holds. */
const isVague = ({ node }: AccessibilityNode, el: Element, page: SaidOnPage): boolean =>
  isNamed(node)
    ? page.alike.has(el) &&
      (CLICKED.test(node.role) || TEXT_FIELD_ROLE.test(node.role)) &&
      !(node.role === 'link' && isToldByOther(el, page))
    : CLICKED.test(node.role);

/** Of several stars the one that stands for this is known by what it sends. */
const choiceWithoutWords = (own: AccessibilityNode, el: Element): string =>
  isNamed(own.node) ? '' : collapse(readable(choiceOf(own, el) || keptFor(el)));

/** Letters in a drawing that are called alike differ by colour, size and place. */
const drawnText = (el: Element, { alike }: SaidOnPage, cache: DomCache): string =>
  cache.hasLayout && tagOf(el) === 'text' && alike.has(el) ? shapeIn(el, cache) : '';

/** What a figure counts is shown by the icon beside it: a bell with the number of what is new. */
const iconOfFigure = (
  { node: { role, name = '' } }: AccessibilityNode,
  el: Element,
  cache: DomCache,
): string => {
  if (!/^(?:generic|button|link)$/.test(role) || !hasWord(name) || hasLetter(name)) return '';
  const icon = iconName(el, cache);
  return hasLetter(icon) ? icon : '';
};

/** Whether something that it alone of its like stands in is called so: a row that can be clicked. */
const isSaidAbove = ({ parent }: AccessibilityNode, said: string, alike: readonly Element[]): boolean => {
  for (let at = parent; at?.el; at = at.parent) {
    const { el } = at;
    if (alike.some((other) => flatContains(el, other))) return false;
    if (at.node.name?.includes(said)) return true;
  }
  return false;
};

/** It is laid over the window, and about nothing that stands around. */
const isVeil = (el: Element, cache: DomCache): boolean =>
  !firstChildOf(el) && styleOf(el, cache).position === 'fixed';

/** Of fields that the page calls alike, as it does each list of choices, the row tells more than the label. */
const besideField = (el: Element, others: readonly Element[], page: SaidOnPage, cache: DomCache): Around => {
  const around = saidAround(el, others, page, cache);
  return around[0] ? around : [labelBeside(el, roleOf(el, cache), cache)];
};

/**
 * Where a name does not tell something from its like and what stands around is not shown, that is its description: the
 * row that a button belongs to. The real description comes first.
 */
export const describeByContext = (own: AccessibilityNode, page: SaidOnPage, cache: DomCache): void => {
  const { node, el } = own;
  if (!el) return;
  const isByHint = isCalledByHint(own, el);
  // Around an editor that a page draws stand its own lines.
  const isVagueOrHinted = isByHint || (isVague(own, el, page) && !isVeil(el, cache) && !drawingSurface(el));
  const icon = iconOfFigure(own, el, cache);
  const isField = TEXT_FIELD_ROLE.test(node.role);
  // The options of a list are no controls of their own.
  if (!(icon || isVagueOrHinted || isBrief(node)) || (!isField && someBelow(own, isInteractive))) return;
  const { name = '' } = node;
  const choice = choiceWithoutWords(own, el) || drawnText(el, page, cache);
  const alike = page.alike.get(el) || [];
  const others = isNamed(node) ? alike : [];
  const described = (at: Element): string => collapse(descriptionOf(at, name, cache));
  // What a reader sees beside a sign is not what its tooltip says.
  const real = own.isWhole && isNamed(node) && alike.length === 0 ? '' : described(el);
  // How to drag is said of each item alike; links that say the same lead to the same.
  const tells = real && (node.role === 'link' || !others.some((other) => described(other) === real));
  const [around = '', box]: Around | [] =
    choice || !isVagueOrHinted || own.isWhole || (tells && (others.length > 0 || alike.length === 0))
      ? []
      : isField && alike.length > 0
        ? besideField(el, alike, page, cache)
        : isByHint
          ? [labelBesideHint(el, page.controls, cache)]
          : saidAround(el, others, page, cache);
  // The tooltip of a sign says what each of several does, and not to which.
  const more = choice || around;
  const said = cut(collapse(`${more ? cut(real, LABEL_CHARS) : real} ${more}`), LABEL_CHARS * 2);
  if (icon && !said) node.description = icon;
  if (!said || said === name) return;
  const { last } = page;
  page.last = { said, of: el };
  if (!real && isSaidAbove(own, said, alike)) return;
  // Once for all that stands in one row, or below one heading; another row may say the same. What has no name has only this.
  if (
    (!real || (isNamed(node) && last.of)) &&
    said === last.said &&
    !(box && last.of && !flatContains(box, last.of))
  )
    return;
  node.description = said;
  if (!real && !choice) own.isDescribedByContext = true;
};
