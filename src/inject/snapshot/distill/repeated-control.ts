import { nameOf } from '../../aria/name.ts';
import { roleOf } from '../../aria/role.ts';
import { collapse } from '../../aria/white-space.ts';
import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { flatContains, flatElements } from '../../dom/flat-tree.ts';
import {
  closestTo,
  findAll,
  firstElementOf,
  holds,
  inputTypeOf,
  nextElementOf,
  parentElementOf,
  previousElementOf,
  prop,
  rectOf,
  tagOf,
} from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { isWithin, middleOf } from '../../dom/view-box.ts';
import { CHECKABLE_ROLE, CHECKED_ROLE, CLICKED_WHOLE } from '../../element/content-roles.ts';
import { isListed } from '../../element/element-state.ts';
import { handlesClick } from '../../element/handlers.ts';
import { iconName } from '../../element/icon-name.ts';
import { isRepeatedByControl } from '../../element/label-of-control.ts';
import { standInOf } from '../../element/stand-in.ts';
import { type AccessibilityNode, isInteractive, someBelow } from '../accessibility-node.ts';
import { isMiddleIn } from './box-geometry.ts';
import { writtenText } from './content-name.ts';
import type { DistillContext, Visitor } from './visitor.ts';

/** All that is in them belongs to one control (https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational). */
const isAtomic = (role: string): boolean => role === 'button' || CHECKED_ROLE.test(role);

const saysWords = ({ node }: AccessibilityNode): boolean => Boolean(node.name || node.text);

const isByCursor = ({ interactivity }: AccessibilityNode): boolean => interactivity?.source === 'cursor';

/** Drawn at most: neither words nor anything to act on. */
const saysNothing = (own: AccessibilityNode): boolean =>
  !saysWords(own) && !someBelow(own, (node) => saysWords(node) || isInteractive(node));

const wordsOf = ({ node, children }: AccessibilityNode): string =>
  collapse(node.name || children.map((child) => child.node.text || '').join(' '));

/**
 * A part of a control without words, such as its box or its thumb; an icon beside the middle of a button may do something
 * else.
 */
const isMerePart = (
  own: AccessibilityNode,
  parent: AccessibilityNode,
  { cache, viewport }: DistillContext,
): boolean => {
  const { node } = parent;
  if (!isAtomic(node.role) || !saysNothing(own)) return false;
  if (node.role !== 'button' || !node.name || !iconName(own.el as Element, cache)) return true;
  return cache.hasLayout && isMiddleIn(parent, own, viewport);
};

/** The styled box around a control takes the click in its place, as a whole. */
const isPartOfStyledBox = (own: AccessibilityNode, cache: DomCache): boolean => {
  if (!saysNothing(own)) return false;
  const around = parentElementOf(own.el as Element);
  const input = around && findAll(around, 'input')[0];
  const box = input && standInOf(input, cache);
  return !!box && flatContains(box, own.el as Element);
};

/** The box that is drawn behind a checkbox which is out of sight, with its mark at most: that is listed, for both. */
const isDrawnBeside = (own: AccessibilityNode, parent: AccessibilityNode, cache: DomCache): boolean => {
  const { el, node, children } = own;
  const before = parent.children[parent.children.length - 1];
  const input = before?.el;
  if (!el || !input || previousElementOf(el) !== input || !CHECKABLE_ROLE.test(inputTypeOf(input)))
    return false;
  if (children.some((child) => child.el)) return false;
  const said = wordsOf(own);
  if (said.length > 1 && hasWord(said))
    return said === before.node.name && tagOf(parentElementOf(el) as Element) === 'label';
  return !node.nameSource && (!!standInOf(input, cache) || styleOf(input, cache).opacity === '0');
};

/** The track of a switch, without words, below its transparent checkbox, which begins the box behind it. */
const isTrackBefore = (own: AccessibilityNode, cache: DomCache): boolean => {
  const el = own.el as Element;
  const behind = nextElementOf(el);
  const input = behind && firstElementOf(behind);
  if (!input || !CHECKABLE_ROLE.test(inputTypeOf(input)) || styleOf(input, cache).opacity !== '0')
    return false;
  if (!saysNothing(own) || !isListed(input, cache)) return false;
  return !cache.hasLayout || isWithin(middleOf(rectOf(el)), rectOf(input));
};

/** A box around the label of a control that is listed: a click on it goes there. */
const holdsLabel = ({ el, children }: AccessibilityNode, cache: DomCache): boolean =>
  children.length === 0 &&
  !!el &&
  holds(el, 'label, slot') &&
  flatElements(el).some((at) => tagOf(at) === 'label' && isRepeatedByControl(at, cache));

/** Of a part of a label: what the control is called, which is listed. */
const nameByLabel = ({ el }: AccessibilityNode, cache: DomCache): string | undefined => {
  const label = el ? closestTo(el, 'label') : null;
  const control = label && label !== el && prop(label as HTMLLabelElement, 'control');
  return control && isListed(control, cache) ? collapse(nameOf(control, cache)) : undefined;
};

/** The edge of a column that is dragged, behind each of its cells in a grid: that of its head is enough. What holds something is none. */
const isEdgeOfCell = ({ el, node, children, facts }: AccessibilityNode, cache: DomCache): boolean => {
  const isEdge = node.role === 'generic' && !children[0] && facts?.action.cursor.endsWith('-resize');
  const before = isEdge && previousElementOf(el as Element);
  return !!before && roleOf(before, cache) === 'gridcell';
};

/** What it says is the name of the control around it, or what that holds. */
const saysTheSame = (own: AccessibilityNode, parent: AccessibilityNode, context: DistillContext): boolean => {
  const { interactivity, node } = parent;
  if (!interactivity || isByCursor(parent)) return false;
  const hasPointer = isByCursor(own);
  const isItem = CLICKED_WHOLE.test(node.role);
  if (!hasPointer && !isItem && !isAtomic(node.role)) return false;
  const said = wordsOf(own);
  if (said === '' || (said !== node.name && !(hasPointer && said === node.value))) return false;
  // The control may leave the click to this part of it, above all what is none by its role, and shows no pointer.
  const takesAll = hasPointer ? !interactivity.hint : !isItem && handlesClick(parent.el as Element);
  return takesAll || isMiddleIn(parent, own, context.viewport);
};

/**
 * Something to click that says no more than the control around or before it does, and whose click goes there: the track of
 * a switch, the text of a button. `<button>Save <span style="cursor:pointer">Save</span></button>` is one button.
 */
export const repeatedControl: Visitor = (own, parent, context) => {
  const { cache } = context;
  if (isEdgeOfCell(own, cache)) return 'remove';
  if (!/^(?:click|hover)able$/.test(own.node.hint || '') || own.children.some((child) => child.interactivity))
    return undefined;
  // What hears clicks in a label, and shows nothing or just the name of its control, keeps them from that or leaves them to it.
  const named = nameByLabel(own, cache);
  if (named && wordsOf(own) === named) return 'remove';
  const repeats =
    (isByCursor(own) && (isMerePart(own, parent, context) || isPartOfStyledBox(own, cache))) ||
    isDrawnBeside(own, parent, cache) ||
    isTrackBefore(own, cache) ||
    holdsLabel(own, cache) ||
    (named !== undefined && !own.node.name && !writtenText(own)) ||
    saysTheSame(own, parent, context);
  return repeats && 'unwrap';
};
