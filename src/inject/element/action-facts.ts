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
  isMedia,
  keyword,
  parentNodeOf,
  prop,
  rectOf,
  tabIndexOf,
  tagOf,
  textOf,
  withRole,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { hasWord } from '../dom/unicode-pattern.ts';
import { isListed } from './element-state.ts';
import type { Handled } from './handler-attributes.ts';
import { createDelegated, type Delegated, handledOn } from './handlers.ts';
import { isRepeatedByReference } from './label-of-control.ts';
import { scrollState } from './scroll-state.ts';
import { mayHaveStandIn } from './stand-in.ts';

/** What the page shows about whether an element can be acted on. Read once; `classify` turns it into {@link Interactivity}. */
export interface ActionFacts {
  readonly tag: string;
  /** A native control, whatever its role. */
  readonly isNative?: boolean;
  /** The kind of event that a handler on it is for. */
  readonly handled?: Handled;
  /** `<a href>` */
  readonly isLink?: boolean;
  readonly isEditingHost?: boolean;
  readonly isMedia?: boolean;
  /** For a label: its control is listed itself (`redundant`), is not listed (`stand-in`), or does not exist (`dangling`). */
  readonly label?: 'redundant' | 'stand-in' | 'dangling' | undefined;
  /** Reached by Tab, or by the arrow keys of a roving tabindex. */
  readonly isFocusable?: boolean;
  readonly isDraggable?: boolean;
  readonly scrolls?: boolean;
  /** A `:hover` rule of the page shows a control while the pointer is over it. */
  readonly reveals?: boolean;
  /** A canvas, or an `<a>` without `href`, which a script may handle clicks on. */
  readonly isScripted?: boolean;
  readonly isSortedHeader?: boolean;
  /** Its cursor, where it differs from that of its parent in the flat tree; else empty. */
  readonly cursor: string;
  /** An icon with a tooltip, under `cursor: pointer`. */
  readonly isTitledIcon?: boolean;
}

/** What only the walk over the page knows about an element. */
export interface Surroundings {
  cursor: string;
  scrolls: boolean;
  reveals: boolean;
  delegated: Delegated;
  /** Whether handlers and cursors are read at all. */
  findClickable: boolean;
}

const NATIVE = /^(?:button|input|select|textarea|summary|option)$/;

const isNativeControl = (el: Element, tag: string): boolean =>
  NATIVE.test(tag) && !(tag === 'input' && keyword(el, 'type') === 'hidden');

const GRIDS = withRole('grid treegrid');

const HEADER_OR_GRIDCELL = /^(?:gridcell|columnheader|rowheader)$/;

/** Whether a cell without tabindex is in a grid that sets one only on the current cell: the arrow keys reach the others too. */
const isInRovingGrid = (cell: Element, cache: DomCache): boolean => {
  const grid = closestTo(cell, GRIDS);
  return !!grid && getOrInsertComputed(cache.rovingGrids, grid, isRoving);
};

const isRoving = (grid: Element): boolean =>
  findAll(grid, '[role=gridcell][tabindex="0"], td[tabindex="0"]').length === 1;

/**
 * Whether the keyboard reaches an element. With a roving tabindex one of several siblings has 0, the others -1
 * (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex).
 */
const isFocusable = (el: Element, tag: string, role: string, cache: DomCache): boolean => {
  // The focus goes to an element of its shadow tree.
  if (shadowRootOf(el)?.delegatesFocus) return false;
  const index = tabIndexOf(el);
  if (Number.isNaN(index)) return role === 'gridcell' && isInRovingGrid(el, cache);
  if (index >= 0 || HEADER_OR_GRIDCELL.test(role)) return true;
  const parent = parentNodeOf(el) as (ParentNode & Node) | null;
  return (
    !!parent && Array.from(prop(parent, 'children')).some((at) => tabIndexOf(at) >= 0 && tagOf(at) === tag)
  );
};

/** The least width and height, CSS px, of a canvas that may be clickable: smaller ones are pictures, such as sparklines. */
const MIN_CANVAS_PX = 100;

const isLargeCanvas = (canvas: Element, cache: DomCache): boolean => {
  if (!cache.hasLayout || styleOf(canvas, cache).pointerEvents === 'none') return false;
  const { width, height } = rectOf(canvas);
  return width >= MIN_CANVAS_PX && height >= MIN_CANVAS_PX;
};

