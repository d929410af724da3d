import type { InteractiveHint } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { type ActionFacts, NO_ACTION, ownActionFacts } from './action-facts.ts';

/** How it is known that an element can be acted on. */
export interface Interactivity {
  /**
   * `role`: by its role or tag; `listener`: by a handler, attribute or property; `cursor`: by weak signs only, such as its
   * cursor. An element known by its cursor yields to anything interactive inside.
   */
  readonly source: 'role' | 'listener' | 'cursor';
  /** What can be done with it; absent where the role tells it. */
  readonly hint?: InteractiveHint;
  /** A minor part (a drag handle) of the element around it, which does not yield to it. */
  readonly isAside?: boolean | undefined;
}

/**
 * Roles that are controls by themselves (https://www.w3.org/TR/wai-aria-1.2/#widget_roles), without those that
 * only contain controls. A cell or a row needs another sign to count as a control.
 */
const WIDGET =
  /^(?:button|link|checkbox|radio|switch|textbox|searchbox|combobox|spinbutton|slider|option|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem|scrollbar|listbox)$/;

const ROLE: Interactivity = { source: 'role' };
const by = (source: Interactivity['source'], hint: InteractiveHint, isAside?: boolean): Interactivity => ({
  source,
  hint,
  isAside,
});

const CLICKABLE = by('listener', 'clickable');
const POINTER = by('cursor', 'clickable');
const DRAGGABLE = by('listener', 'draggable');
const HOVERABLE = by('cursor', 'hoverable', true);

type Rule = readonly [
  holds: (facts: ActionFacts, role: string) => boolean | undefined,
  is: Interactivity | undefined,
];

/** The first rule that holds decides. */
const RULES: readonly Rule[] = [
  [({ isNative }, role) => isNative || WIDGET.test(role), ROLE],
  // A link with another role still navigates.
  [({ isLink }) => isLink, CLICKABLE],
  [({ isEditingHost }) => isEditingHost, by('listener', 'editable')],
  [({ isMedia, label }) => isMedia || label === 'stand-in', CLICKABLE],
  [({ label, tag }) => label === 'redundant' || /^(?:body|html)$/.test(tag), undefined],
  [({ handled }) => handled === 'click', CLICKABLE],
  [({ isFocusable }) => isFocusable, by('listener', 'focusable')],
  [({ isDraggable }) => isDraggable, DRAGGABLE],
  [({ scrolls }) => scrolls, by('listener', 'scrollable')],
  [({ handled }) => handled === 'drag', DRAGGABLE],
  [({ handled }) => handled === 'drop', by('cursor', 'droppable')],
  [({ handled }) => handled === 'hover', HOVERABLE],
  // Style sheets set `cursor: pointer` on all labels.
  [({ label }) => label === 'dangling', undefined],
  [({ isScripted, isSortedHeader }) => isScripted || isSortedHeader, POINTER],
  [({ cursor }) => cursor === 'pointer' || cursor === 'crosshair', POINTER],
  [({ isTitledIcon }) => isTitledIcon, by('cursor', 'clickable', true)],
  // The drag handle of a clickable row, which keeps its own `pointer`.
  [
    ({ cursor }) => /-resize$|^(?:-webkit-)?grab(?:bing)?$|^move$/.test(cursor),
    by('cursor', 'draggable', true),
  ],
  [({ reveals, cursor }) => reveals || cursor === 'help', HOVERABLE],
];

/** Why an element can be acted on; undefined where it can't. Pure. */
export const classify = (facts: ActionFacts, role: string): Interactivity | undefined => {
  if (facts === NO_ACTION) return WIDGET.test(role) ? ROLE : undefined;
  for (const [holds, is] of RULES) if (holds(facts, role)) return is;
  return undefined;
};

/** The same for a single element, outside of a snapshot. `pointer`: its cursor counts, also an inherited one. */
export const interactivityOf = (el: Element, cache: DomCache, pointer = false): Interactivity | undefined =>
  classify(ownActionFacts(el, cache, pointer), roleOf(el, cache));
