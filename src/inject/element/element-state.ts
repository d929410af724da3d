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
import { standInOf } from './stand-in.ts';

/** Reasons that hide an element from assistive technology or disable it, but not from sight. */
export const STILL_SEEN = /^(?:aria_hidden|inert)$/;

/** Reasons why a control is out of sight while something else may be clicked in its place. */
const OUT_OF_SIGHT = /^(?:transparent|clipped|unreachable)$/;

/**
 * Whether a transparent field with `pointer-events: none` receives the keys for what is drawn, such as boxes for the
 * digits of a code.
 */
const takesKeys = (el: Element): boolean =>
  matches(el, ':disabled, [type=range]') || (prop(el as HTMLElement, 'tabIndex') >= 0 && isLabelled(el));

/**
 * Whether a hidden element stands for a visible one, and so is listed: a transparent native control that receives the clicks
 * or keys for the styled box drawn in its place; a field that receives the keys for the text that an editor draws; a
 * checkbox out of sight whose label receives the click.
 */
export const isStandIn = (el: Element, reason: string | undefined, cache: DomCache): boolean =>
  (reason === 'transparent' &&
    isField(el) &&
    // An invisible text field outside of the tab order is a helper of a script.
    !(isTextField(el) && prop(el, 'tabIndex') < 0) &&
    (styleOf(el, cache).pointerEvents !== 'none' || takesKeys(el))) ||
  ((!reason || OUT_OF_SIGHT.test(reason)) && (!!drawingSurface(el) || !!standInOf(el, cache)));

/** Whether an element has a box on the page, or what stands in for it has; an option is shown by its list. */
export const hasPlace = (el: Element, cache: DomCache): boolean =>
  !cache.hasLayout ||
  tagOf(el) === 'option' ||
  !!drawingSurface(el) ||
  !!viewBoxOf(el, undefined, ONE_PIXEL) ||
  !!standInOf(el, cache);

const isSeen = (el: Element, cache: DomCache, ignoredReasons?: RegExp): boolean => {
  if (!isVisibleByStyle(el, cache)) return false;
  const list = tagOf(el) === 'option' && closestTo(el, 'select');
  if (list) return isSeen(list, cache, ignoredReasons);
  const reason = hiddenReasonOf(el, cache, ONE_PIXEL)?.reason;
  if (reason && !isStandIn(el, reason, cache)) {
    if (!ignoredReasons?.test(reason) || (cache.hasLayout && isReplaced(el))) return false;
  }
  return hasPlace(el, cache);
};

/** Whether a person could see the element, perhaps after scrolling. */
export const isVisible = (el: Element, cache: DomCache): boolean => isSeen(el, cache, STILL_SEEN);

/** Whether a snapshot lists the element, or would if it were a control. */
export const isListed = (el: Element, cache: DomCache): boolean => isSeen(el, cache);

/** Not disabled, natively or by ARIA, and not inert. */
export const isEnabled = (el: Element, cache: DomCache): boolean => {
  if (statesOf(el, roleOf(el, cache), cache).disabled) return false;
  return !ancestors(el).some((at) => keyword(at, 'aria-disabled') === 'true' || hasAttr(at, 'inert'));
};

/** Whether an element is checked; undefined for one that can't be. */
export const checkedState = (el: Element, cache: DomCache): Tristate | undefined =>
  statesOf(el, roleOf(el, cache), cache).checked;

/** Whether a value can be put in now: a field or editable content, enabled and not read-only. */
export const isEditable = (el: Element, cache: DomCache): boolean => {
  const mayBeFilled = isTextField(el) || isWholeField(el) || isInEditingHost(el);
  return mayBeFilled && isEnabled(el, cache) && !statesOf(el, roleOf(el, cache), cache).readonly;
};

const isInEditingHost = (el: Element): boolean => {
  const host = ancestors(el).find((at) => !/^inherit$/i.test(attr(at, 'contenteditable') ?? 'inherit'));
  return !!host && keyword(host, 'contenteditable') !== 'false';
};
