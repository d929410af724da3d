import { roleOf } from '../aria/role.ts';
import { isEditingHost } from '../aria/text-alternative.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { elementById, shadowHostOf, shadowRootOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import {
  attr,
  closestTo,
  findAll,
  hasAttr,
  hasAttributes,
  integerAttr,
  isMedia,
  keyword,
  parentNodeOf,
  prop,
  rectOf,
  tagOf,
  textOf,
  withRole,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { hasWord } from '../dom/unicode-pattern.ts';
import { isListed } from './element-state.ts';
import type { Handled } from './handler-attributes.ts';
import { createDelegated, type Delegated, handledOn } from './handlers.ts';
import { isToldByReference } from './label-of-control.ts';
import { scrollState } from './scroll-state.ts';
import { mayHaveStandIn } from './stand-in.ts';

/** What an element shows of being something that can be acted on. Read once; {@link classify} says what follows. */
export interface ActionFacts {
  readonly tag: string;
  /** A control of HTML, whatever role its author gives it. */
  readonly isNative?: boolean;
  /** Where the page shows that it handles something. */
  readonly handled?: Handled;
  /** `<a href>` */
  readonly isLink?: boolean;
  readonly isEditingHost?: boolean;
  readonly isMedia?: boolean;
  /** A label: its control is listed itself (`redundant`), or not (`stand-in`), or there is none (`dangling`). */
  readonly label?: 'redundant' | 'stand-in' | 'dangling' | undefined;
  /** Tab goes there, or the arrow keys do. */
  readonly isFocusable?: boolean;
  readonly isDraggable?: boolean;
  readonly scrolls?: boolean;
  /** Rules of the page show something to act on while the pointer is over it. */
  readonly reveals?: boolean;
  /** A canvas, or a link to nowhere, on which a script may hear presses. */
  readonly isScripted?: boolean;
  readonly isSortedHeader?: boolean;
  /** Its cursor, where its parent in the flat tree has another one; else empty. */
  readonly cursor: string;
  /** An icon with a tooltip in something under a pointer. */
  readonly isTitledIcon?: boolean;
}

/** What only who walks the page knows of an element. */
export interface Surroundings {
  cursor: string;
  scrolls: boolean;
  reveals: boolean;
  delegated: Delegated;
  /** Look at handlers and cursors at all. */
  findClickable: boolean;
}

const NATIVE = /^(?:button|input|select|textarea|summary|option)$/;

const isNativeControl = (el: Element, tag: string): boolean =>
  NATIVE.test(tag) && !(tag === 'input' && keyword(el, 'type') === 'hidden');

const tabIndexOf = (el: Element): number => integerAttr(el, 'tabindex');

const GRIDS = withRole('grid treegrid');

const HEADER_OR_GRIDCELL = /^(?:gridcell|columnheader|rowheader)$/;

/** Some grids give a tabindex only to the cell where the keyboard is: it goes to the others all the same. */
const isInRovingGrid = (cell: Element, cache: DomCache): boolean => {
  const grid = closestTo(cell, GRIDS);
  return !!grid && getOrInsertComputed(cache.rovingGrids, grid, isRoving);
};

const isRoving = (grid: Element): boolean =>
  findAll(grid, '[role=gridcell][tabindex="0"], td[tabindex="0"]').length === 1;

/**
 * With a roving tabindex (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex) one of
 * several has 0.
 */
const isFocusable = (el: Element, tag: string, role: string, cache: DomCache): boolean => {
  // It hands the focus on to what is in it.
  if (shadowRootOf(el)?.delegatesFocus) return false;
  const index = tabIndexOf(el);
  if (Number.isNaN(index)) return role === 'gridcell' && isInRovingGrid(el, cache);
  if (index >= 0 || HEADER_OR_GRIDCELL.test(role)) return true;
  const parent = parentNodeOf(el) as (ParentNode & Node) | null;
  return (
    !!parent && Array.from(prop(parent, 'children')).some((at) => tabIndexOf(at) >= 0 && tagOf(at) === tag)
  );
};

/** Smaller ones are drawn to be seen: the lines in a table of figures. Px. */
const LEAST_CANVAS = 100;

const isLargeCanvas = (canvas: Element, cache: DomCache): boolean => {
  if (!cache.hasLayout || styleOf(canvas, cache).pointerEvents === 'none') return false;
  const { width, height } = rectOf(canvas);
  return width >= LEAST_CANVAS && height >= LEAST_CANVAS;
};

/** `<a>` without a target has words and is no target itself, or has a pointer over it. */
const isScriptedLink = (link: Element, cache: DomCache): boolean =>
  !hasAttr(link, 'name') &&
  ((!hasAttr(link, 'id') && hasWord(textOf(link))) || styleOf(link, cache).cursor === 'pointer');

