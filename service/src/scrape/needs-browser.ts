import type { ScrapeOptions } from '../contract/index.ts';

/** Shorter is a heading, a menu or a notice: no page that is there to be read. */
const LITTLE_TEXT = 400;
/** So much code draws a page; less counts visits. */
const MUCH_CODE = 20_000;
/** A file of its own counts as so much code. */
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

/** Characters of text that the page has before any script runs, at most `most`. */
const textIn = (root: Node, most: number): number => {
  let count = 0;
  const todo: Node[] = [root];
  for (let node = todo.pop(); node && count < most; node = todo.pop()) {
    if (node.nodeType === 3) count += (node.textContent ?? '').replace(/\s+/g, ' ').trim().length;
    else if (!NO_TEXT.test((node as Element).localName)) todo.push(...Array.from(node.childNodes));
  }
  return count;
};

/** What a browser without scripts would show of them: a text, not only a picture that counts. */
const saysNoScript = (document: Document): boolean =>
  Array.from(document.querySelectorAll('body noscript')).some(
    (el) => (el.textContent ?? '').replace(/<[^<>]*>/g, ' ').trim().length >= 20,
  );

/** Why a page that was loaded without a browser takes one; undefined where it can be read as it is. */
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