/** Whether an `<a>` without `href` may be clickable: it has words and is no anchor (`name`, `id`), or has `cursor: pointer`. */
const isScriptedLink = (link: Element, cache: DomCache): boolean =>
  !hasAttr(link, 'name') &&
  ((!hasAttr(link, 'id') && hasWord(textOf(link))) || styleOf(link, cache).cursor === 'pointer');

/** Controls whose descendants inherit their `cursor: pointer`. */
const WITH_POINTER = `a[href], button, label, summary, ${withRole('button link tab menuitem')}`;

/**
 * Whether an element is an icon with a tooltip that may be clickable: where a list handles the clicks on its items, the icons
 * in an item have no handler of their own.
 */
const isTitledIcon = (el: Element, cache: DomCache): boolean => {
  if (!attr(el, 'title') || styleOf(el, cache).cursor !== 'pointer') return false;
  const text = textOf(el);
  return !hasWord(text) && !closestTo(el, WITH_POINTER);
};

/** The control of a component that contains the label: its host element has the `for`. */
const controlOfHost = (label: Element): Element | null => {
  const host = shadowHostOf(label);
  return host ? elementById(host, attr(host, 'for') || '') : null;
};

/** The kind of a label: a click on it goes to its control, so it stands in for one that is not listed. */
const labelKind = (label: Element, cache: DomCache): ActionFacts['label'] => {
  if (isRepeatedByReference(label, cache)) return 'redundant';
  const control = prop(label as HTMLLabelElement, 'control') || controlOfHost(label);
  if (!control) return hasAttr(label, 'for') ? 'dangling' : undefined;
  const isUnlisted = isVisibleByStyle(control, cache)
    ? mayHaveStandIn(control, cache) && !isListed(control, cache)
    : true;
  return isUnlisted ? 'stand-in' : 'redundant';
};

/** The facts of most elements: nothing shows that they can be acted on. */
export const NO_ACTION: ActionFacts = { tag: '', cursor: '' };

/** Tags that are no sign of interactivity by themselves. */
const PLAIN_TAG = /^(?!(?:button|input|select|textarea|summary|option|a|label|canvas|video|audio)$)/;

/** Reads the facts of an element. `role` is its computed role. */
export const actionFactsOf = (
  el: Element,
  tag: string,
  role: string,
  cache: DomCache,
  { cursor, scrolls, reveals, delegated, findClickable }: Surroundings,
): ActionFacts => {
  const handled = findClickable && tag !== 'html' ? handledOn(el, delegated) : undefined;
  // An element with `aria-selected` is clicked to select it, whatever its cursor.
  const isChoice = role === 'generic' && hasAttr(el, 'aria-selected');
  // `cursor: help` (https://www.w3.org/TR/css-ui-4/#cursor): what a hover would show is the title, which is printed.
  const isHelpByTitle = cursor === 'help' && hasAttr(el, 'title');
  const ownCursor = findClickable && !isHelpByTitle ? (isChoice ? 'pointer' : cursor) : '';
  const isBare = tag !== 'html' && tag !== 'body' && !handled && !scrolls && !reveals && !ownCursor;
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
  const isIcon = findClickable && !ownCursor && hasAuthorFacts && isTitledIcon(el, cache);
  const isControl = isNative || isLink || isEditable || isPlayed || label !== undefined || canFocus;
  if (isBare && !(isControl || isDraggable || isScripted || isSortedHeader || isIcon)) return NO_ACTION;
  return {
    tag,
    handled,
    scrolls,
    reveals,
    cursor: ownCursor,
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

/**
 * The facts of a single element, outside of a walk: handlers that ancestors delegate to it are not known. `pointer`:
 * its cursor counts, also an inherited one.
 */
export const ownActionFacts = (el: Element, cache: DomCache, pointer = false): ActionFacts =>
  actionFactsOf(el, tagOf(el), roleOf(el, cache), cache, {
    cursor: pointer ? styleOf(el, cache).cursor : '',
    scrolls: cache.hasLayout && !!scrollState(el, styleOf(el, cache)),
    reveals: false,
    delegated: createDelegated(),
    findClickable: true,
  });
