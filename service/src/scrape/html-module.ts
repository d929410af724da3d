import { existsSync } from 'node:fs';
import { parseHTML } from 'linkedom';

/** What is used of the core's `html` module. */
export interface ReadablePage {
  read(options: { as?: 'markdown' | 'html'; main?: boolean }): { ok: true; text: string } | { ok: false };
}

interface HtmlModule {
  openDocument(document: Document, place: { url: string }): ReadablePage;
}

/** Beside the built command and its chunks; where the sources run as they are, in the project's `dist`. */
const PLACES = ['./page/html.js', '../page/html.js', '../../../dist/html.js'];

let loading: Promise<HtmlModule> | undefined;

/** The core's `html` module, loaded once. */
export const loadHtmlModule = (): Promise<HtmlModule> => {
  loading ??= (async () => {
    const place = PLACES.map((one) => new URL(one, import.meta.url)).find((one) => existsSync(one));
    if (!place) throw new Error('html.js is missing from this package: install it again.');
    return import(place.href);
  })();
  return loading;
};

/** What htmlparser2 leaves out where an author has: https://html.spec.whatwg.org/#optional-tags */
const withRoot = (html: string): string => {
  if (/<html[\s>]/i.test(html)) return html;
  const doctype = /^(?:\s|<!--[\s\S]{0,2000}?-->)*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  return `${doctype}<html>${html.slice(doctype.length)}</html>`;
};

const IN_HEAD = /^(?:base|basefont|bgsound|link|meta|noscript|script|style|template|title)$/;

const childrenNamed = (el: Element, name: string): Element[] =>
  Array.from(el.children).filter(({ localName }) => localName.toLowerCase() === name);

/** One head and one body, as a browser makes them. */
const repair = (document: Document): void => {
  const root = document.documentElement;
  const [head = document.createElement('head')] = childrenNamed(root, 'head');
  const bodies = childrenNamed(root, 'body');
  const [body = document.createElement('body')] = bodies;
  const hasBody = bodies.length > 0;
  let isInBody = false;
  for (const node of Array.from(root.childNodes)) {
    if (node === head || node === body) {
      isInBody ||= node === body;
      continue;
    }
    const name = node.nodeType === 1 ? (node as Element).localName.toLowerCase() : '';
    if (name === 'frameset') continue;
    const isText = node.nodeType === 3 && (node.textContent ?? '').trim() !== '';
    const isHead =
      !isInBody && (IN_HEAD.test(name) || (node.nodeType === 3 && !isText) || node.nodeType === 8);
    if (!hasBody && !isHead) isInBody = true;
    if (name === 'body' || name === 'head') body.append(...Array.from(node.childNodes));
    else if (isHead && !hasBody) head.append(node);
    else if (!isHead) body.append(node);
    if (name === 'body' || name === 'head') (node as Element).remove();
  }
  if (!head.parentNode) root.prepend(head);
  if (!hasBody) root.append(body);
};

/** A document of a text; none of its scripts run, nothing is loaded. */
export const parsePage = (html: string): Document => {
  const { document } = parseHTML(withRoot(html)) as unknown as { document: Document };
  repair(document);
  return document;
};
