import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

/**
 * Compares our roles and names with Chromium's on a real page: the flag `ComputedAccessibilityInfo` gives elements
 * `computedRole` and `computedName`.
 */

const FLAGS = ['--enable-blink-features=ComputedAccessibilityInfo', '--force-renderer-accessibility'];

export const launchOracle = (): Promise<Browser> => launchChromium(...FLAGS);

const ENTRY = `
  import { createDomCache } from './dom/dom-cache.ts';
  import { attrsOf } from './aria/attrs.ts';
  import { descriptionOf } from './aria/description.ts';
  import { contentOf, nameFromAuthor, nameOf } from './aria/name.ts';
  import { roleOf } from './aria/role.ts';
  import { isSecret } from './aria/secret.ts';
  import { statesOf } from './aria/states.ts';
  globalThis.aria = {
    createDomCache, attrsOf, descriptionOf, contentOf, nameFromAuthor, nameOf, roleOf, isSecret, statesOf,
  };
`;

/** Bundles functions of src/inject/aria as a script that sets `globalThis.aria`. */
export const ariaScript = async (): Promise<string> => {
  const resolveDir = new URL('../../src/inject', import.meta.url).pathname;
  const result = await build({
    stdin: { contents: ENTRY, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'iife',
    target: 'es2019',
    write: false,
  });
  return result.outputFiles[0]?.text ?? '';
};

/** The object that the script of {@link ariaScript} sets. */
export interface Aria {
  createDomCache(maxText: number): object;
  roleOf(el: Element, cache: object): string;
  nameOf(el: Element, cache: object): string;
  nameFromAuthor(el: Element, cache: object): string;
  contentOf(el: Element, cache: object): string;
  descriptionOf(el: Element, name: string, cache: object): string;
  statesOf(el: Element, role: string, cache: object): object;
  attrsOf(el: Element, maxLen: number): Record<string, string>;
  isSecret(el: Element): boolean;
}

const ADDRESS = 'http://page.test/dir/page.html?q=1';

/** Opens a page that can load nothing but its own document. */
export const openPage = async (
  where: Browser | BrowserContext,
  html: string,
  script: string,
): Promise<Page> => {
  const page = await where.newPage();
  await page.route('**/*', (route) =>
    route.request().url() === ADDRESS
      ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
      : route.abort(),
  );
  await page.goto(ADDRESS, { waitUntil: 'domcontentloaded' });
  await page.evaluate(script);
  return page;
};

/** An element whose role or name differs between Chromium and us. */
export interface Difference {
  kind: 'role' | 'name';
  tag: string;
  html: string;
  title: string | null;
  /** Chromium's role and name. */
  role: string;
  name: string;
  ourRole: string;
  ourName: string;
  descendants: number;
}

export interface Comparison {
  /** Visible elements with an ARIA role. */
  elements: number;
  differences: Difference[];
}

/** Compares every visible element to which Chromium gives an ARIA role. Runs in the page. */
export const compareInPage = (): Comparison => {
  const { aria } = globalThis as unknown as { aria: Aria };
  type Computed = Element & { computedRole: string; computedName: string };
  const tidy = (text: string) => text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
  const all: Computed[] = [];
  const collect = (root: Document | ShadowRoot): void => {
    for (const el of root.querySelectorAll('*')) {
      all.push(el as Computed);
      if (el.shadowRoot) collect(el.shadowRoot);
    }
  };
  collect(document);
  const cache = aria.createDomCache(1e6);
  const isSeen = (el: Element): boolean => {
    if (!el.checkVisibility({ visibilityProperty: true })) return false;
    for (let at: Element | undefined = el; at; at = (at.getRootNode() as ShadowRoot).host) {
      if (at.closest('[aria-hidden=true]')) return false;
    }
    return true;
  };
  const result: Comparison = { elements: 0, differences: [] };
  for (const el of all) {
    const role = el.computedRole;
    if (!role || !isSeen(el)) continue;
    result.elements++;
    const found = {
      tag: el.localName,
      html: el.outerHTML.slice(0, 300),
      title: el.getAttribute('title'),
      role,
      name: tidy(el.computedName ?? ''),
      ourRole: aria.roleOf(el, cache),
      ourName: aria.nameOf(el, cache),
      descendants: el.querySelectorAll('*').length,
    };
    if (found.role !== found.ourRole) result.differences.push({ kind: 'role', ...found });
    if (found.name !== found.ourName) result.differences.push({ kind: 'name', ...found });
  }
  return result;
};
