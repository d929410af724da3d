import { nameOf } from '../aria/name.ts';
import { flatContains, flatElements } from '../dom/flat-tree.ts';
import type { MinSize } from '../dom/hidden.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, closestTo, findAll, inputTypeOf, parentElementOf, prop, tagOf, textOf } from '../dom/read.ts';
import { type Viewport, viewBoxOf } from '../dom/view-box.ts';
import { isMeantEmpty, isMereBox, isRetold, PRESSED_WHOLE } from './content-roles.ts';
import { canBeActedOn, type Draft, dropText, nameAfterText, someBelow } from './draft.ts';
import { isListed } from './element-state.ts';
import { handlesPress } from './handlers.ts';
import { iconName } from './icon-name.ts';
import { pressedInPlaceOf } from './stand-in.ts';
import { collapse, cut, readable } from './text.ts';
import { isLabelled, isToldByControl } from './walk-rules.ts';

/** What shows more under the pointer says so by the first thing in it that can be acted on. */
export const tellHover = (own: Draft): void => {
  const stack = own.children.slice().reverse();
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.evidence) {
      at.node.haspopup ??= 'hover';
      return;
    }
    for (let i = at.children.length - 1; i >= 0; i--) stack.push(at.children[i] as Draft);
  }
};

/** A cell or row is named after its content: where that is more than text, it is shown below instead. */
export const nameByText = (own: Draft, pass: Pass, max: number): void => {
  const el = own.el as Element;
  if (isLabelled(el) || own.children.some((child) => child.el !== undefined)) return;
  const name = cut(readable(nameOf(el, pass)), max);
  if (!name) return;
  own.node.name = name;
  own.nameFromContent = true;
};

/** A cell to press that is called after the one control in it: only a press on the control does what it says. */
export const leavesNameToControl = (own: Draft): boolean => {
  const { children, node } = own;
  const [inner] = children.filter((child) => child.el !== undefined);
  return (
    own.evidence !== undefined &&
    isRetold(node.role) &&
    inner?.evidence !== undefined &&
    inner.node.name === node.name &&
    !isLabelled(own.el as Element)
  );
};

/** A box without a name says as much as what is in it; so does a tooltip that is around a list or a form. */
export const addsNothing = ({ node, children }: Draft): boolean =>
  (isMereBox(node.role) || (node.role === 'tooltip' && children.every((child) => child.el))) &&
  !node.name &&
  !node.frame &&
  node.live === undefined;

/** A large box that says nothing and holds nothing. */
export const isSurface = ({ el, node, children }: Draft, viewport: Viewport, min: MinSize): boolean => {
  if (node.name || children.length > 0) return false;
  const box = viewBoxOf(el as Element, viewport, min);
  return box !== undefined && box.width * box.height > (viewport.width * viewport.height) / 4;
};

/** An item or a button that is no more than the link or button in it, under the same name: a press on it lands there. Gives that. */
export const takeSoleLink = (own: Draft, viewport: Viewport): Draft | undefined => {
  const { node, children } = own;
  const [link, other] = children;
  if (
    !link ||
    other ||
    !(PRESSED_WHOLE.test(node.role) || node.role === 'button') ||
    !/^(?:link|button)$/.test(link.node.role) ||
    !link.evidence
  )
    return undefined;
  if (link.node.name !== node.name || link.children.length > 0 || !isMiddleIn(own, link, viewport))
    return undefined;
  const { url, current, focused, expanded, haspopup, disabled } = link.node;
  if (url !== undefined) node.url ??= url;
  if (expanded !== undefined) node.expanded ??= expanded;
  if (haspopup !== undefined) node.haspopup ??= haspopup;
  if (disabled) node.disabled = true;
  // What is chosen is said once.
  if (current !== undefined && node.selected === undefined) node.current ??= current;
  if (focused) node.focused = true;
  own.children = [];
  return link;
};

/** The only thing below that can be acted on. */
const soleOther = (own: Draft): Draft | undefined => {
  let found: Draft | undefined;
  const isSecond = (draft: Draft): boolean => {
    if (!draft.evidence) return false;
    if (found) return true;
    found = draft;
    return false;
  };
  return someBelow(own, isSecond) ? undefined : found;
};

/** Whether a press on the middle of the one lands on the other. */
const isMiddleIn = (outer: Draft, inner: Draft, viewport: Viewport): boolean => {
  const min = { width: 0, height: 0 };
  const [box, part] = [outer, inner].map(({ el }) => el && viewBoxOf(el, viewport, min));
  if (!box || !part) return true;
  const [x, y] = [box.x + box.width / 2 - part.x, box.y + box.height / 2 - part.y];
  return x >= 0 && y >= 0 && x <= part.width && y <= part.height;
};

/**
 * It is called as the one thing in it that can be acted on, and a press on it lands there; or shows what that combobox
 * holds.
 */
const isPressedInside = (own: Draft, viewport: Viewport): boolean => {
  const other = soleOther(own);
  if (!other) return false;
  if (other.node.role === 'combobox' && other.node.value === own.node.name) return true;
  return other.node.name === own.node.name && isMiddleIn(own, other, viewport);
};

