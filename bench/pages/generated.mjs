import { createWords } from './words.mjs';

/** @typedef {{ name: string, html: string }} GeneratedPage */

const times = (/** @type {number} */ count, /** @type {(i: number) => string} */ make) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

const page = (/** @type {string} */ title, /** @type {string} */ body, style = '') =>
  `<!doctype html><html lang=en><meta charset=utf-8><title>${title}</title><style>${style}</style><body>${body}`;

/** A table of 2,000 rows and 10 columns; every row has a link and two buttons. */
export function tablePage(rows = 2000) {
  const { word, next } = createWords(7);
  const heads = ['Id', 'Name', 'City', 'State', 'Owner', 'Units', 'Price', 'Sum', 'Note', 'Actions'];
  const row = (/** @type {number} */ i) =>
    `<tr><td>${i + 1}<td><a href="/item/${i}">${word()} ${word()}</a>${times(3, () => `<td>${word()}`)}${times(3, () => `<td>${next(10_000)}`)}<td>${word()} ${word()}<td><button>Edit</button> <button>Delete</button></tr>`;
  return page(
    'Table',
    `<h1>Stock</h1><table><thead><tr>${heads.map((head) => `<th>${head}`).join('')}<tbody>${times(rows, row)}</table>`,
  );
}

/** Text, links, list items and cards: `elements` elements in all, an eighth of them interactive. */
export function mixedPage(/** @type {number} */ elements) {
  const { word, sentence } = createWords(3);
  // Each card has eight elements.
  const card = (/** @type {number} */ i) =>
    `<div class=card><h3>${word()} ${i}</h3><p>${sentence(8)} <b>${word()}</b></p><div><span>${word()}</span><a href="/card/${i}">${word()} ${word()}</a></div></div>`;
  return page('Cards', `<main>${times(Math.round(elements / 8), card)}</main>`);
}

/** One button in deeply nested blocks. */
export const deepPage = (depth = 1500) =>
  page('Deep', `${'<div>'.repeat(depth)}<button>deep</button>${'</div>'.repeat(depth)}`);

export const buttonsPage = (count = 2400) =>
  page(
    'Buttons',
    times(count, (i) => `<button>Button number ${i}</button>`),
  );

export const optionsPage = (count = 5000) =>
  page(
    'Options',
    `<label>Many <select>${times(count, (i) => `<option value=${i}>Option ${i}`)}</select></label><button>After</button>`,
  );

/** An article with headings, links, lists, notes and a table of contents: a page for reading rather than acting. */
export function articlePage(sections = 60) {
  const { word, sentence, next } = createWords(5);
  const text = () =>
    times(4, () => `${sentence(6 + next(18))} `).replace(/ (\w+) (\w+)/g, (whole, a, b) =>
      next(12) === 0 ? ` <a href="/wiki/${a}">${a} ${b}</a>` : whole,
    );
  const section = (/** @type {number} */ i) =>
    `<section><h2 id=s${i}>${word()} ${word()}</h2>${times(5, () => `<p>${text()}<sup><a href="#n${i}">[${i + 1}]</a></sup></p>`)}<ul>${times(4, () => `<li>${sentence(5)}</li>`)}</ul></section>`;
  const contents = `<nav aria-label=Contents><ol>${times(sections, (i) => `<li><a href="#s${i}">Part ${i + 1}</a></li>`)}</ol></nav>`;
  const notes = `<ol>${times(sections, (i) => `<li id=n${i}>${sentence(9)} <a href="/source/${i}">${word()}</a></li>`)}</ol>`;
  return page(
    'Article',
    `<main><article><h1>On ${word()}</h1>${contents}${times(sections, section)}${notes}</article></main>`,
  );
}

/** @returns {GeneratedPage[]} */
export const generatedPages = () => [
  { name: 'article', html: articlePage() },
  { name: 'table 2,000 x 10', html: tablePage() },
  { name: '2,400 buttons', html: buttonsPage() },
  { name: '5,000 options', html: optionsPage() },
  { name: 'depth 1,500', html: deepPage() },
  { name: '100,000 elements', html: mixedPage(100_000) },
];
