import type { Tristate } from '../../contract.ts';
import { roleOf } from '../aria/role.ts';
import { statesOf } from '../aria/states.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { hiddenReasonOf } from '../dom/hidden.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import { attr, hasAttr, keyword, tagOf } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { createViewport, viewBoxOf } from '../dom/view-box.ts';
import { isStandIn } from './walk-rules.ts';

const MIN = { width: 1, height: 1 };

/** Hidden from assistive technology or inert, but there to see. */
const SEEN_ALL_THE_SAME = /^(?:aria_hidden|inert)$/;

/** A native control under its styled stand-in is what one presses, though it is transparent. */
export const isUnderStandIn = (el: Element, pass: Pass): boolean =>
  isStandIn(el, tagOf(el), styleOf(el, pass));

/** Whether a person could see the element, if need be by scrolling. */
export const isVisible = (el: Element, pass: Pass): boolean => {
  if (!isVisibleByStyle(el, pass)) return false;
  const reason = hiddenReasonOf(el, pass, MIN)?.reason;
  const isHidden =
    reason && !SEEN_ALL_THE_SAME.test(reason) && !(reason === 'transparent' && isUnderStandIn(el, pass));
  if (isHidden) return false;
  return !pass.hasLayout || tagOf(el) === 'option' || viewBoxOf(el, createViewport(), MIN) !== undefined;
};

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
    (tag === 'input' && TEXT_FIELD.test((el as HTMLInputElement).type)) ||
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
