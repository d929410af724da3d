import { corpusPages, ownPages } from './pages.mjs';

/** Own pages of a quick run: a person's pages, and one extreme. */
const quickOwn = ['shop', 'dashboard', 'article', '2,400 buttons'];
const quickCorpus = 4;

/** @returns {import('./pages.mjs').BenchPage[]} */
export function choosePages(
  /** @type {import('../options.mjs').BenchOptions} */ { corpus, quick, pages: names },
) {
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
  if (!quick) return [...own, ...real];
  const every = Math.max(1, Math.floor(real.length / quickCorpus));
  return [
    ...own.filter(({ name }) => quickOwn.includes(name)),
    ...real.filter((_, i) => i % every === 0).slice(0, quickCorpus),
  ];
}
