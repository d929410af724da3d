import type {
  ErrorResult,
  ExtractPayload,
  FindPayload,
  PageExtract,
  PageFind,
  PageInfo,
  PageSearch,
  QueryKind,
  QueryPayload,
  QueryResult,
  SearchPayload,
  SnapshotOptions,
  SnapshotResult,
} from '../contract.ts';
import { showDeclaredRoots } from './declared-roots.ts';
import { type Dom, parseWith } from './dom.ts';
import { platformOf } from './platform.ts';

/** How a text becomes a page. */
export interface HtmlPageOptions {
  /** Where the text comes from: what relative addresses begin from. Default `about:blank`. */
  url?: string;
  /** The DOM to read with: a window, what has one, or a function that parses. */
  dom?: Dom;
  /** The same as `dom`: a window of happy-dom, jsdom or linkedom. */
  window?: Dom;
  /** Of the window that media queries ask about, CSS px. Default 1280 x 720. */
  size?: { width: number; height: number };
}

/** What of the script a page without a browser has. */
interface Reader {
  snapshot(options?: SnapshotOptions): SnapshotResult;
  query(ref: string, kind: string, payload?: unknown): QueryResult;
  page(kind: string, payload?: unknown): unknown;
}

/** The script that reads, as a function of its window: the build puts it in. */
declare const __READER__: (window: object) => Reader;

const DEFAULT_SIZE = { width: 1280, height: 720 };

/** A page that is only read: refs hold as long as it lives. */
export class HtmlPage {
  readonly #reader: Reader;

  /** @param document stays as it is but for `data-agent-ref` where `markRefs` is asked for */
  constructor(
    readonly document: Document,
    { url = 'about:blank', size = DEFAULT_SIZE }: Pick<HtmlPageOptions, 'url' | 'size'> = {},
  ) {
    this.#reader = __READER__(platformOf(document, { url, size }));
  }

  /** The same as in a page: the tree as JSON, or text with `format`. Refs are not marked in the document by default. */
  snapshot(options: SnapshotOptions = {}): SnapshotResult {
    return this.#reader.snapshot({ markRefs: false, ...options });
  }

  /** One detail of an element. */
  query(ref: string, kind: QueryKind, payload?: QueryPayload): QueryResult {
    return this.#reader.query(ref, kind, payload);
  }

  /** The article, or all of the page, as Markdown. */
  extract(payload: ExtractPayload = {}): PageExtract | ErrorResult {
    return this.#page('extract', payload);
  }

  /**
   * The article, or with `main: false` all that is shown, without limits: Markdown with the addresses of links and
   * images, or HTML with nothing but what is shown. Addresses are whole.
   */
  read(payload: { as?: 'markdown' | 'html'; main?: boolean } = {}): { ok: true; text: string } | ErrorResult {
    return this.#page('readDocument', payload);
  }

  find(payload: FindPayload): PageFind | ErrorResult {
    return this.#page('find', payload);
  }

  search(payload: SearchPayload): PageSearch | ErrorResult {
    return this.#page('search', payload);
  }

  info(): PageInfo | ErrorResult {
    return this.#page('info', {});
  }

  #page<Ok>(kind: string, payload: object): Ok | ErrorResult {
    return this.#reader.page(kind, payload) as Ok | ErrorResult;
  }
}

/**
 * A page of a text. No script of it is run and nothing is loaded. What the text was encoded with is the caller's to know.
 *
 * @throws TypeError for a DOM that can't be used, an address that is not absolute
 */
export const openHtml = (html: string, { dom, window, ...place }: HtmlPageOptions): HtmlPage => {
  const document = parseWith(dom ?? window, html);
  showDeclaredRoots(document);
  return new HtmlPage(document, place);
};

/** A page of a document that is there already. */
export const openDocument = (
  document: Document,
  place: Pick<HtmlPageOptions, 'url' | 'size'> = {},
): HtmlPage => new HtmlPage(document, place);
