import type { Page } from 'playwright-core';
import { HIDDEN_MARK } from './loaded-page.ts';

/**
 * An expression that serializes the DOM of a page: open shadow roots become declarative ones, and elements with
 * `display: none` get {@link HIDDEN_MARK}. It removes the marks before it returns, so the page's own scripts run without.
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

/** The DOM of a page as HTML, with {@link HIDDEN_MARK} on elements that are not shown. */
export const writeOut = async (page: Page): Promise<string> => String(await page.evaluate(WRITE_OUT));

/** HTML without {@link HIDDEN_MARK} and without the `data-agent-ref` attributes that actions have set. */
export const withoutOwnMarks = (html: string): string =>
  html.replaceAll(` ${HIDDEN_MARK}=""`, '').replace(/ data-agent-ref="[a-z0-9]{1,20}"/g, '');
