import { contentOf, nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { labelledBy } from '../dom/labels.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, contains, hasAttr, parentElementOf, props, tagOf } from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { isListed } from './element-state.ts';
import { collapse } from './text.ts';

/** Drawings and tables of symbols, never shown as such. */
const NOT_CONTENT =
  /^(?:defs|symbol|clippath|mask|metadata|desc|lineargradient|radialgradient|filter|marker|pattern|rp)$/;

/** Neither it nor what is in it is told. */
export const isNotContent = (tag: string): boolean => isNeverRendered(tag) || NOT_CONTENT.test(tag);

export const isFrame = (tag: string): boolean => tag === 'iframe' || tag === 'frame';

/** Their value says what their content is. */
const HOLDS_VALUE = /^(?:input|textarea|select|progress|meter)$/;

export const holdsValue = (tag: string): boolean => HOLDS_VALUE.test(tag);

/** In something of which only the value, another document or nothing is shown. */
export const isInsideUntold = (el: Element): boolean => {
  for (let at: Element | null = el; at; at = parentElementOf(at)) {
    const tag = tagOf(at);
    if (holdsValue(tag) || isFrame(tag) || isNotContent(tag)) return true;
  }
  return false;
};

/** A box of its own: text before and after it does not join. Engines without layout say nothing of inline elements. */
export const isBlock = (display: string): boolean =>
  !(display === '' || display.startsWith('inline') || display === 'contents' || display.startsWith('ruby'));

export const isLiveRegion = (el: Element): boolean => {
  const live = attr(el, 'aria-live');
  return live === 'polite' || live === 'assertive';
};

export const isLabelled = (el: Element): boolean =>
  hasAttr(el, 'aria-label') || hasAttr(el, 'aria-labelledby');

/** What is shown with its name wherever it is. */
const SHOWN_BY_NAME =
  /^(?:button|checkbox|combobox|listbox|radio|radiogroup|searchbox|slider|spinbutton|switch|textbox)$/;

/** What a label says has the name and the value of a control in it among it. */
const isNamedLike = (control: Element, label: Element, pass: Pass): boolean => {
  const words = collapse(contentOf(label, pass));
  const name = collapse(nameOf(control, pass));
  if (words === '' || name.includes(words)) return words !== '';
  if (!contains(label, control)) return false;
  // That of a progress bar is a number.
  const { value } = props(control as HTMLInputElement, 'value');
  const parts = [name, collapse(String(value ?? ''))];
  const rest = parts.reduce((left, part) => left.replace(` ${part} `, ' '), ` ${words} `);
  return name.includes(rest.trim());
};

/** A label that `aria-labelledby` makes the name of something that is listed: its own control is out of sight. */
export const isToldByReference = (el: Element, pass: Pass): boolean =>
  labelledBy(el, pass).some(
    (at) => SHOWN_BY_NAME.test(roleOf(at, pass)) && isListed(at, pass) && isNamedLike(at, el, pass),
  );

/** A label whose words are the name of a control that is listed, or part of it. */
export const isToldByControl = (el: Element, pass: Pass): boolean => {
  const { control } = props(el as HTMLLabelElement, 'control');
  if (control == null || !isListed(control, pass)) return isToldByReference(el, pass);
  return !isLabelled(control) || isNamedLike(control, el, pass);
};
