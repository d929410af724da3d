#!/usr/bin/env node
/**
 * How well scraped articles are: F1 by words against what Readability takes for the article, of ours and of Readability
 * with Turndown on the same pages, and how much of an article's structure is in the Markdown.
 *
 *   node scripts/build.mjs && node service/bench/articles.mjs [FOLDER] [--lost]
 *
 * Readability is its own reference: what it loses there is Turndown's. Where a page says itself what its article is
 * (`articleBody` of schema.org), both are held against that too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import TurndownService from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import { compareProse } from '../../bench/measure/prose.mjs';
import { words } from '../../bench/measure/visible-words.mjs';
import { wordsOfText } from '../../bench/measure/words-of-text.mjs';
import { loadScraper } from './load-scraper.mjs';

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const [folder = corpus] = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const showsLost = process.argv.includes('--lost');

/** @typedef {{ precision: number, recall: number, f1: number, lost: string[], added: string[] }} Score */

/** @returns {Score} */
function scoreOf(/** @type {string[]} */ given, /** @type {string[]} */ expected) {
  const { found, missing } = compareProse(
    expected.map((word) => ({ word, pieces: [word] })),
    given,
  );
  const precision = given.length === 0 ? 0 : found.length / given.length;
  const recall = expected.length === 0 ? 1 : found.length / expected.length;
  const known = new Set(expected);
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    lost: missing.map(({ word }) => word),
    added: given.filter((word) => !known.has(word)),
  };
}

/** Without what images are called: an article's text does not have it. */
const proseOf = (/** @type {string} */ markdown) =>
  wordsOfText(
    markdown.replace(/!\[(?:\\.|[^\]\\])*\]\((?:<[^>]*>|[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)/g, ' '),
    'markdown',
  );

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);

/** Headings, items, rows and blocks of code of an article that are there as such, by their first words. */
function structureOf(/** @type {Element} */ article, /** @type {string} */ markdown) {
  const lines = markdown.split('\n').map((line) => ({ line, text: wordsOfText(line, 'markdown').join(' ') }));
  const has = (/** @type {RegExp} */ start, /** @type {string} */ text) => {
    const wanted = words(text).slice(0, 6).join(' ');
    return wanted === '' || lines.some((one) => start.test(one.line) && one.text.includes(wanted));
  };
  const own = (/** @type {Element} */ el) =>
    [...el.childNodes]
      .filter((node) => !/^(?:ul|ol)$/i.test(node.nodeName))
      .map((node) => node.textContent)
      .join(' ');
  const isData = (/** @type {Element} */ row) => {
    const table = row.closest('table');
    return table?.querySelector('th') && !table.querySelector('table, p + p, ul, h1, h2, h3, pre');
  };
  /** @type {[string, Element[], RegExp][]} */
  const kinds = [
    ['headings', [...article.querySelectorAll('h1, h2, h3, h4, h5, h6')], /^\W*#/],
    ['items', [...article.querySelectorAll('li')], /^\W*(?:[-*+]|\d+\.)\s/],
    ['rows', [...article.querySelectorAll('tr')].filter(isData), /^\W*\|/],
    ['code', [...article.querySelectorAll('pre')], /^/],
  ];
  return kinds.flatMap(([, elements, start]) => {
    const wanted = elements.filter((el) => words(own(el)).length > 0);
    return [wanted.filter((el) => has(start, own(el))).length, wanted.length];
  });
}

/** The article as the page itself tells it to machines. */
function articleBodyOf(/** @type {Document} */ document) {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const body = /"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(script.textContent ?? '')?.[1];
    try {
      if (body) return new JSDOM(String(JSON.parse(body))).window.document.body.textContent ?? '';
    } catch {
      // It is no JSON after all.
    }
  }
  return '';
}

const { scrape, close } = await loadScraper();
const files = readdirSync(folder).filter((name) => name.endsWith('.html'));
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(readFileSync(join(folder, decodeURIComponent((request.url ?? '/').slice(1)))));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const percent = (/** @type {number} */ share) => (share * 100).toFixed(1).padStart(5);
/** @type {{ ours: Score, theirs: Score, own: [number, number] | undefined, structure: number[][] }[]} */
const rows = [];
console.log(
  'page                          ours  prec  rec   | readability+turndown | articleBody ours/theirs | engine',
);
for (const name of files) {
  const url = `http://127.0.0.1:${port}/${name}`;
  const html = readFileSync(join(folder, name), 'utf8');
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  const { document } = window;
  if (!isProbablyReaderable(document)) continue;
  const body = words(articleBodyOf(document));
  const article = new Readability(document).parse();
  if (!article?.content) continue;
  const content = new JSDOM(article.content).window.document.body;
  const expected = words(content.textContent ?? '');
  const theirMarkdown = turndown.turndown(content);
  const { markdown = '', metadata } = await scrape(url);
  const [ourWords, theirWords] = [markdown, theirMarkdown].map(proseOf);
  const ours = scoreOf(ourWords ?? [], expected);
  const theirs = scoreOf(theirWords ?? [], expected);
  /** @type {[number, number] | undefined} */
  const own =
    body.length > 100 ? [scoreOf(ourWords ?? [], body).f1, scoreOf(theirWords ?? [], body).f1] : undefined;
  rows.push({
    ours,
    theirs,
    own,
    structure: [structureOf(content, markdown), structureOf(content, theirMarkdown)],
  });
  console.log(
    `${name.padEnd(28)} ${percent(ours.f1)} ${percent(ours.precision)} ${percent(ours.recall)} | ${percent(theirs.f1)}                | ${own ? own.map(percent).join(' / ') : '      -      '}           | ${metadata.engine}`,
  );
  if (showsLost) {
    console.log(`    lost:  ${ours.lost.slice(0, 25).join(' ')}`);
    console.log(`    added: ${ours.added.slice(0, 25).join(' ')}`);
  }
  window.close();
}
server.close();
server.closeAllConnections();
await close();

const mean = (/** @type {number[]} */ list) => list.reduce((sum, one) => sum + one, 0) / list.length;
const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const f1 = rows.map(({ ours }) => ours.f1);
console.log(
  `\n${rows.length} articles. F1 against Readability: mean ${percent(mean(f1))}, median ${percent(median([...f1]))}, least ${percent(Math.min(...f1))}, below 85: ${f1.filter((one) => one < 0.85).length}`,
);
console.log(
  `Readability with Turndown, against itself: mean ${percent(mean(rows.map(({ theirs }) => theirs.f1)))}`,
);
const told = rows.flatMap(({ own }) => (own ? [own] : []));
console.log(
  `Against the page's own articleBody (${told.length} pages): ours ${percent(mean(told.map(([one]) => one)))}, theirs ${percent(mean(told.map(([, one]) => one)))}`,
);
const sum = (/** @type {number} */ who, /** @type {number} */ at) =>
  rows.reduce((all, { structure }) => all + (structure[who]?.[at] ?? 0), 0);
for (const [i, kind] of ['headings', 'list items', 'table rows', 'blocks of code'].entries())
  console.log(`${kind}: ${sum(0, i * 2)} of ${sum(0, i * 2 + 1)} as such; Turndown ${sum(1, i * 2)}`);
