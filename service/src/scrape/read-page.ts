import {
  type Format,
  type Document as ScrapedDocument,
  type ScrapeOptions,
  ServiceError,
} from '../contract/index.ts';
import { shortUrl } from '../fetch/failure.ts';
import { isText } from '../fetch/fetcher.ts';
import { imagesIn, linksIn } from './addresses.ts';
import { loadHtmlModule, parsePage } from './html-module.ts';
import { isHtml, type LoadedPage } from './loaded-page.ts';
import { metadataOf } from './metadata.ts';
import { prepare, REMOVED_IMAGE } from './prepare.ts';

/** A document without the formats that a model adds, and all links of its page. */
export interface ReadPage {
  document: ScrapedDocument;
  links: string[];
}

const hasFormat = (formats: readonly Format[], ...types: Format['type'][]): boolean =>
  formats.some(({ type }) => types.includes(type));

const LANGUAGE_OF: readonly [type: RegExp, language: string][] = [
  [/json/i, 'json'],
  [/xml/i, 'xml'],
  [/yaml/i, 'yaml'],
  [/javascript|ecmascript/i, 'js'],
  [/\bcss\b/i, 'css'],
  [/\bcsv\b/i, 'csv'],
];

/** The fence of a Markdown code block for a text: longer than any run of backticks in it. */
const fenceFor = (text: string): string =>
  '`'.repeat((text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length + 1), 3));

const inBlock = (text: string, contentType: string): string => {
  const language = LANGUAGE_OF.find(([type]) => type.test(contentType))?.[1];
  if (language === undefined) return text;
  const fence = fenceFor(text);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
};

/** The document of a text that is not HTML: plain text as it is; JSON, XML, CSV and the like in a Markdown code block. */
const readText = (page: LoadedPage, { formats }: ScrapeOptions): ReadPage => {
  const { text, contentType } = page;
  const document: ScrapedDocument = {
    ...(hasFormat(formats, 'markdown', 'json', 'summary') && { markdown: inBlock(text, contentType) }),
    ...(hasFormat(formats, 'html') && { html: text }),
    ...(hasFormat(formats, 'rawHtml') && { rawHtml: text }),
    ...(hasFormat(formats, 'links') && { links: [] }),
    ...(hasFormat(formats, 'images') && { images: [] }),
    metadata: metadataOf(page, undefined),
  };
  return { document, links: [] };
};

const attributesIn = (document: Document, formats: readonly Format[]): ScrapedDocument['attributes'] => {
  const wanted = formats.flatMap((format) => (format.type === 'attributes' ? format.selectors : []));
  return wanted.map(({ selector, attribute }) => {
    let elements: Element[];
    try {
      elements = Array.from(document.querySelectorAll(selector));
    } catch {
      throw new ServiceError('bad_request', `"${selector.slice(0, 100)}" is no CSS selector. Correct it.`);
    }
    const values = elements.flatMap((el) => el.getAttribute(attribute) ?? []);
    return { selector, attribute, values };
  });
};

const readHtml = async (page: LoadedPage, options: ScrapeOptions, parsed: Document): Promise<ReadPage> => {
  const { formats } = options;
  const { openDocument } = await loadHtmlModule();
  const links = linksIn(parsed, page.url);
  const document: ScrapedDocument = { metadata: metadataOf(page, parsed) };
  if (hasFormat(formats, 'links')) document.links = links;
  if (hasFormat(formats, 'images')) document.images = imagesIn(parsed, page.url);
  if (hasFormat(formats, 'attributes')) document.attributes = attributesIn(parsed, formats) ?? [];
  if (hasFormat(formats, 'rawHtml')) document.rawHtml = page.text;
  const wantsMarkdown = hasFormat(formats, 'markdown', 'json', 'summary');
  if (wantsMarkdown || hasFormat(formats, 'html')) {
    prepare(parsed, options);
    const main = options.onlyMainContent && !options.includeTags?.length;
    const reader = openDocument(parsed, { url: page.url });
    const readAs = (as: 'markdown' | 'html'): string => {
      const result = reader.read({ as, main });
      return result.ok ? result.text : '';
    };
    if (wantsMarkdown)
      document.markdown = readAs('markdown').replaceAll(`](${REMOVED_IMAGE})`, '](<Base64-Image-Removed>)');
    if (hasFormat(formats, 'html')) document.html = readAs('html');
  }
  return { document, links };
};

/**
 * Converts a page to the formats that need no model. It also makes `markdown` if a model is to read the page.
 *
 * @param parsed the document, if the page has been parsed already; it is modified
 */
export const readPage = async (
  page: LoadedPage,
  options: ScrapeOptions,
  parsed: Document | undefined,
): Promise<ReadPage> => {
  const { contentType, text } = page;
  const read = isHtml(contentType, text)
    ? await readHtml(page, options, parsed ?? parsePage(text))
    : readText(page, options);
  const { document } = read;
  if (page.screenshot) document.screenshot = page.screenshot;
  if (page.actions) document.actions = page.actions;
  if (page.warning) document.warning = page.warning;
  return read;
};

/** @throws {ServiceError} `SCRAPE_UNSUPPORTED_FILE_ERROR` if the content is not text: PDF, images, archives */
export const assertReadable = (contentType: string, url: string): void => {
  if (isText(contentType)) return;
  const type = contentType.split(';')[0]?.slice(0, 80);
  throw new ServiceError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `${shortUrl(url)} is ${type}, which is no text. Download it, and read it with a tool for its format.`,
  );
};
