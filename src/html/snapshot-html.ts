import type {
  ErrorResult,
  ExtractPayload,
  Format,
  PageExtract,
  SnapshotOptions,
  SnapshotResult,
  SnapshotText,
  SnapshotTree,
} from '../contract.ts';
import { type HtmlPageOptions, openHtml } from './html-page.ts';

/** Where it comes from, the DOM to read it with, and what a snapshot takes in a page. */
export type SnapshotHtmlOptions = HtmlPageOptions & Omit<SnapshotOptions, 'since' | 'channelProof'>;

export type ExtractHtmlOptions = HtmlPageOptions & ExtractPayload;

type TextFormat = Exclude<Format, 'json'> | 'text';

/**
 * A snapshot of an HTML text: the same JSON and the same texts as in a browser, as far as they can be known without a
 * layout.
 *
 * ```
 * const page = snapshotHtml(html, { url, window: new Window(), interactiveOnly: false, format: 'text' });
 * ```
 *
 * @throws TypeError for a DOM that can't be used, an address that is not absolute
 */
export function snapshotHtml(
  html: string,
  options: SnapshotHtmlOptions & { format: TextFormat },
): SnapshotText | ErrorResult;
export function snapshotHtml(
  html: string,
  options: SnapshotHtmlOptions & { format?: 'json' },
): SnapshotTree | ErrorResult;
export function snapshotHtml(html: string, options: SnapshotHtmlOptions): SnapshotResult;
export function snapshotHtml(
  html: string,
  { url, dom, window, size, ...options }: SnapshotHtmlOptions,
): SnapshotResult {
  return openHtml(html, {
    ...(url && { url }),
    ...(dom && { dom }),
    ...(window && { window }),
    ...(size && { size }),
  }).snapshot(options);
}

/** The article of an HTML text, or all of it, as Markdown; `after` goes on where a text was cut. */
export const extractHtml = (
  html: string,
  { url, dom, window, size, ...payload }: ExtractHtmlOptions,
): PageExtract | ErrorResult =>
  openHtml(html, {
    ...(url && { url }),
    ...(dom && { dom }),
    ...(window && { window }),
    ...(size && { size }),
  }).extract(payload);
