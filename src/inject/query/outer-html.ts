import { isSecret, maskedValue } from '../aria/secret.ts';
import { attr, findAll, matches } from '../dom/read.ts';

const MARK = 'data-agent-ref';
const SECRET_CANDIDATES = 'input, textarea';

/** Markup of an element without our marks, with secrets masked. The page's own nodes are not touched. */
export const safeOuterHtml = (el: Element): string => {
  const copy = el.cloneNode(true) as Element;
  copy.removeAttribute(MARK);
  const marked = findAll(copy, `[${MARK}]`);
  for (let i = 0; i < marked.length; i++) (marked[i] as Element).removeAttribute(MARK);
  mask(copy);
  const fields = findAll(copy, SECRET_CANDIDATES);
  for (let i = 0; i < fields.length; i++) mask(fields[i] as Element);
  return copy.outerHTML;
};

const mask = (el: Element): void => {
  if (!matches(el, SECRET_CANDIDATES) || attr(el, 'value') === null) return;
  const hidden = attr(el, 'type')?.toLowerCase() === 'hidden';
  if (hidden || isSecret(el)) el.setAttribute('value', maskedValue(attr(el, 'value') ?? ''));
};
