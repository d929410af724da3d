import { existsSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { ServiceError } from '../contract/index.ts';

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
  const doctype = /^(?:\s|<!--(?:(?!-->)[\s\S]){0,2000}-->)*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
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
    else if (isHead) head.append(node);
    else body.append(node);
    if (name === 'body' || name === 'head') (node as Element).remove();
  }
  if (!head.parentNode) root.prepend(head);
  if (!hasBody) root.append(body);
};

/**
 * What stands in shadow roots that a page declares stands in their hosts: all readers find it there, its links too.
 * Slots show their own content only where the host has none.
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

const slotOf = (node: Node): string =>
  node.nodeType === 1 ? ((node as Element).getAttribute('slot') ?? '') : '';

/** Deeper, what walks through a document takes longer than anybody waits. */
const MOST_LEVELS = 2_000;
/** More take seconds in which this process does nothing else; the largest pages of Wikipedia have 60,000. */
const MOST_TAGS = 300_000;

/** These need no end tag, so their start tags tell nothing of levels: what nests them does. */
const UNCLOSED =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|option|optgroup|t[rdh]|thead|tbody|tfoot|colgroup|caption|r[bpt]|rtc)$/i;

/** What holds no tags, or one tag: whether it ends something, its name, the rest. */
const TAG =
  /<(?:script\b[\s\S]*?(?:<\/script|$)|style\b[\s\S]*?(?:<\/style|$)|!--[\s\S]*?(?:-->|$)|(\/?)([a-z][^\s/<>]*)([^<>]*)|)/gi;

/**
 * Whether it is too much, as far as tags tell before anything is parsed.
 *
 * @returns what it has too much of
 */
const excessOf = (html: string): string | undefined => {
  let level = 0;
  let drawings = 0;
  let tags = 0;
  for (const [, slash, name, rest = ''] of html.matchAll(TAG)) {
    if (++tags > MOST_TAGS) return `more than ${MOST_TAGS} tags`;
    if (name === undefined) continue;
    if (/^svg$/i.test(name)) drawings += slash ? -1 : 1;
    // Only in drawings an element ends with its start tag.
    if (UNCLOSED.test(name) || (drawings > 0 && rest.endsWith('/'))) continue;
    level = slash ? Math.max(0, level - 1) : level + 1;
    if (level > MOST_LEVELS) return `elements deeper than ${MOST_LEVELS} levels`;
  }
  return undefined;
};

/**
 * A document of a text; none of its scripts run, nothing is loaded.
 *
 * @throws {ServiceError} `too_large` for pages whose elements have no end, or that the parser has no stack for
 */
export const parsePage = (html: string): Document => {
  const excess = excessOf(html);
  if (excess !== undefined) throw tooLarge(`has ${excess}, which is the limit`);
  try {
    return documentOf(html);
  } catch (error) {
    // linkedom hands over all classes of an element as arguments of one call.
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
