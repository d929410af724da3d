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

/** URL and DOM of the text, and the options of a snapshot. */
export type SnapshotHtmlOptions = HtmlPageOptions & Omit<SnapshotOptions, 'since' | 'channelProof'>;

export type ExtractHtmlOptions = HtmlPageOptions & ExtractPayload;

type TextFormat = Exclude<Format, 'json'> | 'text';

/**
 * A snapshot of an HTML text: the same JSON and texts as in a browser, as far as they don't depend on layout.
 *
 * ```
 * const page = snapshotHtml(html, { url, window: new Window(), interactiveOnly: false, format: 'text' });
 * ```
 *
 * @throws TypeError for an unusable DOM, or a URL that is not absolute
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

/** The main content of an HTML text, or all of it, as Markdown; `after` reads on where a text was cut. */
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
