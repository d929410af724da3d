import { existsSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { ServiceError } from '../contract/index.ts';

/** The part of the core's `html` module that is used here (src/html). */
export interface ReadablePage {
  read(options: { as?: 'markdown' | 'html'; main?: boolean }): { ok: true; text: string } | { ok: false };
}

interface HtmlModule {
  openDocument(document: Document, place: { url: string }): ReadablePage;
}

/** Where `html.js` may be: beside the built command or one of its chunks, or in the project's `dist` when the sources run. */
const PLACES = ['./page/html.js', '../page/html.js', '../../../dist/html.js'];

let loading: Promise<HtmlModule> | undefined;

/** The core's `html` module, loaded once. */
export const loadHtmlModule = (): Promise<HtmlModule> => {
  loading ??= (async () => {
    const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
    if (!place) throw new Error('html.js is missing from this package: install it again.');
    return import(place.href);
  })();
  return loading;
};

/** Adds the `<html>` element if the author left out its tags (https://html.spec.whatwg.org/#optional-tags): htmlparser2 does not. */
const withRoot = (html: string): string => {
  if (/<html[\s>]/i.test(html)) return html;
  const doctype = /^(?:\s|<!--(?:(?!-->)[\s\S]){0,2000}-->)*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  return `${doctype}<html>${html.slice(doctype.length)}</html>`;
};

/** Elements that a browser puts into the head if they come before the body. */
const IN_HEAD = /^(?:base|basefont|bgsound|link|meta|noscript|script|style|template|title)$/;

const childrenNamed = (el: Element, name: string): Element[] =>
  Array.from(el.children).filter(({ localName }) => localName.toLowerCase() === name);

/** Gives a document one head and one body, as the HTML parser of a browser does. */
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
    else if (isHead) head.append(node);
    else body.append(node);
    if (name === 'body' || name === 'head') (node as Element).remove();
  }
  if (!head.parentNode) root.prepend(head);
  if (!hasBody) root.append(body);
};

/**
 * Replaces the children of hosts by the content of their declarative shadow roots, and the content of slots by the nodes
 * slotted into them (the flat tree), so that all readers of the document find it. Slots without nodes keep their fallback.
 */
const showDeclaredRoots = (document: Document): void => {
  for (const template of Array.from(document.querySelectorAll('template[shadowrootmode]')).reverse()) {
    const host = template.parentElement;
    if (!host) continue;
    const light = Array.from(host.childNodes).filter((node) => node !== template);
    const { content } = template as HTMLTemplateElement;
    const shadow = Array.from((content ?? template).childNodes);
    host.replaceChildren(...shadow);
    for (const slot of Array.from(host.querySelectorAll('slot'))) {
      const name = slot.getAttribute('name') ?? '';
      const slotted = light.filter((node) => slotOf(node) === name);
      if (slotted.length > 0) slot.replaceChildren(...slotted);
    }
  }
};

/** Name of the slot that a child of a host is assigned to; empty: the default slot. */
const slotOf = (node: Node): string =>
  node.nodeType === 1 ? ((node as Element).getAttribute('slot') ?? '') : '';

/** Deepest nesting of elements: beyond that, walking through the document takes too long. */
const MOST_LEVELS = 2_000;
/** Most tags: more block this process for seconds. The largest pages of Wikipedia have 60,000. */
const MOST_TAGS = 300_000;

/** Elements without end tag, or with an optional one. Their start tags are not counted as levels, as they may never end. */
const UNCLOSED =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|option|optgroup|t[rdh]|thead|tbody|tfoot|colgroup|caption|r[bpt]|rtc)$/i;

/**
 * Matches a script, style element or comment up to its end, because what is in it are no tags, or one tag, with groups:
 * the slash of an end tag, the name, the rest.
 */
const TAG =
  /<(?:script\b[\s\S]*?(?:<\/script|$)|style\b[\s\S]*?(?:<\/style|$)|!--[\s\S]*?(?:-->|$)|(\/?)([a-z][^\s/<>]*)([^<>]*)|)/gi;

/**
 * Estimates by the tags, without parsing, whether an HTML text has too many elements or levels.
 *
 * @returns which limit it exceeds, for the message; undefined if none
 */
const excessOf = (html: string): string | undefined => {
  let level = 0;
  let drawings = 0;
  let tags = 0;
  for (const [, slash, name, rest = ''] of html.matchAll(TAG)) {
    if (++tags > MOST_TAGS) return `more than ${MOST_TAGS} tags`;
    if (name === undefined) continue;
    if (/^svg$/i.test(name)) drawings += slash ? -1 : 1;
    // A self-closing tag closes its element only in SVG; in HTML the slash is ignored.
    if (UNCLOSED.test(name) || (drawings > 0 && rest.endsWith('/'))) continue;
    level = slash ? Math.max(0, level - 1) : level + 1;
    if (level > MOST_LEVELS) return `elements deeper than ${MOST_LEVELS} levels`;
  }
  return undefined;
};

/**
 * Parses an HTML text into a document. No scripts run and nothing is loaded.
 *
 * @throws {ServiceError} `too_large` for pages with too many tags or levels, or for which the parser has too little stack
 */
export const parsePage = (html: string): Document => {
  const excess = excessOf(html);
  if (excess !== undefined) throw tooLarge(`has ${excess}, which is the limit`);
  try {
    return documentOf(html);
  } catch (error) {
    // linkedom passes all classes of an element as arguments of one call, so very many of them overflow the stack.
    if (error instanceof RangeError) throw tooLarge('takes more memory than there is to parse it');
    throw error;
  }
};

const tooLarge = (what: string): ServiceError =>
  new ServiceError('too_large', `The page ${what}. Take it apart with another tool.`);

const documentOf = (html: string): Document => {
  const { document } = parseHTML(withRoot(html)) as unknown as { document: Document };
  repair(document);
  showDeclaredRoots(document);
  return document;
};
