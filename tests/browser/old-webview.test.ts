import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { scriptWithParts } from '../support/page-script.ts';

/**
 * WebViews are older than browsers: the syntax of the bundle is ES2019 (Chrome 73), and here everything that the
 * platform got later is deleted before the injection. The results must be the same.
 */

/** Members that came after Chrome 73, by their holder. */
const YOUNGER: Readonly<Record<string, string>> = {
  window:
    'WeakRef FinalizationRegistry structuredClone AggregateError Iterator scheduler EditContext Highlight HighlightRegistry NavigateEvent navigation ElementInternals ToggleEvent CloseWatcher ViewTransition Sanitizer',
  'String.prototype': 'at replaceAll matchAll isWellFormed toWellFormed',
  'Array.prototype': 'at findLast findLastIndex toSorted toReversed toSpliced with',
  Array: 'fromAsync',
  Object: 'hasOwn groupBy',
  Map: 'groupBy',
  'Set.prototype': 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
  Promise: 'any allSettled withResolvers try',
  RegExp: 'escape',
  'RegExp.prototype': 'hasIndices unicodeSets',
  crypto: 'randomUUID',
  'Crypto.prototype': 'randomUUID',
  'Element.prototype':
    'checkVisibility replaceChildren getHTML setHTMLUnsafe computedRole computedName currentCSSZoom ariaLabel ariaHidden ariaExpanded ariaChecked ariaOwnsElements ariaLabelledByElements moveBefore elementTiming role',
  'Document.prototype':
    'replaceChildren caretPositionFromPoint startViewTransition moveBefore adoptedStyleSheets getAnimations fragmentDirective',
  'DocumentFragment.prototype': 'replaceChildren moveBefore',
  'ShadowRoot.prototype':
    'adoptedStyleSheets slotAssignment clonable serializable getHTML setHTMLUnsafe getAnimations',
  'HTMLElement.prototype':
    'showPopover hidePopover togglePopover popover inert attachInternals enterKeyHint virtualKeyboardPolicy editContext writingSuggestions',
  'HTMLInputElement.prototype': 'showPicker popoverTargetElement popoverTargetAction',
  'HTMLSelectElement.prototype': 'showPicker',
  'HTMLButtonElement.prototype': 'popoverTargetElement popoverTargetAction commandForElement command',
  'HTMLFormElement.prototype': 'requestSubmit',
  'HTMLDialogElement.prototype': 'requestClose closedBy',
  'HTMLSlotElement.prototype': 'assign',
  'CSSStyleSheet.prototype': 'replace replaceSync',
  'PointerEvent.prototype': 'getPredictedEvents altitudeAngle azimuthAngle',
  'AbortSignal.prototype': 'throwIfAborted',
  AbortSignal: 'timeout any abort',
  'Selection.prototype': 'getComposedRanges direction',
};

/** Deletes those members. Returns which were there, and which still are. */
const MAKE_OLD = `(() => {
  const found = [];
  const left = [];
  for (const [path, names] of Object.entries(${JSON.stringify(YOUNGER)})) {
    const holder = path.split('.').reduce((at, key) => at && at[key], window);
    for (const name of names.split(' ')) {
      if (!holder || !Object.getOwnPropertyDescriptor(holder, name)) continue;
      found.push(path + '.' + name);
      delete holder[name];
      if (Object.getOwnPropertyDescriptor(holder, name)) left.push(path + '.' + name);
    }
  }
  return { found, left };
})()`;

const ORIGIN = 'https://page.test';
const SHOP = fileURLToPath(new URL('../fixtures/shop/', import.meta.url));
const DASHBOARD = fileURLToPath(new URL('../fixtures/dashboard/', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../../android-sample/app/src/main/assets/', import.meta.url));
const OPTIONS = [
  {},
  { interactiveOnly: false, maxNodes: 5000, boxes: true, occlusion: true, description: true, paths: true },
  { format: 'markdown', interactiveOnly: false },
];

let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 412, height: 915 }, hasTouch: true });
});
afterAll(() => browser?.close());

/** Opens a page, makes the engine old if `isOld`, and then injects the script. */
const open = async (load: (tab: Page) => Promise<unknown>, isOld: boolean): Promise<Page> => {
  const tab = await context.newPage();
  await load(tab);
  // By the DevTools protocol: Playwright's own evaluation needs some of the deleted members.
  if (isOld) {
    const { found, left } = await evaluate<{ found: string[]; left: string[] }>(tab, MAKE_OLD);
    expect(left).toEqual([]);
    expect(found.length).toBeGreaterThan(60);
    expect(found).toEqual(expect.arrayContaining(['window.WeakRef', 'Element.prototype.checkVisibility']));
  }
  await evaluate(tab, `${scriptWithParts};0`);
  return tab;
};

const evaluate = async <T>(tab: Page, expression: string): Promise<T> => {
  const session = await context.newCDPSession(tab);
  const { result, exceptionDetails: thrown } = await session.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  await session.detach();
  if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
  return result.value as T;
};

