const begin = '<!-- bench: npm run bench -- --write puts the tables here -->';
const end = '<!-- bench ends -->';

/** README with the part between its two marks replaced by `text`. */
export function putIntoReadme(/** @type {string} */ readme, /** @type {string} */ text) {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no "${begin}" before "${end}".`);
  return `${readme.slice(0, from + begin.length)}\n${text}\n${readme.slice(to)}`;
}
