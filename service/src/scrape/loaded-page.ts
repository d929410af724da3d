import type { Document } from '../contract/index.ts';

/** A loaded page, before its content is converted to formats. */
export interface LoadedPage {
  /** The requested URL. */
  sourceUrl: string;
  /** The final URL, after redirects. */
  url: string;
  status: number;
  contentType: string;
  /** The body of the response; of a page in a browser its final DOM, as HTML. */
  text: string;
  engine: 'static' | 'browser';
  engineReason?: string;
  screenshot?: string;
  actions?: NonNullable<Document['actions']>;
  warning?: string;
}

/** Attribute that marks elements with `display: none` when the DOM of a browser's page is serialized. */
export const HIDDEN_MARK = 'data-inpage-hidden';

/** Whether a page is HTML, by its content type; without one, or as `text/plain`, by how its text begins. */

export const isHtml = (contentType: string, text: string): boolean =>
  contentType === '' || /text\/plain/i.test(contentType)
    ? /^\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(text)
    : /\b(?:html|xhtml)\b/i.test(contentType);
