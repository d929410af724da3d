import { minifyScript, readSource, version } from './bundle.mjs';

/**
 * A `javascript:` URL that runs a script. Only what a URL parser would drop or take for something else is encoded:
 * every character counts against the browsers' limits. The script's last value must be undefined, or the browser would
 * show it in place of the page.
 */
export const scriptUrl = (/** @type {string} */ script) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a URL parser drops some of them.
  `javascript:${`${script.trim()}void 0`.replace(/[\u0000-\u001f#%\u007f-\uffff]+/g, encodeURIComponent)}`;

const escapeAttribute = (/** @type {string} */ text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Firefox keeps no bookmark that is longer (characters). */
const longestInFirefox = 65_536;

/**
 * docs/bookmarklet.html, with the file that reads in its link, and the length of that link.
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
