import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { snapshotHtml } from '../support/html-module.ts';

/** Pages for which Kotlin's `snapshotHtml` returns the same text. */
const pages: { title: string; html: string; text: string; values?: Record<string, string> }[] = JSON.parse(
  readFileSync(new URL('../vectors/html/pages.json', import.meta.url), 'utf8'),
);

const url = 'https://shop.example/a/';

describe.each([
  ['jsdom', () => new JSDOM().window],
  ['happy-dom', () => new Window()],
])('the pages that Kotlin reads without a browser, with %s', (_, open) => {
  it('are seven', () => expect(pages).toHaveLength(7));

  it.each(pages)('$title', ({ html, text }) => {
    const page = snapshotHtml(html, { url, window: open(), interactiveOnly: false, format: 'text' });
    expect('text' in page && page.text.replace(/\bref=[a-z]{2}(?=\d)/g, 'ref=e')).toBe(text);
  });

  it.each(pages.filter(({ values }) => values))('$title: values of refs', ({ html, values }) => {
    const page = snapshotHtml(html, { url, window: open(), interactiveOnly: false });
    const actual = Object.entries('refs' in page ? page.refs : {}).map(([ref, { attrs }]) => [
      ref.replace(/^[a-z]{2}(?=\d)/, 'e'),
      attrs?.value,
    ]);
    expect(Object.fromEntries(actual.filter(([, value]) => value))).toEqual(values);
  });
});
