/** What keys do to a select, a group of radio buttons and a field of numbers. */

import type { Agent } from '../agent.ts';
import { createDomCache } from '../dom/dom-cache.ts';
import { call, computedStyle, keyword, matches, parentElementOf, prop, setProp } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { moveFocus } from './focus.ts';
import { dispatchInputAndChange, keyClick, send } from './send.ts';
import { radioGroup } from './tab-order.ts';
import { isReadOnly, setValue } from './text-target.ts';

/** How many options of a select, or buttons of a radio group, a key goes on. */
export const STEP: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -3,
  PageDown: 3,
  Home: -Infinity,
  End: Infinity,
};

/** The options of a select that keys can choose, and the chosen one. */
export const optionsByKey = (select: HTMLSelectElement): HTMLOptionElement[] =>
  Array.from(prop(select, 'options')).filter(
    (option) =>
      prop(option, 'selected') ||
      !(
        matches(option, ':disabled') ||
        [option, parentElementOf(option) as Element].some((el) => computedStyle(el).display === 'none')
      ),
  );

export const chooseByKey = (
  agent: Agent,
  select: HTMLSelectElement,
  option: HTMLOptionElement | undefined,
): void => {
  if (!option || prop(option, 'index') === prop(select, 'selectedIndex')) return;
  setProp(select, 'selectedIndex', prop(option, 'index'));
  dispatchInputAndChange(agent, select);
};

export const stepSelect = (agent: Agent, select: HTMLSelectElement, step: number): void => {
  const options = optionsByKey(select);
  const at = options.findIndex((option) => prop(option, 'selected'));
  chooseByKey(agent, select, options[Math.min(Math.max(at + step, 0), options.length - 1)]);
};

export const stepRadio = (agent: Agent, radio: HTMLInputElement, step: number): void => {
  const cache = createDomCache(0);
  const group = radioGroup(radio).filter((el) => !matches(el, ':disabled') && isVisibleByStyle(el, cache));
  const next = group[(group.indexOf(radio) + step + group.length) % group.length];
  if (!next || next === radio) return;
  moveFocus(agent, next);
  keyClick(agent, next);
};

/** A bound of a field of numbers; `missing` where it has none. */
const boundOf = (field: HTMLInputElement, which: 'min' | 'max', missing: number): number => {
  const bound = Number.parseFloat(prop(field, which));
  return Number.isNaN(bound) ? missing : bound;
};

/** A number as text, without the rounding errors of the arithmetic. */
const rounded = (value: number): string => String(Number(value.toPrecision(12)));

/** With `step=any` keys step too, by one if that is within the bounds. */
const stepByOne = (field: HTMLInputElement, steps: number): void => {
  const to = (Number(prop(field, 'value')) || 0) + steps;
  const min = boundOf(field, 'min', -Infinity);
  if (to >= min && to <= boundOf(field, 'max', Infinity)) setValue(field, rounded(to));
};

export const stepNumber = (agent: Agent, field: HTMLInputElement, steps: number): void => {
  if (isReadOnly(field)) return;
  const before = prop(field, 'value');
  if (keyword(field, 'step') === 'any') stepByOne(field, steps);
  else call(field, 'stepUp', steps);
  const after = prop(field, 'value');
  if (after === before) return;
  // Chromium sends `beforeinput` before it steps.
  setValue(field, before);
  if (!send(agent, field, 'beforeinput', { inputType: 'insertText', data: after })) return;
  setValue(field, after);
  dispatchInputAndChange(agent, field);
};

/** PageUp and PageDown move a range by a tenth of it, arrows by a step; what is between two steps the engine rounds. */
export const stepRange = (agent: Agent, field: HTMLInputElement, step: number): void => {
  const before = prop(field, 'value');
  const min = boundOf(field, 'min', 0);
  const max = Math.max(min, boundOf(field, 'max', 100));
  const smallestStep =
    keyword(field, 'step') === 'any' ? (max - min) / 100 : Math.max(Number(prop(field, 'step')), 0) || 1;
  const by = Math.abs(step) === 1 ? smallestStep : Math.max((max - min) / 10, smallestStep);
  const to = Number.isFinite(step) ? Number(before) + Math.sign(step) * by : step;
  setValue(field, rounded(Math.max(min, Math.min(to, max))));
  if (prop(field, 'value') !== before) dispatchInputAndChange(agent, field);
};
