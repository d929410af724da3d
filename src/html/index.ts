/** Snapshots of HTML without a browser, on a DOM that the caller brings. No dependencies. */
export type { Dom, ParseHtml, WindowLike } from './dom.ts';
export { HtmlPage, type HtmlPageOptions, openDocument, openHtml } from './html-page.ts';
export {
  type ExtractHtmlOptions,
  extractHtml,
  type SnapshotHtmlOptions,
  snapshotHtml,
} from './snapshot-html.ts';
