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

/** A document without what a model adds, and all links of its page. */
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

/** Longer than any run of backticks in it. */
const fenceFor = (text: string): string =>
  '`'.repeat((text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length + 1), 3));

const inBlock = (text: string, contentType: string): string => {
  const language = LANGUAGE_OF.find(([type]) => type.test(contentType))?.[1];
  if (language === undefined) return text;
  const fence = fenceFor(text);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
};

/** Text that is no HTML stands as it is; data in a block of code. */
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
  const wanted = formats.flatMap((one) => (one.type === 'attributes' ? one.selectors : []));
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
 * What there is to read of a page, in the formats that need no model. `markdown` is there too where a model is to read it.
 *
 * @param parsed what was parsed of it already; it is changed
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

/** @throws {ServiceError} for what is no text: documents, pictures, archives */
export const assertReadable = (contentType: string, url: string): void => {
  if (isText(contentType)) return;
  const type = contentType.split(';')[0]?.slice(0, 80);
  throw new ServiceError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `${shortUrl(url)} is ${type}, which is no text. Download it, and read it with a tool for its format.`,
  );
};
