import type { ExtractPayload, PageExtract } from '../../contract.ts';
import { edgesOf, resolveRenderOptions } from '../../render/core.ts';
import type { Agent } from '../agent.ts';
import { contentOf } from '../aria/name.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { findMainContent } from '../dom/main-content.ts';
import { attr, bodyOf, contains, elementsIn, fromDocument, holds, isAfter } from '../dom/read.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { openDialogs } from '../element/dialogs.ts';
import { isVisible } from '../element/element-state.ts';
import { labelWithRef, lookUp } from '../element/lookup.ts';
import { normalizeRef } from '../element/refs.ts';
import { AFTER, noneInScope, placeOf, wrongArgument } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { visitShown } from '../snapshot/visit-shown.ts';
import { checked } from './checked.ts';
import { cutPage } from './cut-page.ts';
import { elementsBy } from './find.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import type { Answer } from './page.ts';

const PAYLOAD = {
  scope: 'string',
  after: AFTER,
  maxCharsTotal: 'number from 1',
  urls: 'boolean',
  boundary: 'string',
};

/** Most characters of a name of an image or a title. */
export const NAME_CHARS = 1000;

/** An element to read, without some of its descendants. */
export interface Subject {
  el: Element;
  excluded?: ReadonlySet<Element>;
  /** Its title, where the element does not contain it. */
  title?: string;
  /** The element that holds most of its text. */
  content?: Element;
}

/** A link to another page. A heading with one is the name of the site, not the title of the page. */
const LEADS_AWAY = 'a[href]:not([href^="#"])';

/** The title to print above the content: the last `h1` before it, else the document's title; empty where the content has an `h1`. */
const titleOf = (content: Element, cache: DomCache): string => {
  const whole = fromDocument(document, 'title');
  let title = whole;
  for (const heading of elementsIn(document, 'h1')) {
    if (!isVisible(heading, cache)) continue;
    if (contains(content, heading)) return '';
    if (isAfter(content, heading))
      title = (holds(heading, LEADS_AWAY) && whole) || contentOf(heading, cache) || title;
  }
  return title;
};

export const wholePage = (cache: DomCache): Subject | Failure => {
  const body = bodyOf();
  if (!body) return wrongArgument('scope', 'The page is empty.');
  const isShown = (at: Element): boolean => attr(at, 'aria-hidden') !== 'true' && isVisibleByStyle(at, cache);
  // A dialog beside the `main` is part of what a person reads.
  const main = findMainContent(body, isShown, openDialogs(cache).length === 0);
  const el = main ? main.whole : body;
  return { el, ...main, title: main?.isTitled ? '' : titleOf(el, cache) };
};

const subjectOf = (agent: Agent, scope: string | undefined, cache: DomCache): Subject | Failure => {
  if (scope === undefined) return wholePage(cache);
  if (normalizeRef(scope, agent.state.refs.letters)) {
    const found = lookUp(agent, scope);
    return isFailure(found) ? found : { el: found.element };
  }
  const found = elementsBy('css', scope, undefined, cache);
  if (isFailure(found)) return found;
  const [el] = found;
  return el ? { el } : noneInScope(scope);
};

/** The main content (or `scope`) as Markdown, cut into pages of `maxCharsTotal` characters. */
export const extract = checked(
  'extract',
  PAYLOAD,
  (agent, payload: ExtractPayload): Answer<PageExtract> | Failure => {
    const { scope, urls = false, maxCharsTotal, boundary } = payload;
    const options = resolveRenderOptions({ maxCharsTotal, boundary });
    if ('code' in options) return { error: options };
    const from = placeOf(payload.after);
    const cache = createDomCache(NAME_CHARS);
    const subject = subjectOf(agent, scope, cache);
    if (isFailure(subject)) return subject;
    const writer = new MarkdownWriter(cache, urls, subject.excluded || new Set());
    if (subject.title) writer.title(subject.title);
    visitShown(subject.el, writer, cache);
    const [begin, end] = edgesOf(options.boundary);
    const page = cutPage(
      writer.finish(),
      from,
      Math.max(1, options.maxCharsTotal - begin.length - end.length),
    );
    return {
      text: begin + page.text + end,
      truncated: page.after !== undefined,
      ...(page.after !== undefined && { after: page.after }),
      element: labelWithRef(agent, subject.content || subject.el, cache),
    };
  },
);
