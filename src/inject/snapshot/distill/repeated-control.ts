import { nameOf } from '../../aria/name.ts';
import { roleOf } from '../../aria/role.ts';
import { collapse } from '../../aria/white-space.ts';
import { type DomCache, styleOf } from '../../dom/dom-cache.ts';
import { flatContains, flatElements } from '../../dom/flat-tree.ts';
import { isTextField } from '../../dom/input-type.ts';
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
import { textOutsideControls } from './content-name.ts';
import type { DistillContext, Visitor } from './visitor.ts';

/** Roles whose children are presentational (https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational). */
const isAtomic = (role: string): boolean => role === 'button' || CHECKED_ROLE.test(role);

const hasWords = ({ node }: AccessibilityNode): boolean => Boolean(node.name || node.text);

const isByCursor = ({ interactivity }: AccessibilityNode): boolean => interactivity?.source === 'cursor';

/** Whether neither the node nor anything below has text or can be acted on. */
const isWordless = (own: AccessibilityNode): boolean =>
  !hasWords(own) && !someBelow(own, (node) => hasWords(node) || isInteractive(node));

const wordsOf = ({ node, children }: AccessibilityNode): string =>
  collapse(node.name || children.map((child) => child.node.text || '').join(' '));

/**
 * Whether this is a wordless part of a control, such as the box of a checkbox or the thumb of a switch. A named icon
 * in a named button is one only at the button's middle: elsewhere it may do something else.
 */
const isMerePart = (
  own: AccessibilityNode,
  parent: AccessibilityNode,
  { cache, viewport }: DistillContext,
): boolean => {
  const { node } = parent;
  if (!isAtomic(node.role) || !isWordless(own)) return false;
  if (node.role !== 'button' || !node.name || !iconName(own.el as Element, cache)) return true;
  return cache.hasLayout && isMiddleIn(parent, own, viewport);
};

/** Whether this is a wordless part of the styled box that takes the clicks for a hidden input. */
const isPartOfStyledBox = (own: AccessibilityNode, cache: DomCache): boolean => {
  if (!isWordless(own)) return false;
  const parent = parentElementOf(own.el as Element);
  const input = parent && findAll(parent, 'input')[0];
  const box = input && standInOf(input, cache);
  return !!box && flatContains(box, own.el as Element);
};

/**
 * Whether this is the visible box right behind a hidden checkbox, or its label, which hands the click on: the checkbox is
 * listed for both.
 */
const isBoxOfCheckbox = (own: AccessibilityNode, parent: AccessibilityNode, cache: DomCache): boolean => {
  const { el, node, children } = own;
  const before = parent.children[parent.children.length - 1];
  const input = before?.el;
  if (!el || !input || !CHECKABLE_ROLE.test(before.node.role) || children.some((child) => child.el))
    return false;
  const text = wordsOf(own);
  if (text.length > 1 && hasWord(text)) return text === before.node.name && !!closestTo(el, 'label');
  return (
    previousElementOf(el) === input &&
    !node.nameSource &&
    (!!standInOf(input, cache) || styleOf(input, cache).opacity === '0')
  );
};

/** Whether this is the wordless track of a switch, right before the box that begins with its transparent checkbox. */
const isTrackOfSwitch = (own: AccessibilityNode, cache: DomCache): boolean => {
  const el = own.el as Element;
  const behind = nextElementOf(el);
  const input = behind && firstElementOf(behind);
  if (!input || !CHECKABLE_ROLE.test(inputTypeOf(input)) || styleOf(input, cache).opacity !== '0')
    return false;
  if (!isWordless(own) || !isListed(input, cache)) return false;
  return !cache.hasLayout || isWithin(middleOf(rectOf(el)), rectOf(input));
};

/** Whether this is a box around the label of a listed control: a click on it goes to that control. */
const holdsLabel = ({ el, children }: AccessibilityNode, cache: DomCache): boolean =>
  children.length === 0 &&
  !!el &&
  holds(el, 'label, slot') &&
  flatElements(el).some((at) => tagOf(at) === 'label' && isRepeatedByControl(at, cache));

/** For a part of a label: the labelled control, if that is listed. */
const labelledControl = ({ el }: AccessibilityNode, cache: DomCache): Element | undefined => {
  const label = el ? closestTo(el, 'label') : null;
  const control = label && label !== el && prop(label as HTMLLabelElement, 'control');
  return control && isListed(control, cache) ? control : undefined;
};

/**
 * Whether this is the resize handle behind a body cell of a grid: the handle in the column header is enough. It has
 * no children.
 */
const isHandleOfCell = ({ el, node, children, facts }: AccessibilityNode, cache: DomCache): boolean => {
  const isEdge = node.role === 'generic' && !children[0] && facts?.action.cursor.endsWith('-resize');
  const before = isEdge && previousElementOf(el as Element);
  return !!before && roleOf(before, cache) === 'gridcell';
};

/** Whether the text is the name or the value of the control around it, and a click on it goes there. */
const repeatsParent = (
  own: AccessibilityNode,
  parent: AccessibilityNode,
  context: DistillContext,
): boolean => {
  const { interactivity, node } = parent;
  if (!interactivity || isByCursor(parent)) return false;
  const hasPointer = isByCursor(own);
  const isItem = CLICKED_WHOLE.test(node.role);
  if (!hasPointer && !isItem && !isAtomic(node.role) && node.role !== 'link') return false;
  const text = wordsOf(own);
  if (text === '' || (text !== node.name && !(hasPointer && text === node.value))) return false;
  // A control may leave the click to this part, above all one that is interactive only by its listener and has no
  // pointer cursor.
  const takesAll = hasPointer ? !interactivity.hint : !isItem && handlesClick(parent.el as Element);
  return takesAll || isMiddleIn(parent, own, context.viewport);
};

/**
 * A clickable node that repeats the control around or before it, and whose click goes there: the track of a switch,
 * the text of a button. `<button>Save <span style="cursor:pointer">Save</span></button>` is one button.
 */
export const repeatedControl: Visitor = (own, parent, context) => {
  const { cache } = context;
  if (isHandleOfCell(own, cache)) return 'remove';
  if (!/^(?:click|hover)able$/.test(own.node.hint || '') || own.children.some((child) => child.interactivity))
    return undefined;
  // A listener in a label on a node that shows nothing, or just the control's name, stops the click or leaves it to
  // the control. What has a `pointer` beside a text field does something else: an icon that opens a calendar.
  const control = labelledControl(own, cache);
  const controlName = control && nameOf(control, cache);
  if (controlName && wordsOf(own) === controlName) return 'remove';
  const repeats =
    (isByCursor(own) && (isMerePart(own, parent, context) || isPartOfStyledBox(own, cache))) ||
    isBoxOfCheckbox(own, parent, cache) ||
    isTrackOfSwitch(own, cache) ||
    holdsLabel(own, cache) ||
    (control &&
      !(isTextField(control) && own.facts?.action.cursor === 'pointer') &&
      !own.node.name &&
      !textOutsideControls(own)) ||
    repeatsParent(own, parent, context);
  return repeats && 'unwrap';
};
