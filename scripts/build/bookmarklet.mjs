import { minifyScript, readSource, version } from './bundle.mjs';

/**
 * A `javascript:` URL that runs a script. Only characters that a URL parser would drop or misread are encoded, since
 * browsers limit the length of a bookmark. `void 0` at the end: a browser shows any other last value instead of the page.
 */
export const scriptUrl = (/** @type {string} */ script) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a URL parser drops some of them.
  `javascript:${`${script.trim()}void 0`.replace(/[\u0000-\u001f#%\u007f-\uffff]+/g, encodeURIComponent)}`;

const escapeAttribute = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Most characters of a bookmark in Firefox. */
const longestInFirefox = 65_536;

/**
 * The page docs/bookmarklet.html, with the script in its link, the link's length, and whether Firefox can keep it.
 * @param {string} bundle
 */
export async function makeBookmarklet(bundle) {
  const url = scriptUrl(bundle + (await minifyScript(readSource('scripts/build/bookmarklet-panel.js'))));
  const characters = url.length.toLocaleString('en');
  const fitsFirefox = url.length <= longestInFirefox;
  /** @type {Record<string, string>} */
  const fields = {
    url: escapeAttribute(url),
    version,
    characters,
    firefox: fitsFirefox
      ? 'yes, from version 69 on.'
      : `no: it keeps bookmarks of at most ${longestInFirefox.toLocaleString('en')} characters, and this one has ${characters}. Use the console there.`,
  };
  const page = readSource('scripts/build/bookmarklet-template.html').replace(
    /\{\{(\w+)\}\}/g,
    (_, name) => fields[name] ?? missing(name),
  );
  return { page, length: url.length, fitsFirefox };
}

/** @returns {never} */
function missing(/** @type {string} */ name) {
  throw new Error(`bookmarklet-template.html asks for {{${name}}}, which build.mjs does not know.`);
}