/** Its pointer is the one of all that is inside. */
const WITH_POINTER = `a[href], button, label, summary, ${withRole('button link tab menuitem')}`;

/**
 * Where a list hears of presses on its items, what stands in an item has no handler of its own: an icon says by its tooltip
 * what it does.
 */
const isTitledIcon = (el: Element, cache: DomCache): boolean => {
  if (!attr(el, 'title') || styleOf(el, cache).cursor !== 'pointer') return false;
  const text = textOf(el);
  return !hasWord(text) && !closestTo(el, WITH_POINTER);
};

/** A component that is a label says on its own element what it leads to. */
const controlOfHost = (label: Element): Element | null => {
  const host = shadowHostOf(label);
  return host ? elementById(host, attr(host, 'for') || '') : null;
};

/** A click on a label goes to its control; where that is not listed, the label stands in for it. */
const labelKind = (label: Element, cache: DomCache): ActionFacts['label'] => {
  if (isToldByReference(label, cache)) return 'redundant';
  const control = prop(label as HTMLLabelElement, 'control') || controlOfHost(label);
  if (!control) return hasAttr(label, 'for') ? 'dangling' : undefined;
  const isAlone = isVisibleByStyle(control, cache)
    ? mayHaveStandIn(control, cache) && !isListed(control, cache)
    : true;
  return isAlone ? 'stand-in' : 'redundant';
};

/** What most elements are: nothing speaks for them. */
export const NO_ACTION: ActionFacts = { tag: '', cursor: '' };

/** Of these the tag alone says something. */
const PLAIN_TAG = /^(?!a$|label$|canvas$|button$|input$|select$|textarea$|summary$|option$|video$|audio$)/;

/** Reads what there is to know of an element. `role` is its computed role. */
export const actionFactsOf = (
  el: Element,
  tag: string,
  role: string,
  cache: DomCache,
  { cursor, scrolls, reveals, delegated, findClickable }: Surroundings,
): ActionFacts => {
  const handled = findClickable && tag !== 'html' ? handledOn(el, delegated) : undefined;
  // What can be selected is pressed for that, whatever the pointer looks like.
  const isChoice = role === 'generic' && hasAttr(el, 'aria-selected');
  // What says more under the pointer (https://www.w3.org/TR/css-ui-4/#cursor) has said it, where that is its title.
  const isRead = cursor === 'help' && hasAttr(el, 'title');
  const shown = findClickable && !isRead ? (isChoice ? 'pointer' : cursor) : '';
  const isBare = tag !== 'html' && tag !== 'body' && !handled && !scrolls && !reveals && !shown;
  const hasAuthorFacts = !PLAIN_TAG.test(tag) || hasAttributes(el);
  if (isBare && !hasAuthorFacts) return NO_ACTION;
  const isNative = isNativeControl(el, tag);
  const isLink = tag === 'a' && hasAttr(el, 'href');
  const isEditable = hasAuthorFacts && isEditingHost(el);
  const isPlayed = isMedia(el);
  const label = tag === 'label' ? labelKind(el, cache) : undefined;
  const canFocus = hasAuthorFacts && isFocusable(el, tag, role, cache);
  const isDraggable = findClickable && hasAuthorFacts && attr(el, 'draggable') === 'true';
  const isScripted =
    findClickable &&
    (tag === 'canvas'
      ? role === 'generic' && isLargeCanvas(el, cache)
      : tag === 'a' && !isLink && isScriptedLink(el, cache));
  const isSortedHeader = role === 'columnheader' && hasAttr(el, 'aria-sort');
  const isIcon = findClickable && !shown && hasAuthorFacts && isTitledIcon(el, cache);
  const isControl = isNative || isLink || isEditable || isPlayed || label !== undefined || canFocus;
  if (isBare && !(isControl || isDraggable || isScripted || isSortedHeader || isIcon)) return NO_ACTION;
  return {
    tag,
    handled,
    scrolls,
    reveals,
    cursor: shown,
    isNative,
    isLink,
    isEditingHost: isEditable,
    isMedia: isPlayed,
    label,
    isFocusable: canFocus,
    isDraggable,
    isScripted,
    isSortedHeader,
    isTitledIcon: isIcon,
  };
};

/** The same for an element that no walk has come to; what its ancestors delegate to it is not seen. */
export const ownActionFacts = (el: Element, cache: DomCache, pointer = false): ActionFacts =>
  actionFactsOf(el, tagOf(el), roleOf(el, cache), cache, {
    cursor: pointer ? styleOf(el, cache).cursor : '',
    scrolls: cache.hasLayout && !!scrollState(el, styleOf(el, cache)),
    reveals: false,
    delegated: createDelegated(),
    findClickable: true,
  });
