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

/** How an HTML text is read. */
export interface HtmlPageOptions {
  /** The URL of the document, which resolves relative URLs. Default `about:blank`. */
  url?: string;
  /** The DOM implementation: a window, an object with one, or a parser function. */
  dom?: Dom;
  /** An alias of `dom`, for a window of happy-dom, jsdom or linkedom. */
  window?: Dom;
  /** Size of the viewport for media queries, in CSS px. Default 1280 x 720. */
  size?: { width: number; height: number };
}

/** The part of the script's API that works without a browser. */
interface Reader {
  snapshot(options?: SnapshotOptions): SnapshotResult;
  query(ref: string, kind: string, payload?: unknown): QueryResult;
  page(kind: string, payload?: unknown): unknown;
}

/** The reading script as a function of its window, inserted by the build. */
declare const __READER__: (window: object) => Reader;

const DEFAULT_SIZE = { width: 1280, height: 720 };

/** A page that can only be read. Its refs are valid as long as the object. */
export class HtmlPage {
  readonly #reader: Reader;

  /** @param document is not changed, except for `data-agent-ref` with `markRefs` */
  constructor(
    readonly document: Document,
    { url = 'about:blank', size = DEFAULT_SIZE }: Pick<HtmlPageOptions, 'url' | 'size'> = {},
  ) {
    this.#reader = __READER__(platformOf(document, { url, size }));
  }

  /** As in a browser: the tree as JSON, or text with `format`. `markRefs` is false by default. */
  snapshot(options: SnapshotOptions = {}): SnapshotResult {
    return this.#reader.snapshot({ markRefs: false, ...options });
  }

  /** Queries one element. */
  query(ref: string, kind: QueryKind, payload?: QueryPayload): QueryResult {
    return this.#reader.query(ref, kind, payload);
  }

  /** The main content, or the whole page, as Markdown. */
  extract(payload: ExtractPayload = {}): PageExtract | ErrorResult {
    return this.#page('extract', payload);
  }

  /**
   * The main content, or with `main: false` the whole page, without limits: as Markdown with URLs of links and images, or as
   * HTML of the visible content. URLs are absolute.
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
 * Opens an HTML text. None of its scripts is run and nothing is loaded. The caller has to decode bytes to text.
 *
 * @throws TypeError for an unusable DOM, or a URL that is not absolute
 */
export const openHtml = (html: string, { dom, window, ...place }: HtmlPageOptions): HtmlPage => {
  const document = parseWith(dom ?? window, html);
  showDeclaredRoots(document);
  return new HtmlPage(document, place);
};

/** Opens a document that is parsed already. */
export const openDocument = (
  document: Document,
  place: Pick<HtmlPageOptions, 'url' | 'size'> = {},
): HtmlPage => new HtmlPage(document, place);
