/** Patterns of names that no page shows to a person: sizes, files, numbered ids, identifiers, words of designers. */
const patterns = [
  // 300x250, 16px, 269px.
  /\b\d+x\d+\b|\b\d+px\b/i,
  /\.(?:png|gif|jpe?g|svg|webp|php|aspx?|html?|js|css)\b/i,
  // item-12, image01, yui_3_18.
  /^[a-z]+[-_ ]?\d{2,}$/i,
  /^[a-z]{1,4}\d+$/i,
  /_\d+(?:_|$)/,
  // fooBar, foo_bar, foo-bar-baz.
  /^[a-z]+(?:[A-Z][a-z]+)+\d*$/,
  /\w_\w/,
  /^[a-z]+(?:-[a-z\d]+){2,}$/,
  /\b(?:sprite|spacer|transparent|lazy|icn|ico|svg|img|px|btn|bg|wrapper|container|inner|outer|root|div|span)\b/i,
];

/** Whether a word alternates letters and digits as hashes do: `css-1q2w3e`, `a81bc81b`. */
const isHash = (/** @type {string} */ word) =>
  (word.length >= 6 && (word.match(/\d[a-z]|[a-z]\d/gi)?.length ?? 0) >= 2) ||
  /^(?=.*\d)[\da-f]{7,}$/i.test(word) ||
  /^[b-df-hj-np-tv-z]{5,}$/i.test(word);

const shortWords =
  /^(?:a|i|an|as|at|be|by|de|do|en|go|he|hi|id|if|in|is|it|la|le|me|my|no|of|on|or|so|to|tv|up|us|we)$/i;

/** Whether a word may be a piece of a hash that was split into words: `nrbqdu bls8p ep sh egz`. */
const isPiece = (/** @type {string} */ word) =>
  /^(?=.*\d)(?=.*[a-z])/i.test(word) ||
  (/^[a-z]{1,2}$/i.test(word) && !shortWords.test(word)) ||
  /^[b-df-hj-np-tv-z]{3,}$/i.test(word);

/** Whether a guessed name looks machine-made; the list of such names is checked by a person. */
export function isMachineMade(/** @type {string} */ name) {
  const words = name.split(/[\s/_-]+/).filter(Boolean);
  const pieces = words.filter(isPiece).length;
  return (
    patterns.some((pattern) => pattern.test(name)) ||
    words.some(isHash) ||
    (words.length > 1 && pieces > 1 && pieces >= words.length / 2)
  );
}