const BOX = /^(?:checkbox|radio|switch)$/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * The only thing in a label, drawn for a box that is out of sight and without words of its own, is called as the label
 * says. Returns if there is such a thing: the label needs no line of its own then.
 */
export const namesDrawnBox = (own: Draft, max: number): boolean => {
  const other = tagOf(own.el as Element) === 'label' ? soleOther(own) : undefined;
  if (!other || !BOX.test(other.node.role)) return false;
  if (!other.hasGuessedName && WORD.test(other.node.name ?? '')) return false;
  nameAfterText(own, max);
  if (!own.node.name) return false;
  other.node.name = own.node.name;
  if (other.node.description === own.node.name) delete other.node.description;
  dropText(own);
  return true;
};

/** A box under a role of its own around the native one, which knows its state. */
export const wrapsNativeBox = (own: Draft): boolean => {
  const { checked, name, role } = own.node;
  const other = own.evidence && BOX.test(role) ? soleOther(own) : undefined;
  if (!other?.el || tagOf(other.el) !== 'input' || !BOX.test(other.node.role)) return false;
  if (other.node.checked !== checked || (name && other.node.name && name !== other.node.name)) return false;
  if (name) other.node.name = name;
  return true;
};

/** A combobox drawn around the field that is one itself, and is pressed and written into. */
export const wrapsCombobox = (own: Draft): boolean => {
  if (own.node.role !== 'combobox') return false;
  const inner: Draft[] = [];
  someBelow(own, (draft) => draft.node.role === 'combobox' && inner.push(draft) > 1);
  const [field] = inner;
  if (!field?.el || inner.length > 1 || tagOf(field.el) !== 'input') return false;
  const { expanded, haspopup } = own.node;
  if (expanded !== undefined) field.node.expanded ??= expanded;
  if (haspopup !== undefined) field.node.haspopup ??= haspopup;
  return true;
};

/** What a combobox holds, drawn in it under the role of a field that nobody can write into. */
export const repeatsValue = ({ el, node }: Draft, sink: Draft): boolean =>
  node.role === 'textbox' &&
  node.readonly === true &&
  sink.node.role === 'combobox' &&
  sink.node.value === node.value &&
  !/^(?:input|textarea)$/.test(node.tag ?? '') &&
  attr(el as Element, 'tabindex') === null;

/** A table is called after its caption. */
export const repeatsCaption = ({ node, children }: Draft, sink: Draft): boolean =>
  node.role === 'caption' && children.length === 0 && node.text !== undefined && node.text === sink.node.name;

/** They hold what can be pressed: a handler on them is for what is inside. */
const HOLDS = /^(?:table|grid|treegrid|form)$/;

/** Who hears so many is their delegate. */
const DELEGATE_OF = 8;

const hearsMany = (own: Draft): boolean => {
  let count = 0;
  return someBelow(own, (draft) => canBeActedOn(draft) && ++count >= DELEGATE_OF);
};

/** The box that a dialog is drawn as, where its own element is what lies over the page. */
const isDialogBox = ({ el, parent }: Draft): boolean =>
  /dialog$/.test(parent?.node.role ?? '') && textOf(parent?.el as Element) === textOf(el as Element);

/** The keyboard comes to a wrapper by the way of a toolbar or the like, where what is in it is called the same. */
const isSoleControl = ({ children, node }: Draft): boolean =>
  children.length === 1 && children[0]?.evidence !== undefined && children[0].node.name === node.name;

