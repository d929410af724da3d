import { attr } from '../dom/read.ts';
import { withoutCode } from './attrs.ts';

/** Where a link leads: resolved, and without the origin where that is the document's own. Empty without href. */
export const urlOf = (el: Element): string => {
  const written = attr(el, 'href') ?? attr(el, 'xlink:href');
  if (written === null) return '';
  if (withoutCode(written) === 'javascript:') return 'javascript:';
  const href = (el as HTMLAnchorElement).href as unknown;
  const resolved = typeof href === 'string' ? href : resolve(written, el.ownerDocument);
  const { origin } = el.ownerDocument.defaultView?.location ?? { origin: 'null' };
  const isOwn = origin !== 'null' && resolved.startsWith(`${origin}/`);
  return isOwn ? resolved.slice(origin.length) : resolved;
};

const resolve = (written: string, doc: Document): string => {
  try {
    return new URL(written, doc.baseURI).href;
  } catch {
    return written;
  }
};
