import type { Tristate } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import { statesOf } from '../aria/states.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { hiddenReasonOf, ONE_PIXEL } from '../dom/hidden.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import { attr, hasAttr, keyword, matches, prop, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { createViewport, viewBoxOf } from '../dom/view-box.ts';
import { pressedInPlaceOf } from './stand-in.ts';

/** Hidden from assistive technology or inert, but there to see. */
const SEEN_ALL_THE_SAME = /^(?:aria_hidden|inert)$/;

const IN_PLACE = /^(?:transparent|clipped|unreachable)$/;

/**
 * What is hidden but stands for something that is seen: a transparent native control takes the press for the styled
 * thing that is drawn in its place, unless disabled, and a range the keys; a field takes the keys for the text that an editor draws; a label
 * takes the press for a checkbox that is out of sight.
 */
export const isStandIn = (el: Element, reason: string | undefined, pass: Pass): boolean =>
  (reason === 'transparent' &&
    /^(?:input|select|textarea)$/.test(tagOf(el)) &&
    (styleOf(el, pass).pointerEvents !== 'none' || matches(el, ':disabled, [type=range]'))) ||
  ((!reason || IN_PLACE.test(reason)) &&
    (drawingSurface(el) !== undefined || pressedInPlaceOf(el, pass) !== undefined));

/** It has a size on the page, or what it stands for has; options are shown by their list. */
export const hasPlace = (el: Element, pass: Pass): boolean =>
  !pass.hasLayout ||
  tagOf(el) === 'option' ||
  drawingSurface(el) !== undefined ||
  viewBoxOf(el, createViewport(), ONE_PIXEL) !== undefined ||
  pressedInPlaceOf(el, pass) !== undefined;

const isSeen = (el: Element, pass: Pass, allTheSame?: RegExp): boolean => {
  if (!isVisibleByStyle(el, pass)) return false;
  const reason = hiddenReasonOf(el, pass, ONE_PIXEL)?.reason;
  if (reason && !isStandIn(el, reason, pass) && !allTheSame?.test(reason)) return false;
  return hasPlace(el, pass);
};

/** Whether a person could see the element, if need be by scrolling. */
export const isVisible = (el: Element, pass: Pass): boolean => isSeen(el, pass, SEEN_ALL_THE_SAME);

/** Whether a snapshot lists it, or would if it were a control. */
export const isListed = (el: Element, pass: Pass): boolean => isSeen(el, pass);

/** Not disabled, natively or by ARIA, and not inert. */
export const isEnabled = (el: Element, pass: Pass): boolean => {
  if (statesOf(el, roleOf(el, pass), pass).disabled) return false;
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    if (keyword(at, 'aria-disabled') === 'true' || hasAttr(at, 'inert')) return false;
  }
  return true;
};

/** Undefined: nothing that can be checked. */
export const checkedState = (el: Element, pass: Pass): Tristate | undefined =>
  statesOf(el, roleOf(el, pass), pass).checked;

const TEXT_FIELD =
  /^(?:text|search|url|tel|email|password|date|month|week|time|datetime-local|number|color|range)$/;

/** Whether text can be put in now: a field or an editing host, enabled and not read-only. */
export const isEditable = (el: Element, pass: Pass): boolean => {
  const tag = tagOf(el);
  const takesText =
    tag === 'textarea' ||
    (tag === 'input' && TEXT_FIELD.test(prop(el as HTMLInputElement, 'type'))) ||
    isInEditingHost(el);
  return takesText && isEnabled(el, pass) && !statesOf(el, roleOf(el, pass), pass).readonly;
};

const isInEditingHost = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = flatParentAcrossFrames(at)) {
    const value = attr(at, 'contenteditable');
    if (value !== null && !/^inherit$/i.test(value)) return value.toLowerCase() !== 'false';
  }
  return false;
};