/** Its target is neither code nor the top of the page, as where a script hears the press. */
const TARGET = /^(?!\s*(?:javascript:|#?\s*$))/i;

/** A link leads somewhere itself, unless the one thing in it that can be acted on lies where it is pressed. */
const leadsSomewhere = (own: Draft, viewport: Viewport): boolean => {
  const href = own.node.tag === 'a' ? attr(own.el as Element, 'href') : null;
  if (href === null || !TARGET.test(href)) return false;
  const other = soleOther(own);
  return !other || !isMiddleIn(own, other, viewport);
};

/** A handler on a box that says nothing by itself hears presses on what is inside, which bubble to it. */
export const onlyHearsInside = (own: Draft, viewport: Viewport): boolean =>
  own.evidence?.strength === 'handler' &&
  own.node.hint === 'clickable' &&
  (own.node.role === 'generic' || isRetold(own.node.role) || HOLDS.test(own.node.role)) &&
  !own.node.scroll &&
  (!(Number(attr(own.el as Element, 'tabindex') ?? -1) >= 0) || isSoleControl(own)) &&
  !leadsSomewhere(own, viewport) &&
  (own.node.name && !HOLDS.test(own.node.role)
    ? isPressedInside(own, viewport) ||
      (own.nameFromContent && (hearsMany(own) || (isDialogBox(own) && someBelow(own, canBeActedOn))))
    : !isRetold(own.node.role) && someBelow(own, canBeActedOn));

/** All that is in them belongs to one control (https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational). */
const ATOMIC = /^(?:button|checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/;

const saysWords = ({ node }: Draft): boolean => Boolean(node.name || node.text);

/** Drawn at most: neither words nor anything to act on. */
const saysNothing = (own: Draft): boolean =>
  !saysWords(own) && !someBelow(own, (draft) => saysWords(draft) || canBeActedOn(draft));

/**
 * A part of a control without words, such as its box or its thumb; an icon beside the middle of a button may do something
 * else.
 */
const isMerePart = (own: Draft, sink: Draft, pass: Pass, viewport: Viewport): boolean => {
  const { node } = sink;
  if (own.evidence?.strength !== 'weak' || !ATOMIC.test(node.role) || !saysNothing(own)) return false;
  if (node.role !== 'button' || !node.name || !iconName(own.el as Element, pass)) return true;
  return pass.hasLayout && isMiddleIn(sink, own, viewport);
};

/** The styled box around a control is pressed in its place, as a whole. */
const isPartOfStyledBox = (own: Draft, pass: Pass): boolean => {
  if (own.evidence?.strength !== 'weak' || !saysNothing(own)) return false;
  const around = parentElementOf(own.el as Element);
  const input = around && findAll(around, 'input')[0];
  const box = input && pressedInPlaceOf(input, pass);
  return box !== null && box !== undefined && flatContains(box, own.el as Element);
};

/** The box that is drawn behind a checkbox which is out of sight, with its mark at most: that is told, and tells of both. */
const isDrawnBeside = ({ el, node, children, hasGuessedName }: Draft, sink: Draft, pass: Pass): boolean => {
  const before = sink.children[sink.children.length - 1];
  const input = before?.el;
  if (!el || !input || prop(el, 'previousElementSibling') !== input || !BOX.test(inputTypeOf(input)))
    return false;
  const said = hasGuessedName ? '' : (node.name ?? children.map((child) => child.node.text ?? '').join(''));
  if (children.some((child) => child.el)) return false;
  if (said.length > 1 && WORD.test(said))
    return said === before.node.name && tagOf(parentElementOf(el) as Element) === 'label';
  return pressedInPlaceOf(input, pass) !== undefined;
};

/** A box around the label of a control that is listed: a press on it goes there. */
const holdsLabel = ({ el, children }: Draft, pass: Pass): boolean =>
  children.length === 0 &&
  el !== undefined &&
  flatElements(el).some((at) => at !== el && tagOf(at) === 'label' && isToldByControl(at, pass));

/** A part of a label that shows nothing: what hears presses there keeps them from the control, which is listed. */
const isMerePartOfLabel = ({ el, evidence, node }: Draft, pass: Pass): boolean => {
  const isNameless = el && !node.name && evidence?.strength === 'handler';
  const label = isNameless ? closestTo(el, 'label') : null;
  const control = label && prop(label as HTMLLabelElement, 'control');
  return Boolean(control && isListed(control, pass));
};

/** What is pressed says no more than the control around it does, and its press goes there. */
export const repeatsControl = (own: Draft, sink: Draft, pass: Pass, viewport: Viewport): boolean => {
  if (own.node.hint !== 'clickable' || own.children.some((child) => child.evidence)) return false;
  if (isMerePart(own, sink, pass, viewport) || isPartOfStyledBox(own, pass)) return true;
  if (isDrawnBeside(own, sink, pass) || holdsLabel(own, pass) || isMerePartOfLabel(own, pass)) return true;
  if (!sink.evidence || sink.evidence.strength === 'weak') return false;
  const isWeak = own.evidence?.strength === 'weak';
  const isItem = PRESSED_WHOLE.test(sink.node.role);
  if (!isWeak && !isItem && !ATOMIC.test(sink.node.role)) return false;
  const said = collapse(own.node.name ?? own.children.map((child) => child.node.text ?? '').join(' '));
  if (said === '' || (said !== sink.node.name && !(isWeak && said === sink.node.value))) return false;
  // The control may leave the press to this part of it.
  return isWeak || (!isItem && handlesPress(sink.el as Element)) || isMiddleIn(sink, own, viewport);
};

/** Gives up the evidence of what would be shown without it too. Returns if there is anything left to show. */
export const becomeContent = (own: Draft): boolean => {
  if (own.roleAsContent === undefined || !own.reserved) return false;
  own.node.role = own.roleAsContent;
  own.evidence = undefined;
  delete own.node.hint;
  const isRepeated = isRetold(own.node.role) && !isLabelled(own.el as Element);
  if (isRepeated || (HOLDS.test(own.node.role) && own.nameFromContent)) {
    delete own.node.name;
    own.nameFromContent = false;
  }
  return true;
};

/** Worth a node of its own; `whole`: where everything is shown. */
export const saysSomething = ({ node, evidence, children }: Draft, whole: boolean): boolean => {
  if (evidence || children.length > 0 || node.text !== undefined || node.frame) return true;
  return whole && (node.name !== undefined || node.value !== undefined || isMeantEmpty(node.role));
};
