import type { InteractiveHint } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { type ActionFacts, NO_ACTION, ownActionFacts } from './action-facts.ts';

/** How an element is known to be something that can be acted on. */
export interface Interactivity {
  /**
   * `role`: its role or tag says so; `listener`: what the page shows that it does; `cursor`: only what the pointer looks
   * like over it. The last yields to anything interactive inside.
   */
  readonly source: 'role' | 'listener' | 'cursor';
  /** Absent where the role says it. */
  readonly hint?: InteractiveHint;
  /** It is beside the point of what is around it, which does not yield to it. */
  readonly isAside?: boolean | undefined;
}

/**
 * Roles that are controls by themselves (https://www.w3.org/TR/wai-aria-1.2/#widget_roles), without those that
 * only hold controls. A cell or a row is one only if something else says so.
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

/** The first that holds decides. */
const RULES: readonly Rule[] = [
  [({ isNative }, role) => isNative || WIDGET.test(role), ROLE],
  // A link under another role leads somewhere all the same.
  [({ isLink }) => isLink, CLICKABLE],
  [({ isEditingHost }) => isEditingHost, by('listener', 'editable')],
  [({ isMedia, label }) => isMedia || label === 'stand-in', CLICKABLE],
  [({ label, tag }) => label === 'redundant' || /^(?:html|body)$/.test(tag), undefined],
  [({ handled }) => handled === 'click', CLICKABLE],
  [({ isFocusable }) => isFocusable, by('listener', 'focusable')],
  [({ isDraggable }) => isDraggable, DRAGGABLE],
  [({ scrolls }) => scrolls, by('listener', 'scrollable')],
  [({ handled }) => handled === 'drag', DRAGGABLE],
  [({ handled }) => handled === 'drop', by('cursor', 'droppable')],
  [({ handled }) => handled === 'hover', HOVERABLE],
  // Style sheets give a pointer to all labels.
  [({ label }) => label === 'dangling', undefined],
  [({ isScripted, isSortedHeader }) => isScripted || isSortedHeader, POINTER],
  [({ cursor }) => cursor === 'pointer' || cursor === 'crosshair', POINTER],
  [({ isTitledIcon }) => isTitledIcon, by('cursor', 'clickable', true)],
  // Of a row that is pressed it is the handle: the pointer over the row is not its own.
  [
    ({ cursor }) => /-resize$|^(?:-webkit-)?grab(?:bing)?$|^move$/.test(cursor),
    by('cursor', 'draggable', true),
  ],
  [({ reveals, cursor }) => reveals || cursor === 'help', HOVERABLE],
];

/** Why something can be acted on, if it can. Pure. */
export const classify = (facts: ActionFacts, role: string): Interactivity | undefined => {
  if (facts === NO_ACTION) return WIDGET.test(role) ? ROLE : undefined;
  for (const [holds, is] of RULES) if (holds(facts, role)) return is;
  return undefined;
};

/** The same for an element that no snapshot has come to. `pointer`: its cursor counts, wherever it has it from. */
export const interactivityOf = (el: Element, cache: DomCache, pointer = false): Interactivity | undefined =>
  classify(ownActionFacts(el, cache, pointer), roleOf(el, cache));
