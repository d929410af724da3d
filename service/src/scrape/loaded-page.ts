import type { Document } from '../contract/index.ts';

/** A page as it was loaded, before anything is read of it. */
export interface LoadedPage {
  /** The address that was asked for. */
  sourceUrl: string;
  /** Where redirects have led. */
  url: string;
  status: number;
  contentType: string;
  /** Of a page in a browser: as it stood in the end. */
  text: string;
  engine: 'static' | 'browser';
  engineReason?: string;
  screenshot?: string;
  actions?: NonNullable<Document['actions']>;
  warning?: string;
}

/** What a browser's page marks as not shown before it is written out. */
export const HIDDEN_MARK = 'data-inpage-hidden';

export const isHtml = (contentType: string, text: string): boolean =>
  contentType === '' || /text\/plain/i.test(contentType)
    ? /^\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<(?:!doctype\s+html|html)[\s>]/i.test(text)
    : /\b(?:html|xhtml)\b/i.test(contentType);
