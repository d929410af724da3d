import type { SnapshotNode } from '../../../contract.ts';
import { type DomCache, judge } from '../../dom/dom-cache.ts';
import {
  attr,
  contains,
  elementsIn,
  findAll,
  hasMoreChildren,
  holds,
  isOrHolds,
  listAttr,
  parentElementOf,
  prop,
  soleChildOf,
  tagOf,
  textOf,
} from '../../dom/read.ts';
import { isVisibleByStyle } from '../../dom/rendered.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { holdsMany } from '../distill/box-geometry.ts';

/** Of several alike, the one that stands for what is shown or chosen now, where only its author's names for it say so. */

const STATE = 'active|selected|current|chosen|checked';

/** `is-active`, `tab--selected`, `tabActive`, `current-menu-item`, `active-tab`, `selectedFilter`; `Tabs_active__3x9Zs` of CSS modules. */
const MARK_CLASS = new RegExp(
  `(?:^|[-_])(?:${STATE})(?:-?$|_+[A-Za-z0-9]{5,}(?:_\\d+)?$)|[a-z](?:Active|Selected|Current|Checked)$|` +
    `^(?:active|selected|current)[-_](?:item|tab|page|day|date|link|option|row|cell|slide|menu[-_]item|page[-_]item)$|^on$|^selected[A-Z][a-z]+$`,
);

/** How something looks or behaves in such a state, or that it is not in it. */
const NO_MARK = new RegExp(
  `[:[/@]|(?:^|[-_])(?:not|non|no|un|in|has|can|if|when|on|js|pre|prev|next)[-_]?(?:${STATE})|` +
    '^(?:text|bg|fill|stroke|border|ring|outline|divide|accent|caret|shadow|decoration|from|to|via)-current$',
  'i',
);

/** One look at most classes is enough. */
const MAY_MARK = /activ|select|current|chosen|check|\bon\b/i;

export const tokensOf = (el: Element): string[] => listAttr(el, 'class').split(/\s+/).filter(Boolean);

/** Whether a class says how something is, and not what. */
export const isMark = (token: string): boolean => MARK_CLASS.test(token) && !NO_MARK.test(token);

const isMarkedByClass = (el: Element): boolean =>
  MAY_MARK.test(listAttr(el, 'class')) && tokensOf(el).some(isMark);

const MARKING = ['data-selected', 'data-active'];

const isMarked = (el: Element): boolean =>
  isMarkedByClass(el) || MARKING.some((name) => /^(?:|true)$/.test(attr(el, name) ?? 'no'));

/** They are items by what they are. */
const ITEM_TAG = /^(?:li|a|button|tr|td|th|dt|dd|option)$/;

/** Boxes that are items have a class in common; the parts of one thing have not: an icon and the label beside it. */
export const isAlike = (one: Element, other: Element): boolean => {
  if (tagOf(one) !== tagOf(other)) return false;
  const tokens = tokensOf(one).filter((token) => !isMark(token));
  if (ITEM_TAG.test(tagOf(one)) || tokens.length === 0) return true;
  const others = tokensOf(other);
  return tokens.some((token) => others.includes(token));
};

/** What several of a list may be at once. */
const CHOSEN = /select|chosen|check|^on$/i;

/** Longer lists are not looked through. */
const MOST_PEERS = 400;

/** So many boxes may be around one another, each with nothing else in it. */
const MOST_NESTED_BOXES = 3;

/** The marks on an item of a list, or on what fills it: the link in it, the box of a day. */
const marksWithin = (item: Element): string[] => {
  const marks: string[] = [];
  let at: Element | null = item;
  for (let i = 0; at && i < MOST_NESTED_BOXES; i++, at = soleChildOf(at))
    if (isMarked(at)) marks.push(...tokensOf(at).filter(isMark), '');
  return marks;
};

const itemOf = (el: Element): Element => {
  let item = el;
  for (let i = 1; i < MOST_NESTED_BOXES; i++) {
    const above = parentElementOf(item);
    if (!above || !soleChildOf(above) || textOf(above).trim() !== textOf(item).trim()) break;
    item = above;
  }
  return item;
};

/** Rows of a calendar are one list. */
const MOST_ROWS = 12;

const listAround = (parent: Element): Element => {
  const rows = tagOf(parent) === 'tr' ? parentElementOf(parent) : null;
  return rows && !hasMoreChildren(rows, MOST_ROWS) ? rows : parent;
};

/** Today is no choice. */
const STATED_BY_ARIA =
  '[aria-current]:not([aria-current=date]), [aria-selected=true], [aria-pressed=true], [aria-checked=true]';

/** Where nothing else can be used, what is `active` can be. */
const DISABLED = '.disabled, [aria-disabled=true], :disabled';

