import type { PageOk } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { closestTo, elementsIn, fromDocument, withRole } from '../dom/read.ts';
import { readPayload, wrongArgument } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { visitShown } from '../snapshot/visit-shown.ts';
import { DocumentMarkdown } from './document-markdown.ts';
import { NAME_CHARS, type Subject, wholePage } from './extract.ts';
import { HtmlWriter } from './html-writer.ts';
import type { Answer } from './page.ts';

/** Landmarks beside the main content, for a page without an article: https://www.w3.org/TR/html-aria/#docconformance */
const ASIDE_SELECTOR = `nav, aside, footer, header, ${withRole('navigation banner contentinfo complementary search')}`;

/** The elements beside the main content. Headers and footers within articles belong to these. */
const besideContent = (body: Element): Set<Element> => {
  const beside = elementsIn(body, ASIDE_SELECTOR);
  return new Set(beside.filter((el) => !closestTo(el, 'main, article, section')));
};

const subjectOf = (isMain: boolean, cache: DomCache): Subject | Failure => {
  const body = fromDocument(document, 'body');
  if (!body) return wrongArgument('main', 'The page is empty.');
  if (!isMain) return { el: body };
  const found = wholePage(cache);
  if (isFailure(found) || found.excluded) return found;
  return { el: body, excluded: besideContent(body) };
};

const writeSubject = ({ el, excluded = new Set(), title }: Subject, as: string, cache: DomCache): string => {
  const writer = as === 'html' ? new HtmlWriter(excluded) : new DocumentMarkdown(cache, true, excluded);
  if (title) writer.title(title);
  visitShown(el, writer, cache);
  return writer.toText();
};

/** The whole page, or its main content, as one text. */
export const readDocument = (_: Agent, given: unknown): Answer<PageOk> | Failure => {
  const payload = readPayload<{ as?: string; main?: boolean }>('readDocument', given, {
    as: 'markdown|html',
    main: 'boolean',
  });
  if (isFailure(payload)) return payload;
  const { as = 'markdown', main = true } = payload;
  const cache = createDomCache(NAME_CHARS);
  // An empty site: links are written as absolute URLs, those of the same site too.
  cache.sites.set(document, { root: '', base: '', isBase: false });
  let subject = subjectOf(main, cache);
  if (isFailure(subject)) return subject;
  let text = writeSubject(subject, as, cache);
  if (text === '' && subject.excluded) {
    // Everything was in the excluded landmarks, so they are the content.
    subject = { el: subject.el };
    text = writeSubject(subject, as, cache);
  }
  return { text } as unknown as Answer<PageOk>;
};
