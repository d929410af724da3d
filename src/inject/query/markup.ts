import { isSecret, maskedValue } from '../aria/secret.ts';
import { attr, call, closestTo, findAll, fromDocument, prop, setProp, tagOf, textOf } from '../dom/read.ts';

const MARK = 'data-agent-ref';

/**
 * Markup of an element without our marks, with secrets and hidden fields masked. The copy belongs to a document
 * of its own, so that no image of it loads and no custom element of it runs.
 */
export const safeMarkup = (el: Element, part: 'outerHTML' | 'innerHTML'): string => {
  const copy = fromDocument(document, 'implementation').createHTMLDocument('').importNode(el, true);
  const select = closestTo(el, 'select');
  if (select && isSecret(select)) forgetChoice(copy);
  tidy(copy);
  const inside = findAll(copy, `[${MARK}], input, textarea, select`);
  for (let i = 0; i < inside.length; i++) tidy(inside[i] as Element);
  return prop(copy, part);
};

const tidy = (el: Element): void => {
  call(el, 'removeAttribute', MARK);
  const isHidden = attr(el, 'type')?.toLowerCase() === 'hidden';
  if (!isHidden && !isSecret(el)) return;
  const value = attr(el, 'value');
  if (value !== null) call(el, 'setAttribute', 'value', maskedValue(value));
  const tag = tagOf(el);
  if (tag === 'textarea') setProp(el, 'textContent', maskedValue(textOf(el)));
  if (tag === 'select') forgetChoice(el);
};

const forgetChoice = (el: Element): void => {
  call(el, 'removeAttribute', 'selected');
  const chosen = findAll(el, '[selected]');
  for (let i = 0; i < chosen.length; i++) (chosen[i] as Element).removeAttribute('selected');
};
