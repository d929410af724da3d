import type { SnapshotNode } from '../../../contract.ts';
import { computeOnce, type DomCache } from '../../dom/dom-cache.ts';
import {
  attr,
  contains,
  elementsIn,
  findAll,
  firstElementOf,
  hasMoreChildren,
  holds,
  isOrHolds,
  isTextOf,
  listAttr,
  parentElementOf,
  prop,
  soleChildOf,
  tagOf,
} from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { holdsMany } from '../distill/box-geometry.ts';

/** Finds the current one of several alike elements where only class names or data attributes of the author say so. */

const STATE = 'active|selected|current|chosen|checked';

/** `is-active`, `tab--selected`, `tabActive`, `current-menu-item`, `active-tab`, `selectedFilter`; `Tabs_active__3x9Zs` of CSS modules. */
const MARK_CLASS = new RegExp(
  `(?:^|[-_])(?:${STATE})(?:-?$|_+[A-Za-z0-9]{5,}(?:_\\d+)?$)|[a-z](?:Active|Selected|Current|Checked)$|` +
    `^(?:active|selected|current)[-_](?:item|tab|page|day|date|link|option|row|cell|slide|(?:menu|page)[-_]item)$|^on$|^selected[A-Z][a-z]+$`,
);

/** Utility classes for such a state (`hover:active`), classes that negate it, and `currentColor` utilities. */
const NOT_MARK = new RegExp(
  `[:[/@]|(?:^|[-_])(?:not|non|no|un|in|has|can|if|when|on|js|pre|prev|next)[-_]?(?:${STATE})|` +
    '^(?:text|bg|fill|stroke|border|ring|outline)-current$',
  'i',
);

/** Quick test before the two patterns above. */
const MAY_MARK = /activ|select|current|chosen|check|\bon\b/i;

export const tokensOf = (el: Element): string[] => listAttr(el, 'class').split(/\s+/).filter(Boolean);

/** Whether a class stands for a state, and not for what the element is. */
export const isMark = (token: string): boolean => MARK_CLASS.test(token) && !NOT_MARK.test(token);

const isMarkedByClass = (el: Element): boolean =>
  MAY_MARK.test(listAttr(el, 'class')) && tokensOf(el).some(isMark);

const MARKING_ATTRIBUTES = ['data-selected', 'data-active'];

const isMarked = (el: Element): boolean =>
  isMarkedByClass(el) || MARKING_ATTRIBUTES.some((name) => /^(?:|true)$/.test(attr(el, name) ?? 'no'));

/** Tags of items: they need no class in common to be alike. */
export const ITEM_TAG = /^(?:li|a|label|button|tr|td|th|dt|dd|option)$/;

/**
 * Whether two elements are items of one kind: boxes that are items have a class in common; an icon and the label
 * beside it have not.
 */
export const isAlike = (el: Element, other: Element): boolean => {
  if (tagOf(el) !== tagOf(other)) return false;
  const tokens = tokensOf(el).filter((token) => !isMark(token));
  if (ITEM_TAG.test(tagOf(el)) || tokens.length === 0) return true;
  const others = tokensOf(other);
  return tokens.some((token) => others.includes(token));
};

/** Marks that several items of a list may have at once. */
const CHOSEN = /select|chosen|check|^on$/i;

/** Longer lists are not searched. */
const MAX_PEERS = 400;

/** How many elements may be nested as only children: an item, and what fills it. */
const MAX_NESTING = 3;

/** The state classes of an item, and of the only children in it: the link in an item, the box of a day. */
const marksWithin = (item: Element): string[] => {
  const marks: string[] = [];
  let at: Element | null = item;
  for (let i = 0; at && i < MAX_NESTING; i++, at = soleChildOf(at))
    if (isMarked(at)) marks.push(...tokensOf(at).filter(isMark), '');
  return marks;
};

/** The outermost element around `el` that has it as its only child and the same text: the whole item. */
const itemOf = (el: Element): Element => {
  let item = el;
  for (let i = 1; i < MAX_NESTING; i++) {
    const above = parentElementOf(item);
    if (!above || !soleChildOf(above) || !isTextOf(item, above)) break;
    item = above;
  }
  return item;
};

/** The cells of a table with at most this many rows are one list: a calendar. */
const MAX_CALENDAR_ROWS = 12;

/** The element that holds all items: their parent, or for a calendar the parent of its rows. */
const listOf = (parent: Element): Element => {
  const rows = tagOf(parent) === 'tr' ? parentElementOf(parent) : null;
  return rows && !hasMoreChildren(rows, MAX_CALENDAR_ROWS) ? rows : parent;
};

/** Current items by ARIA. `date` marks today, which nobody has chosen. */
const CURRENT_BY_ARIA =
  '[aria-current]:not([aria-current=date]), [aria-selected=true], [aria-pressed=true], [aria-checked=true]';

/** Where all other items are disabled, `active` may mean enabled. */
const DISABLED = '.disabled, [aria-disabled=true], :disabled';

