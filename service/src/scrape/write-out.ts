import type { Page } from 'playwright-core';
import { HIDDEN_MARK } from './loaded-page.ts';

/**
 * The page as it stands, as an expression for it: with the shadow roots that are open as declared ones, and marks on what
 * the style sheets hide. The marks are gone before anything else runs.
 */
const WRITE_OUT = `(() => {
  const marked = [];
  const shadowRoots = [];
  const mark = (root) => {
    for (const el of root.querySelectorAll('*')) {
      if (el.shadowRoot) {
        shadowRoots.push(el.shadowRoot);
        mark(el.shadowRoot);
      }
      if (/^(?:script|style|template|noscript|head|link|meta|title)$/.test(el.localName)) continue;
      if (el.hasAttribute('${HIDDEN_MARK}') || getComputedStyle(el).display !== 'none') continue;
      el.setAttribute('${HIDDEN_MARK}', '');
      marked.push(el);
    }
  };
  const root = document.documentElement;
  try {
    mark(document);
    const inner = root.getHTML ? root.getHTML({ shadowRoots, serializableShadowRoots: true }) : root.innerHTML;
    const outer = root.cloneNode(false).outerHTML;
    return '<!doctype html>' + outer.replace(/<\\/html>$/i, () => inner + '</html>');
  } finally {
    for (const el of marked) el.removeAttribute('${HIDDEN_MARK}');
  }
})()`;

/** The page as HTML, with {@link HIDDEN_MARK} on what is not shown. */
export const writeOut = async (page: Page): Promise<string> => String(await page.evaluate(WRITE_OUT));

/** The same without marks, and without those that actions have left. */
export const withoutOwnMarks = (html: string): string =>
  html.replaceAll(` ${HIDDEN_MARK}=""`, '').replace(/ data-agent-ref="[a-z0-9]{1,20}"/g, '');
