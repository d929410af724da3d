import type { Tristate } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import { statesOf } from '../aria/states.ts';
import { isLabelled } from '../dom/content.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { ancestors } from '../dom/flat-tree.ts';
import { isField, isTextField, isWholeField } from '../dom/input-type.ts';
import { attr, closestTo, hasAttr, keyword, matches, prop, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { viewBoxOf } from '../dom/view-box.ts';
import { hiddenReasonOf, isReplaced, ONE_PIXEL } from '../dom/visibility.ts';
import { clickedInPlaceOf } from './stand-in.ts';

/** Hidden from assistive technology or inert, but there to see. */
export const SEEN_ALL_THE_SAME = /^(?:aria_hidden|inert)$/;

const IN_PLACE = /^(?:transparent|clipped|unreachable)$/;

/** It lets presses through, and takes the keys for what is drawn: boxes for the digits of a code. */
const takesKeys = (el: Element): boolean =>
  matches(el, ':disabled, [type=range]') || (prop(el as HTMLElement, 'tabIndex') >= 0 && isLabelled(el));

/**
 * What is hidden but stands for something that is seen: a transparent native control takes the press for the styled
 * thing that is drawn in its place, unless disabled, or the keys; a field takes the keys for the text that an editor draws; a label
 * takes the press for a checkbox that is out of sight.
 */
export const isStandIn = (el: Element, reason: string | undefined, cache: DomCache): boolean =>
  (reason === 'transparent' &&
    isField(el) &&
    // Out of the keyboard's reach, a text field that nobody sees is a script's.
    !(isTextField(el) && prop(el, 'tabIndex') < 0) &&
    (styleOf(el, cache).pointerEvents !== 'none' || takesKeys(el))) ||
  ((!reason || IN_PLACE.test(reason)) && (!!drawingSurface(el) || !!clickedInPlaceOf(el, cache)));

/** It has a size on the page, or what it stands for has; options are shown by their list. */
export const hasPlace = (el: Element, cache: DomCache): boolean =>
  !cache.hasLayout ||
  tagOf(el) === 'option' ||
  !!drawingSurface(el) ||
  !!viewBoxOf(el, undefined, ONE_PIXEL) ||
  !!clickedInPlaceOf(el, cache);

const isSeen = (el: Element, cache: DomCache, allTheSame?: RegExp): boolean => {
  if (!isVisibleByStyle(el, cache)) return false;
  const list = tagOf(el) === 'option' && closestTo(el, 'select');
  if (list) return isSeen(list, cache, allTheSame);
  const reason = hiddenReasonOf(el, cache, ONE_PIXEL)?.reason;
  if (reason && !isStandIn(el, reason, cache)) {
    if (!allTheSame?.test(reason) || (cache.hasLayout && isReplaced(el))) return false;
  }
  return hasPlace(el, cache);
};

/** Whether a person could see the element, if need be by scrolling. */
export const isVisible = (el: Element, cache: DomCache): boolean => isSeen(el, cache, SEEN_ALL_THE_SAME);

/** Whether a snapshot lists it, or would if it were a control. */
export const isListed = (el: Element, cache: DomCache): boolean => isSeen(el, cache);

/** Not disabled, natively or by ARIA, and not inert. */
export const isEnabled = (el: Element, cache: DomCache): boolean => {
  if (statesOf(el, roleOf(el, cache), cache).disabled) return false;
  return !ancestors(el).some((at) => keyword(at, 'aria-disabled') === 'true' || hasAttr(at, 'inert'));
};

/** Undefined: nothing that can be checked. */
export const checkedState = (el: Element, cache: DomCache): Tristate | undefined =>
  statesOf(el, roleOf(el, cache), cache).checked;

/** Whether text can be put in now: a field or an editing host, enabled and not read-only. */
export const isEditable = (el: Element, cache: DomCache): boolean => {
  const takesText = isTextField(el) || isWholeField(el) || isInEditingHost(el);
  return takesText && isEnabled(el, cache) && !statesOf(el, roleOf(el, cache), cache).readonly;
};

const isInEditingHost = (el: Element): boolean => {
  const host = ancestors(el).find((at) => !/^inherit$/i.test(attr(at, 'contenteditable') ?? 'inherit'));
  return !!host && keyword(host, 'contenteditable') !== 'false';
};
