import type { InteractiveHint } from '../../contract.ts';
import { isElement, isText } from '../dom/flat-tree.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import {
  attr,
  childNodesOf,
  closestTo,
  findAll,
  hasAttr,
  isMedia,
  listAttr,
  matches,
  parentElementOf,
  parentNodeOf,
  prop,
  rectOf,
  tagOf,
  textOf,
} from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { isListed } from './element-state.ts';
import { createDelegated, type Delegated, handledOn } from './handlers.ts';
import { scrollState } from './scroll.ts';
import { isPressed } from './stand-in.ts';
import { isToldByReference } from './walk-rules.ts';

/**
 * Roles that are controls by themselves (https://www.w3.org/TR/wai-aria-1.2/#widget_roles), without those that
 * only hold controls. A cell or a row is one only with evidence of its own.
 */
const WIDGET = new Set(
  'button link checkbox radio switch textbox searchbox combobox spinbutton slider option tab menuitem menuitemcheckbox menuitemradio treeitem scrollbar listbox'.split(
    ' ',
  ),
);

/** Tags that are controls whatever role their author gives them. */
const NATIVE = new Set(['button', 'input', 'select', 'textarea', 'summary', 'option']);

/**
 * How sure it is that an element can be acted on. `weak` (a pointer cursor of its own) yields to any
 * interactive element inside.
 */
export interface Evidence {
  strength: 'role' | 'handler' | 'weak';
  /** Absent where the role says it. */
  hint?: InteractiveHint;
  /** It is beside the point of what is around it, which does not yield to it. */
  isAside?: boolean;
}

const ROLE: Evidence = { strength: 'role' };
const CLICKABLE: Evidence = { strength: 'handler', hint: 'clickable' };
const FOCUSABLE: Evidence = { strength: 'handler', hint: 'focusable' };
const EDITABLE: Evidence = { strength: 'handler', hint: 'editable' };
const SCROLLABLE: Evidence = { strength: 'handler', hint: 'scrollable' };
const DRAGGABLE: Evidence = { strength: 'handler', hint: 'draggable' };
const POINTER: Evidence = { strength: 'weak', hint: 'clickable' };
const GRABBABLE: Evidence = { strength: 'weak', hint: 'draggable' };
export const HOVERABLE: Evidence = { strength: 'weak', hint: 'hoverable', isAside: true };
const RESIZING: Evidence = { strength: 'weak', hint: 'draggable', isAside: true };
const ONLY_HANDLED: Readonly<Record<string, Evidence>> = {
  drag: DRAGGABLE,
  drop: { strength: 'weak', hint: 'droppable' },
  hover: HOVERABLE,
};

const isNativeControl = (el: Element, tag: string): boolean =>
  NATIVE.has(tag) && !(tag === 'input' && attr(el, 'type')?.toLowerCase() === 'hidden');

const isEditingHost = (el: Element): boolean => {
  const value = attr(el, 'contenteditable');
  return value !== null && /^(?:|true|plaintext-only)$/i.test(value);
};

const tabIndexOf = (el: Element): number => Number.parseInt(attr(el, 'tabindex') ?? '', 10);

/**
 * Tab goes there, or the arrow keys do: with a roving tabindex
 * (https://www.w3.org/WAI/ARIA/apg/practices/keyboard-interface/#kbd_roving_tabindex) one of several has 0.
 */
const isFocusable = (el: Element, role: string, pass: Pass): boolean => {
  const index = tabIndexOf(el);
  if (Number.isNaN(index)) return role === 'gridcell' && isInRovingGrid(el, pass);
  if (index >= 0) return true;
  if (CELL.test(role)) return true;
  const tag = tagOf(el);
  const parent = parentNodeOf(el) as (ParentNode & Node) | null;
  return (
    parent !== null &&
    (Array.from(prop(parent, 'children')).some((at) => tabIndexOf(at) >= 0 && tagOf(at) === tag) ||
      isInRovingList(el, pass))
  );
};

/** Lists may stand in one another: each is looked through whole. */
const MOST_LISTS = 50;

const kindOf = (el: Element): string => `${tagOf(el)} ${listAttr(el, 'class').split(' ', 1)[0]}`;

/** Of the names in a list of files only the one where the keyboard is has a tabindex of 0. */
const isInRovingList = (el: Element, pass: Pass): boolean => {
  const item = closestTo(el, 'li, tr');
  const list = item && parentElementOf(item);
  if (!list) return false;
  let kinds = pass.rovingLists.get(list);
  if (!kinds) {
    if (pass.rovingLists.size >= MOST_LISTS) return false;
    kinds = new Set(Array.from(findAll(list, '[tabindex="0"]')).map(kindOf));
    pass.rovingLists.set(list, kinds);
  }
  return kinds.has(kindOf(el));
};

/** Some grids give a tabindex only to the cell where the keyboard is: it goes to the others all the same. */
const isInRovingGrid = (cell: Element, pass: Pass): boolean => {
  const grid = closestTo(cell, '[role=grid], [role=treegrid]');
  if (!grid) return false;
  let isRoving = pass.rovingGrids.get(grid);
  if (isRoving === undefined) {
    const focusable = findAll(grid, '[role=gridcell][tabindex="0"], td[tabindex="0"]');
    isRoving = focusable.length === 1;
    pass.rovingGrids.set(grid, isRoving);
  }
  return isRoving;
};

/** Smaller ones are drawn to be seen: the lines in a table of figures. */
const LEAST_SURFACE = 100;

/** Something to draw, play or point on, which no element in it tells: only its size speaks for it. */
const isSurface = (canvas: Element, pass: Pass): boolean => {
  if (!pass.hasLayout || styleOf(canvas, pass).pointerEvents === 'none') return false;
  const { width, height } = rectOf(canvas);
  return width >= LEAST_SURFACE && height >= LEAST_SURFACE;
};

