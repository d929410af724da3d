import { cut } from '../dom/cut.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { attr, inputTypeOf, prop } from '../dom/read.ts';
import { isSecret, maskedValue } from './secret.ts';

/** The attributes that are reported, in this order. */
const REPORTED = 'href src type name value placeholder action method alt title aria-label role'.split(' ');

/** Elements whose current value is the property `value`, not the attribute. */
const LIVE = /^(?:input|select|textarea|option)$/;

/**
 * The attributes of an element that tell what it is or where it leads, with current values, each cut at `maxLen` characters.
 * Secrets are masked, hidden and file fields have no value, the code of `javascript:` addresses is left out.
 */
export const attrsOf = (el: Element, maxLen: number): Record<string, string> => {
  const reported: Record<string, string> = {};
  const tag = tagOf(el);
  for (const name of REPORTED) {
    const value = name === 'value' && LIVE.test(tag) ? liveValue(el as HTMLInputElement) : attr(el, name);
    if (value)
      reported[name] = cut(name === 'href' || name === 'action' ? withoutCode(value) : value, maxLen);
  }
  return reported;
};

const liveValue = (el: HTMLInputElement): string | null => {
  const type = inputTypeOf(el);
  if (type === 'hidden') return null;
  if (isSecret(el)) return maskedValue(prop(el, 'value'));
  return type === 'file' ? null : prop(el, 'value');
};

/** An address; of a `javascript:` address only the scheme, as the rest is code. */
export const withoutCode = (url: string): string =>
  // Browsers skip control characters and white space here (https://url.spec.whatwg.org/#concept-basic-url-parser).
  /^[\0- ]*j/i.test(url) && /^javascript:/i.test(url.replace(/^[\0- ]+|[\t\n\r]/g, '')) ? 'javascript:' : url;
