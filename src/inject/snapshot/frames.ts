import type { OpaqueFrame } from '../../contract.ts';
import { cut } from '../dom/cut.ts';
import { attr, hasAttr, prop } from '../dom/read.ts';

/** `data:` documents are of no origin at all. */
const originOfUrl = (url: string): string | undefined => {
  if (/^data:/i.test(url)) return 'null';
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(url);
  return match ? match[0] : undefined;
};

/** What is known of a frame that can't be entered. */
export const opaqueFrame = (el: Element, entered: boolean, maxUrl: number): OpaqueFrame => {
  const src = prop(el as HTMLIFrameElement, 'src') || attr(el, 'src') || '';
  const origin = originOfUrl(src);
  const sandboxed = hasAttr(el, 'sandbox') && !/\ballow-same-origin\b/i.test(attr(el, 'sandbox') || '');
  const elsewhere = origin !== undefined && origin !== location.origin;
  return {
    ...(src && { src: cut(src, maxUrl) }),
    ...(origin && { origin }),
    access: 'opaque',
    reason: !entered ? 'disabled' : elsewhere ? 'cross_origin' : sandboxed ? 'sandboxed' : 'not_loaded',
  };
};