/**
 * Style sheets give a link without a target no pointer, unless a script hears it; that may be as the box around it has,
 * where the link is not all that there is in the box.
 */
const isScripted = (link: Element, pass: Pass): boolean => {
  const box = parentNodeOf(link);
  if (!box || hasAttr(link, 'name') || styleOf(link, pass).cursor !== 'pointer') return false;
  const nodes = childNodesOf(box);
  for (let i = 0; i < nodes.length; i++) {
    const at = nodes[i] as Node;
    if (at !== link && (isElement(at) || (isText(at) && /\S/.test(at.data)))) return true;
  }
  return false;
};

const SHOWN = 'canvas, svg, img, iframe, input, textarea, video';

/** A line between the items of a menu takes the focus like them, and shows nothing. */
const isMereLine = (el: Element): boolean =>
  /^(?:none|presentation)$/.test(attr(el, 'role') ?? '') &&
  !/\S/.test(textOf(el)) &&
  findAll(el, SHOWN).length === 0;

const CELL = /^(?:gridcell|columnheader|rowheader)$/;

const GRAB = /^(?:-webkit-)?grab(?:bing)?$|^move$/;

/** An item of a list that a finger does not scroll, though it does the list, is moved by it. */
const isSortable = (el: Element, tag: string, pass: Pass): boolean =>
  (tag === 'li' || tag === 'tr') &&
  styleOf(el, pass).touchAction === 'none' &&
  styleOf(parentElementOf(el) ?? el, pass).touchAction !== 'none';

const BOX = 'input[type=checkbox], input[type=radio]';

/**
 * What is drawn in the place of a transparent checkbox that is listed itself, without words: the track of a switch, beside
 * the checkbox or beside the box that begins with it.
 */
const isDrawnForBox = (el: Element, pass: Pass): boolean => {
  const [before, after] = [prop(el, 'previousElementSibling'), prop(el, 'nextElementSibling')];
  const boxes = [before, after && prop(after, 'firstElementChild')];
  return boxes.some(
    (box) =>
      box &&
      matches(box, BOX) &&
      styleOf(box, pass).opacity === '0' &&
      !/\S/.test(textOf(el)) &&
      isListed(box, pass),
  );
};

export interface Surroundings {
  /** Its cursor, where that of its flat-tree parent says something else and it is one to press or to grab by. */
  cursor: string;
  scrolls: boolean;
  delegated: Delegated;
  /** Look at handlers and cursors at all. */
  findClickable: boolean;
}

/** Why `el` can be acted on, if it can. `role` is its computed role. */
export const evidenceOf = (
  el: Element,
  role: string,
  pass: Pass,
  around: Surroundings,
): Evidence | undefined => {
  const tag = tagOf(el);
  if (isNativeControl(el, tag)) return ROLE;
  // Handlers are looked at even where the role is enough: delegates for what is below are found there.
  const handled = around.findClickable && tag !== 'html' ? handledOn(el, around.delegated) : undefined;
  if (WIDGET.has(role)) return ROLE;
  // A link under another role leads somewhere all the same.
  if (tag === 'a' && hasAttr(el, 'href')) return CLICKABLE;
  if (isEditingHost(el)) return EDITABLE;
  if (isMedia(el)) return CLICKABLE;
  if (tag === 'label') {
    const control = prop(el as HTMLLabelElement, 'control');
    // A click on a label goes to its control; where that is not listed, the label stands in for it.
    if (control) {
      const isAlone = isVisibleByStyle(control, pass)
        ? isPressed(control, pass) && !isListed(control, pass)
        : true;
      return isAlone && !isToldByReference(el, pass) ? CLICKABLE : undefined;
    }
  }
  // Old Safari hears no press on a label without one.
  const isForSafari = tag === 'label' && attr(el, 'onclick') === '';
  if (handled === 'press' && tag !== 'body' && !isForSafari)
    return isDrawnForBox(el, pass) ? undefined : CLICKABLE;
  if (tag === 'html' || tag === 'body') return undefined;
  if (isFocusable(el, role, pass) && !isMereLine(el)) return FOCUSABLE;
  if (attr(el, 'draggable') === 'true' && around.findClickable) return DRAGGABLE;
  if (around.scrolls) return SCROLLABLE;
  if (handled) return ONLY_HANDLED[handled];
  // Style sheets give a pointer to all labels: one that leads to no control says nothing by it.
  if (tag === 'label' && hasAttr(el, 'for')) return undefined;
  if (tag === 'canvas' && role === 'generic' && around.findClickable && isSurface(el, pass)) return POINTER;
  if (tag === 'a' && around.findClickable && isScripted(el, pass)) return POINTER;
  if (around.cursor === 'pointer' && isDrawnForBox(el, pass)) return undefined;
  if (/^(?:pointer|crosshair)$/.test(around.cursor) || (role === 'columnheader' && hasAttr(el, 'aria-sort')))
    return POINTER;
  if (/-resize$/.test(around.cursor)) return RESIZING;
  return GRAB.test(around.cursor) || isSortable(el, tag, pass) ? GRABBABLE : undefined;
};

/** The same for an element that no walk has come to; what its ancestors delegate to it is not seen. */
export const ownEvidenceOf = (el: Element, role: string, pass: Pass, pointer = false): Evidence | undefined =>
  evidenceOf(el, role, pass, {
    cursor: pointer ? styleOf(el, pass).cursor : '',
    scrolls: pass.hasLayout && scrollState(el, styleOf(el, pass)) !== undefined,
    delegated: createDelegated(),
    findClickable: true,
  });
