import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotTree } from '../../src/contract.ts';
import { renderSnapshot } from '../../src/render/index.ts';
import { oneLine } from '../../src/render/one-line.ts';
import { ATTACKS } from '../fixtures/attacks.ts';
import { launchChromium } from '../support/chromium.ts';
import { pageScript } from '../support/page-script.ts';
import { PARSERS, WHOLE_FORMATS } from '../support/parse-any.ts';

let browser: Browser;
let tab: Page;
beforeAll(async () => {
  browser = await launchChromium();
  tab = await browser.newPage();
  await tab.route('**/*', (route) =>
    route.request().url().startsWith('https://page.test/')
      ? route.fulfill({ body: '<!doctype html><title>t</title><body>', contentType: 'text/html' })
      : route.abort(),
  );
  await tab.addInitScript(pageScript);
});
afterAll(() => browser.close());

const AMPLE = { maxCharsTotal: 1e7, maxNodes: 1e6 };

/** A snapshot of the page that `script` makes of an empty one, as a host gets it. */
const snapshotOf = async (script: string, options: object = {}): Promise<SnapshotTree> => {
  await tab.goto('https://page.test/');
  const given = JSON.stringify({ maxNodes: 1e5, maxTextPerNode: 1e5, maxAttrValueLen: 1e5, ...options });
  const text = await tab.evaluate<string>(
    `(() => { const attacks = ${JSON.stringify(ATTACKS.map(({ payload }) => payload))};
      const add = (tag, attributes, text) => { const el = document.createElement(tag);
        for (const name of Object.keys(attributes)) el.setAttribute(name, attributes[name]);
        if (text) el.textContent = text; document.body.append(el); return el; };
      ${script}; return window.__agentBrowser.json('snapshot', ${given}); })()`,
  );
  const snapshot = JSON.parse(text) as SnapshotTree;
  // Each document draws the letters that its refs begin with.
  const letters = snapshot.meta.document.slice(0, 2);
  return JSON.parse(text.replace(new RegExp(`"${letters}(?=[1-9]\\d*")`, 'g'), '"e')) as SnapshotTree;
};

/**
 * What a style sheet can contain: neither NUL nor lone surrogates
 * (https://drafts.csswg.org/css-syntax/#input-preprocessing).
 */
const inCss = (text: string): string =>
  text.replace(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

const cssString = (text: string): string =>
  `"${Array.from(inCss(text), (char) => `\\${char.codePointAt(0)?.toString(16)} `).join('')}"`;

const styled = (rule: (content: string, i: number) => string): string =>
  `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(
    ATTACKS.map(({ payload }, i) => rule(cssString(payload), i)).join('\n'),
  )} }));`;

const named = (names: readonly string[]): [string | undefined, string][] =>
  names.map((name, i) => [ATTACKS[i]?.name, name]);

const lines = ATTACKS.map(({ payload }) => oneLine(inCss(payload)));

describe('generated content', () => {
  const cases: [how: string, style: string, button: string][] = [
    ['::before', styled((content, i) => `#b${i}::before { content: ${content} }`), `{ id: 'b' + i }`],
    ['::after', styled((content, i) => `#b${i}::after { content: ${content} }`), `{ id: 'b' + i }`],
    ['attr()', 'add("style", {}, "button::before { content: attr(data-x) }");', `{ 'data-x': payload }`],
    [
      'the text of a picture',
      styled((content, i) => `#b${i}::before { content: linear-gradient(red, red) / ${content} }`),
      `{ id: 'b' + i }`,
    ],
  ];
  it.each(cases)('by %s is only a name', async (_how, style, button) => {
    const snapshot = await snapshotOf(
      `${style} attacks.forEach((payload, i) => add('button', ${button}, ''));`,
    );
    for (const format of WHOLE_FORMATS) {
      const { rows, cuts } = PARSERS[format](renderSnapshot(snapshot, { ...AMPLE, format }).text);
      expect(cuts).toEqual([]);
      expect(rows.map(({ role, ref }) => `${role} ${ref}`)).toEqual(
        ATTACKS.map((_, i) => `button e${i + 1}`),
      );
      expect(named(rows.map(({ words }) => words.join()))).toEqual(named(lines));
    }
  });
});

describe('addresses', () => {
  it('of links are only an attribute', async () => {
    const schemes = ['/x?', '/x#', 'javascript:', 'data:text/html,', 'mailto:', 'blob:https://page.test/'];
    const snapshot = await snapshotOf(
      `for (const scheme of ${JSON.stringify(schemes)}) attacks.forEach((payload) => add('a', { href: scheme + payload }, 'Own'));`,
      { urls: true },
    );
    const count = schemes.length * ATTACKS.length;
    for (const format of WHOLE_FORMATS) {
      const { text, refs } = renderSnapshot(snapshot, { ...AMPLE, format });
      const { rows, cuts } = PARSERS[format](text);
      expect(cuts).toEqual([]);
      expect(refs).toHaveLength(count);
      expect(rows.map(({ role, ref, words }) => [role, ref, ...words].join())).toEqual(
        refs.map((ref) => `link,${ref},Own`),
      );
    }
    const code = rowsOf(snapshot).filter((url) => url.startsWith('javascript:'));
    expect(new Set(code)).toEqual(new Set(['javascript:']));
  });

  it('of the page are only a field of the header', async () => {
    for (const { name, payload } of ATTACKS.filter((_, i) => i % 4 === 0)) {
      const snapshot = await snapshotOf(
        `const text = ${JSON.stringify(payload)}; history.replaceState(0, '', '/p?' + text + '#' + text); document.title = text; add('button', {}, 'Own');`,
      );
      const { head, rows } = PARSERS.tree(renderSnapshot(snapshot).text);
      expect(head, name).toMatch(
        /^\[snapshot\] url=(?:[^ "\\[\](),<>{}]+|"(?:[^"\\]|\\.)*")(?: title="(?:[^"\\]|\\.)*")? nodes=1$/,
      );
      expect(rows, name).toMatchObject([{ role: 'button', ref: 'e1', words: ['Own'] }]);
    }
  });
});

const rowsOf = ({ tree }: SnapshotTree): string[] => (tree.children ?? []).flatMap(({ url }) => url ?? []);

describe('frames', () => {
  it('without access have their name and address as attributes', async () => {
    const snapshot = await snapshotOf(
      `attacks.forEach((payload) => add('iframe', { sandbox: '', title: payload, name: payload, src: 'https://elsewhere.test/' + payload }, ''));`,
    );
    for (const format of WHOLE_FORMATS) {
      const { rows, cuts } = PARSERS[format](renderSnapshot(snapshot, { ...AMPLE, format }).text);
      expect(cuts).toEqual([]);
      expect(named(rows.map(({ role, words }) => `${role} ${words.join()}`))).toEqual(
        named(ATTACKS.map(({ payload }) => `iframe ${oneLine(payload)}`)),
      );
    }
  });
});