/** Fields that differ between two runs in the same engine: times and the random id, whose letters refs begin with. */
const VOLATILE = new Set(['ts', 'document', 'jsTimeMs', 'job']);

const call = async (tab: Page, verb: string, ...args: unknown[]): Promise<unknown> => {
  const letters = (await evaluate<string>(tab, 'window.__agentBrowser.document')).slice(0, 2);
  const given = [verb, ...args].map((arg) => JSON.stringify(arg)).join(', ');
  const text = await evaluate<string>(
    tab,
    `Promise.resolve(window.__agentBrowser.run(${given.replace(/"e(?=\d+")/g, `"${letters}`)})).then((result) => JSON.stringify(result))`,
  );
  const plain = text.replace(new RegExp(`\\b${letters}(?=[1-9]\\d*\\b)`, 'g'), 'e');
  return JSON.parse(plain, (key, value) => (VOLATILE.has(key) ? undefined : (value as unknown)));
};

const served = (folder: string, file: string) => async (tab: Page) => {
  await tab.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    return route.fulfill({ path: `${folder}${path}` }).catch(() => route.abort());
  });
  await tab.goto(`${ORIGIN}/${file}`);
  // Elements that the page adds when it is first drawn: the feed of the shop.
  await tab.waitForFunction("!document.querySelector('#feed') || document.querySelector('#feed article')");
};

const given = (html: string) => async (tab: Page) => {
  await tab.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
      : route.abort(),
  );
  await tab.goto(`${ORIGIN}/path/`);
};

/** Makes calls on a page as it is and on an old one, and expects the same results. */
const compare = async (
  load: (tab: Page) => Promise<unknown>,
  calls: unknown[][],
  ignored: readonly string[] = [],
): Promise<unknown[]> => {
  const results: unknown[][] = [];
  for (const isOld of [false, true]) {
    const tab = await open(load, isOld);
    const all: unknown[] = [];
    for (const [verb, ...args] of calls) all.push(await call(tab, verb as string, ...args));
    results.push(all);
    await tab.close();
  }
  const [now = [], old = []] = results;
  const without = (all: unknown): unknown =>
    JSON.parse(JSON.stringify(all, (key, value) => (ignored.includes(key) ? undefined : (value as unknown))));
  expect(without(old)).toEqual(without(now));
  return now;
};

const snapshots = OPTIONS.map((options) => ['snapshot', options]);

describe('on a WebView without anything that came after Chrome 73', () => {
  it.each(['index.html', 'newsletter.html'])('snapshots of the shop are the same: %s', async (file) => {
    const results = await compare(served(SHOP, file), snapshots);
    expect(results).toHaveLength(3);
    for (const result of results) expect(result).toMatchObject({ ok: true });
  });

  it('snapshots of the dashboard are the same', async () => {
    const results = await compare(served(DASHBOARD, 'index.html'), snapshots);
    for (const result of results) expect(result).toMatchObject({ ok: true });
  });

  it('actions, queries and page verbs on the demo page are the same', async () => {
    const refs = { accept: 'e26', name: 'e1', size: 'e2', gift: 'e6', add: 'e9', details: 'e10' };
    const results = await compare(served(SAMPLE, 'demo.html'), [
      ['snapshot', {}],
      ['page', 'find', { by: 'role', value: 'button', name: 'Accept' }],
      ['action', refs.accept, 'click'],
      ['action', refs.name, 'fill', { text: 'Ada' }],
      ['action', refs.name, 'type', { text: ' L' }],
      ['action', refs.size, 'select', { label: 'Large' }],
      ['action', refs.gift, 'check'],
      ['action', refs.add, 'click'],
      ['action', refs.add, 'hover'],
      ['action', refs.details, 'tap'],
      ['action', refs.name, 'press', { key: 'Enter' }],
      ['action', refs.name, 'submit'],
      ['query', refs.name, 'describe'],
      ['query', refs.add, 'styles'],
      ['page', 'search', 'item 1'],
      ['page', 'wait', { text: 'Deep button' }],
      ['page', 'scroll', { direction: 'bottom' }],
      ['page', 'extract'],
      ['page', 'highlight', {}],
      ['page', 'info'],
    ]);
    expect(results).toHaveLength(20);
    const failed = results.filter((result) => !(result as { ok: boolean }).ok);
    expect(failed).toEqual([]);
  });

  it('a form without a button is the same, by Enter and by submit', async () => {
    const html = `<!doctype html><form onsubmit="event.preventDefault(); document.title += ' ' + [...new FormData(this).keys()]">
      <input name="q" aria-label="Search" required></form>`;
    const calls = [
      ['snapshot', {}],
      ['action', 'e1', 'submit'],
      ['action', 'e1', 'fill', { text: 'lamp' }],
      ['action', 'e1', 'press', { key: 'Enter' }],
      ['page', 'info'],
    ];
    // The button that stands in for requestSubmit is added and removed: two mutations more.
    const results = await compare(given(html), calls, ['mutations']);
    expect(results[1]).toMatchObject({ ok: false, error: { code: 'value_rejected' } });
    expect(results[4]).toMatchObject({ meta: { title: 'q' } });
  });
});