/** Whether an item has marks that no other item of its kind has, in a list without ARIA states. */
const differsFromPeers = (
  item: Element,
  marks: readonly string[],
  list: Element,
  parent: Element,
  cache: DomCache,
): boolean => {
  const peers = list === parent ? prop(parent, 'children') : findAll(list, tagOf(item));
  if (peers.length > MAX_PEERS) return false;
  const isChosen = marks.some((mark) => CHOSEN.test(mark));
  let hasOther = false;
  for (let i = 0; i < peers.length; i++) {
    const at = peers[i] as Element;
    if (at === item || !isAlike(item, at)) continue;
    const peerMarks = marksWithin(at);
    if (isChosen && peerMarks.join() === marks.join()) continue;
    // Days of this month may be `current`, and one of them `selected`, too: that one has the most marks.
    if (peerMarks.length >= marks.length || !peerMarks.every((mark) => marks.includes(mark))) return false;
    // A panel among hidden panels is the one that is shown, and not a choice.
    hasOther ||= isVisibleByStyle(at, cache) && !isOrHolds(at, DISABLED);
  }
  return hasOther && !holds(list, CURRENT_BY_ARIA);
};

const isCurrent = (el: Element, cache: DomCache): boolean => {
  const item = itemOf(el);
  const marks = marksWithin(item);
  const parent = marks.length > 0 ? parentElementOf(item) : null;
  if (!parent) return false;
  const list = listOf(parent);
  // Many items with the same marks are compared with their list once.
  const kind = `${tagOf(item)} ${listAttr(item, 'class')} ${marks.join()}`;
  return computeOnce(list, kind, cache, () => differsFromPeers(item, marks, list, parent, cache));
};

export const TOGGLE_ROLE = /^(?:generic|button|image)$/;

export const hasState = ({
  checked,
  current,
  expanded,
  pressed,
  selected,
  haspopup,
}: SnapshotNode): boolean =>
  [checked, current, expanded, pressed, selected, haspopup].some((state) => state !== undefined);

export const MARKABLE_ROLE =
  /^(?:generic|button|link|listitem|menuitem|cell|gridcell|row|treeitem|option|tab|image)$/;
const SELECTABLE_ROLE = /^(?:option|tab|treeitem|row|gridcell)$/;

/** `t-checkbox`, `ivu-switch` say what an element is; `t-checkbox--checked` says its state. */
const BOX_CLASS = /^(?:[a-z]+-)?(?:checkbox|switch)$/;
const CHECKED_CLASS = /^(?:[a-z]+-)?(?:checkbox|switch)(?:--?|__)checked$|^(?:is-)?checked$/;

const isCheckedByClass = (el: Element | null): boolean => {
  const tokens = el && /checked/.test(listAttr(el, 'class')) ? tokensOf(el) : [];
  return tokens.some((token) => BOX_CLASS.test(token)) && tokens.some((token) => CHECKED_CLASS.test(token));
};

const CONTROL_SELECTOR = 'a[href], button, input, [role], [tabindex]';

/** An element with more children is no item around one control. */
const MAX_CHILDREN = 8;

/** The current or selected state of an item by ARIA; null where it has none. */
const ariaStateOf = (item: Element): string | null =>
  attr(item, 'aria-selected') === 'true' ? 'selected' : attr(item, 'aria-current');

/**
 * The state of the item around `el`, if `el` is its only control: `<li aria-current=page><a>2</a></li>`,
 * `<td aria-selected=true><button>20</button></td>`. The item's own node loses `current`, so that it is printed once.
 */
const stateOfItem = (el: Element, parent: AccessibilityNode | undefined): string => {
  let at = parentElementOf(el);
  for (let i = 1; at && i < MAX_NESTING; i++, at = parentElementOf(at)) {
    const state = ariaStateOf(at);
    if (!state) continue;
    const isListed = parent?.el && contains(at, parent.el);
    if (
      state === 'false' ||
      (isListed && (parent.interactivity || parent.node.selected)) ||
      hasMoreChildren(at, MAX_CHILDREN) ||
      elementsIn(at, CONTROL_SELECTOR).some((other) => !contains(el, other))
    )
      return '';
    if (parent?.el === at) delete parent.node.current;
    return /^(?:page|step|location|date|time|selected)$/.test(state) ? state : 'true';
  }
  return '';
};

/** Marks a node as current, selected or checked, unless ARIA states of its own say so. */
export const markCurrent = (own: AccessibilityNode, cache: DomCache): void => {
  const { el, node, children } = own;
  if (!el || !MARKABLE_ROLE.test(node.role)) return;
  // A visible backdrop is no choice.
  if (node.role === 'generic' && !node.name && children.length === 0) return;
  const { checked, current, expanded, pressed } = node;
  if ([checked, current, expanded, pressed].some((state) => state !== undefined)) return;
  const ariaSelected = attr(el, 'aria-selected');
  // `aria-selected` counts on every role: the day of a calendar.
  if (ariaSelected === 'true') node.selected = true;
  if (node.selected || ariaSelected !== null) return;
  // The box may be drawn by the element itself, by the one around it, or before its text.
  if (node.role === 'generic' && [el, parentElementOf(el), firstElementOf(el)].some(isCheckedByClass)) {
    node.checked = true;
    return;
  }
  const state = stateOfItem(el, own.parent);
  if (!state && !isCurrent(el, cache)) return;
  // Nor is a layer with several controls in it.
  if (!state && node.role === 'generic' && !node.name && holdsMany(own, 2)) return;
  if (state === 'selected' || SELECTABLE_ROLE.test(node.role)) node.selected = true;
  else node.current = state || 'true';
};
