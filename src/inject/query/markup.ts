import { isSecret, maskedValue } from '../aria/secret.ts';
import {
  attr,
  call,
  closestTo,
  findAll,
  fromDocument,
  keyword,
  prop,
  setProp,
  tagOf,
  textOf,
} from '../dom/read.ts';
import { REF_ATTRIBUTE } from '../element/refs.ts';

const TO_TIDY = `[${REF_ATTRIBUTE}], [srcdoc], input, textarea, select, template`;

/** A copied tree with its original. */
type Trees = readonly [copy: Element | ShadowRoot, from: Element | ShadowRoot];

/**
 * Markup of an element without the ref attributes and without `srcdoc`, and with values of secrets and hidden fields
 * masked, in templates too. It is made from a copy in a document of its own, so that no image loads and no custom element
 * runs.
 */
export const safeMarkup = (el: Element, part: 'outerHTML' | 'innerHTML'): string => {
  const copy = fromDocument(document, 'implementation').createHTMLDocument('').importNode(el, true);
  const select = closestTo(el, 'select');
  if (select && isSecret(select)) forgetChoice(copy);
  const trees: Trees[] = [[copy, el]];
  tidy(copy, el, trees);
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const [copies, originals] = [findAll(tree[0], TO_TIDY), findAll(tree[1], TO_TIDY)];
    for (let i = 0; i < copies.length; i++) tidy(copies[i] as Element, originals[i] as Element, trees);
  }
  return prop(copy, part);
};

/** Cleans a copied element. The original decides whether it is a secret: it may have been a password field earlier. */
const tidy = (el: Element, from: Element, trees: Trees[]): void => {
  call(el, 'removeAttribute', REF_ATTRIBUTE);
  call(el, 'removeAttribute', 'srcdoc');
  const tag = tagOf(el);
  if (tag === 'template' && prop(el as HTMLTemplateElement, 'content')) {
    const contentOf = (at: Element): ShadowRoot => prop(at as HTMLTemplateElement, 'content') as ShadowRoot;
    trees.push([contentOf(el), contentOf(from)]);
  }
  const isHidden = keyword(el, 'type') === 'hidden';
  if (!isHidden && !isSecret(from)) return;
  const value = attr(el, 'value');
  if (value !== null) call(el, 'setAttribute', 'value', maskedValue(value));
  if (tag === 'textarea') setProp(el, 'textContent', maskedValue(textOf(el)));
  if (tag === 'select') forgetChoice(el);
};

const forgetChoice = (el: Element): void => {
  call(el, 'removeAttribute', 'selected');
  const chosen = findAll(el, '[selected]');
  for (let i = 0; i < chosen.length; i++) (chosen[i] as Element).removeAttribute('selected');
};