const isToldFromPeers = (
  item: Element,
  marks: readonly string[],
  list: Element,
  parent: Element,
  cache: DomCache,
): boolean => {
  const peers = list === parent ? prop(parent, 'children') : findAll(list, tagOf(item));
  if (peers.length > MOST_PEERS) return false;
  const isChosen = marks.some((mark) => CHOSEN.test(mark));
  let hasOther = false;
  for (let i = 0; i < peers.length; i++) {
    const at = peers[i] as Element;
    if (at === item || !isAlike(item, at)) continue;
    const theirs = marksWithin(at);
    if (isChosen && theirs.join() === marks.join()) continue;
    // Days of this month may be `current`, and one of them `selected`.
    if (theirs.length >= marks.length || !theirs.every((mark) => marks.includes(mark))) return false;
    // Panels are shown one at a time, and nobody chooses among them.
    hasOther ||= isVisibleByStyle(at, cache) && !isOrHolds(at, DISABLED);
  }
  return hasOther && !holds(list, STATED_BY_ARIA);
};

const isCurrent = (el: Element, cache: DomCache): boolean => {
  const item = itemOf(el);
  const marks = marksWithin(item);
  const parent = marks.length > 0 ? parentElementOf(item) : null;
  if (!parent) return false;
  const list = listAround(parent);
  // Of many that are chosen one is compared with all.
  const kind = `${tagOf(item)} ${listAttr(item, 'class')} ${marks.join()}`;
  return judge(list, kind, cache, () => isToldFromPeers(item, marks, list, parent, cache));
};

export const TOGGLE_ROLE = /^(?:generic|button|image)$/;

export const isStated = ({
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

/** `t-checkbox`, `ivu-switch`: what it is; `t-checkbox--checked`: how it is. */
const BOX_CLASS = /^(?:[a-z]+-)?(?:checkbox|switch)$/;
const CHECKED_CLASS = /^(?:[a-z]+-)?(?:checkbox|switch)(?:--?|__)checked$|^(?:is-)?checked$/;

const isCheckedByName = (el: Element | null): boolean => {
  const tokens = el && /checked/.test(listAttr(el, 'class')) ? tokensOf(el) : [];
  return tokens.some((token) => BOX_CLASS.test(token)) && tokens.some((token) => CHECKED_CLASS.test(token));
};

const CONTROL_SELECTOR = 'a[href], button, input, [role], [tabindex]';

/** What holds more is no item around one control, and is not searched for each of those in it. */
const MOST_BESIDE = 8;

/** What an item says of itself. */
const saidOf = (item: Element): string | null =>
  attr(item, 'aria-selected') === 'true' ? 'selected' : attr(item, 'aria-current');

/**
 * What the item around it says, whose one control this is: `<li aria-current=page><a>2</a></li>`,
 * `<td aria-selected=true><button>20</button></td>`. That is said once.
 */
const saidAround = (el: Element, parent: AccessibilityNode | undefined): string => {
  let at = parentElementOf(el);
  for (let i = 1; at && i < MOST_NESTED_BOXES; i++, at = parentElementOf(at)) {
    const said = saidOf(at);
    if (!said) continue;
    const isListed = parent?.el && contains(at, parent.el);
    if (
      said === 'false' ||
      (isListed && (parent.interactivity || parent.node.selected)) ||
      hasMoreChildren(at, MOST_BESIDE) ||
      elementsIn(at, CONTROL_SELECTOR).some((other) => !contains(el, other))
    )
      return '';
    if (parent?.el === at) delete parent.node.current;
    return /^(?:page|step|location|date|time|selected)$/.test(said) ? said : 'true';
  }
  return '';
};

/** Tells of it, unless the page does by ARIA. */
export const markCurrent = (own: AccessibilityNode, cache: DomCache): void => {
  const { el, node, children } = own;
  if (!el || !MARKABLE_ROLE.test(node.role)) return;
  // A veil that is shown is no choice.
  if (node.role === 'generic' && !node.name && children.length === 0) return;
  const { checked, current, expanded, pressed, selected } = node;
  if ([checked, current, expanded, pressed].some((state) => state !== undefined)) return;
  const written = attr(el, 'aria-selected');
  // Whatever has no such state by its role says so all the same: the day of a calendar.
  if (written === 'true') node.selected = true;
  if (selected === true || written !== null) return;
  if (node.role === 'generic' && (isCheckedByName(el) || isCheckedByName(parentElementOf(el)))) {
    node.checked = true;
    return;
  }
  const said = saidAround(el, own.parent);
  if (!said && !isCurrent(el, cache)) return;
  // Neither is a layer with what is in it.
  if (!said && node.role === 'generic' && !node.name && holdsMany(own, 2)) return;
  if (said === 'selected' || SELECTABLE_ROLE.test(node.role)) node.selected = true;
  else node.current = said || 'true';
};
