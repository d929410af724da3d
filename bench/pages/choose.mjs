import { corpusPages, ownPages } from './pages.mjs';

/** The project's own pages in a quick run: three typical ones, and one extreme. */
const quickOwn = ['shop', 'dashboard', 'article', '2,400 buttons'];
const quickCorpus = 4;

/**
 * `count` entries of a list, evenly spread over it.
 * @template T
 * @param {T[]} list
 * @param {number} count
 */
const spread = (list, count) => {
  const every = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % every === 0).slice(0, count);
};

/**
 * @param {import('../options.mjs').BenchOptions} options
 * @param {boolean} everyReal all real pages, in a quick run too
 * @returns {import('./pages.mjs').BenchPage[]}
 */
export function choosePages({ corpus, quick, count, pages: names }, everyReal) {
  const own = ownPages();
  const real = corpus === undefined ? [] : corpusPages(corpus);
  if (names.length > 0) {
    const all = [...own, ...real];
    return names.map((name) => {
      const page = all.find((one) => one.name === name);
      if (!page)
        throw new Error(`There is no page "${name}". There are: ${all.map((one) => one.name).join(', ')}.`);
      return page;
    });
  }
  if (count !== undefined) return spread(real.length > 0 ? real : own, count);
  if (!quick) return [...own, ...real];
  return [
    ...own.filter(({ name }) => quickOwn.includes(name)),
    ...(everyReal ? real : spread(real, quickCorpus)),
  ];
}
