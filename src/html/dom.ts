import { withoutLoading } from './without-loading.ts';

/** A window of happy-dom, jsdom, linkedom or a browser, with a parser that runs no scripts. */
export interface WindowLike {
  DOMParser: new () => { parseFromString(html: string, type: 'text/html'): unknown };
}

/** A function that parses HTML: linkedom's `parseHTML`, `(html) => new JSDOM(html)`. */
export type ParseHtml = (html: string) => unknown;

/** The DOM implementation of the caller: a window, an object with one (a `JSDOM`), or a parser function. */
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

/** HTML with `html`, `head` and `body`: linkedom's parser does not add them to a fragment. */
const whole = (html: string): string =>
  /<(?:html|head|body)[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><head></head><body>${html}</body></html>`;

/**
 * Parses an HTML text. `DOMParser` neither runs scripts nor loads anything; a parser function may.
 *
 * @throws TypeError where no DOM is given, or it returns no document
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
