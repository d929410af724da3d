import { withoutLoading } from './without-loading.ts';

/** A window of happy-dom, jsdom or linkedom, or of a browser: what makes a document of a text without running it. */
export interface WindowLike {
  DOMParser: new () => { parseFromString(html: string, type: 'text/html'): unknown };
}

/** What parses HTML in other ways: linkedom's `parseHTML`, `(html) => new JSDOM(html)`. */
export type ParseHtml = (html: string) => unknown;

/** The DOM that is brought: a window, what has one (a `JSDOM`), or a function that parses. */
export type Dom = WindowLike | { window: WindowLike } | ParseHtml;

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && (value as Partial<Document>).nodeType === 9;

const documentIn = (value: unknown): Document | undefined => {
  if (isDocument(value)) return value;
  const { document, window } = (value ?? {}) as { document?: unknown; window?: { document?: unknown } };
  return [document, window?.document].find(isDocument);
};

const WRONG =
  'Give the DOM to read with: `window` (of happy-dom, jsdom or linkedom), or `dom`, a window or a function that parses HTML.';

/** linkedom's parser makes no page of what stands alone. */
const whole = (html: string): string =>
  /<(?:html|head|body)[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><head></head><body>${html}</body></html>`;

/**
 * A document of a text. `DOMParser` neither runs scripts nor loads anything; what a function does is its own.
 *
 * @throws TypeError where there is no DOM, or it gives no document
 */
export const parseWith = (dom: Dom | undefined, html: string): Document => {
  if (dom === undefined || dom === null) throw new TypeError(WRONG);
  const isParser = typeof dom === 'function' && !('DOMParser' in dom);
  const view = isParser ? undefined : ((dom as { window?: WindowLike }).window ?? (dom as WindowLike));
  const Parser = view?.DOMParser ?? (dom as Partial<WindowLike>).DOMParser;
  if (!isParser && typeof Parser !== 'function') throw new TypeError(WRONG);
  const parsed = isParser
    ? (dom as ParseHtml)(whole(html))
    : withoutLoading(view as object, () =>
        new (Parser as WindowLike['DOMParser'])().parseFromString(whole(html), 'text/html'),
      );
  const document = documentIn(parsed);
  if (!document) throw new TypeError('The DOM gave no document.');
  return document;
};
