import type { ScrapeOptions } from '../contract/index.ts';

/** A page with less text (characters) may be rendered by scripts: it is only a heading, a menu or a notice. */
const LITTLE_TEXT = 400;
/** Scripts of this size (characters) can render a page; smaller ones are usually analytics. */
const MUCH_CODE = 20_000;
/** Assumed size of an external script, which is not loaded (characters). */
const FILE = 10_000;

/** Why the request itself asks for a browser. */
export const askedForBrowser = (options: ScrapeOptions): string | undefined => {
  if (options.actions?.length) return 'actions';
  if (options.formats.some(({ type }) => type === 'screenshot')) return 'screenshot';
  if (options.waitFor > 0) return 'waitFor';
  return options.mobile ? 'mobile' : undefined;
};

const isCode = (script: Element): boolean =>
  /^$|javascript|ecmascript|module/i.test(script.getAttribute('type') ?? '');

const codeIn = (document: Document): number => {
  let size = 0;
  for (const script of Array.from(document.querySelectorAll('script')))
    if (isCode(script)) size += script.hasAttribute('src') ? FILE : (script.textContent ?? '').length;
  return size;
};

const NO_TEXT = /^(?:script|style|noscript|template|svg|iframe)$/;

/** Length of the text in a node without scripts (characters). Stops counting at `enough`. */
const textIn = (root: Node, enough: number): number => {
  let count = 0;
  const todo: Node[] = [root];
  for (let node = todo.pop(); node && count < enough; node = todo.pop()) {
    if (node.nodeType === 3) count += (node.textContent ?? '').replace(/\s+/g, ' ').trim().length;
    else if (!NO_TEXT.test((node as Element).localName)) todo.push(...Array.from(node.childNodes));
  }
  return count;
};

/** Whether a `<noscript>` has a text of at least 20 characters, not only a tracking pixel. */
const saysNoScript = (document: Document): boolean =>
  Array.from(document.querySelectorAll('body noscript')).some(
    (el) => (el.textContent ?? '').replace(/<[^<>]*>/g, ' ').trim().length >= 20,
  );

/** Why a page that was loaded without a browser needs one; undefined if it can be read as it is. */
export const needsBrowser = (document: Document): string | undefined => {
  const { body } = document;
  if (!body) return undefined;
  const code = codeIn(document);
  if (code === 0) return undefined;
  const text = textIn(body, LITTLE_TEXT);
  if (text >= LITTLE_TEXT) return undefined;
  if (saysNoScript(document)) return 'noscript asks for JavaScript';
  if (text === 0) return 'empty without scripts';
  return code >= MUCH_CODE ? 'little text, many scripts' : undefined;
};
