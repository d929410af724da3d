import { BETWEEN_WORDS, unicodeTest } from '../dom/unicode-pattern.ts';

/**
 * Made by a script: a number of three digits, letters between digits or, before one, without a vowel (`mx3elpye`), or
 * letters that can't be pronounced: `xjqkz`, `ctl00`, `lzgywkc`.
 */
const GENERATED =
  /\d[a-z\d]+\d|^[b-df-hj-np-tv-xz]{3,}\d*$|^[b-df-hj-np-tv-xz]+\d+[a-z]|^[b-df-hj-np-tv-z]{7}/i;

/** A run of letters of one case, perhaps after a capital, or of digits. */
const PIECES = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** The least letters and digits for each change of kind in words written together (`addNewItemToCart`); a hash has fewer. */
const MIN_LETTERS_PER_TURN = 3.7;

/**
 * Whether a name alternates between upper case, lower case and digits as only a hash does: `HizZro5r4AJ8Fj`,
 * `eR_J8Durqy-WPnQ`.
 */
export const isHashed = (given: string): boolean =>
  [given, ...given.split(/[^A-Za-z\d]+/)].some((text) => {
    const count = (pattern: RegExp): number => (text.match(pattern) || []).length;
    const turns = count(PIECES) - count(/[A-Za-z\d]+/g);
    return turns > 3 && count(/[A-Za-z\d]/g) < turns * MIN_LETTERS_PER_TURN && /\d|[A-Z]{2}/.test(text);
  });

/** Words for the look, size or kind of an element, which do not tell what it is for. */
const DRAWING =
  /^(?:icons?|ico|svg|path|img|images?|pic|picture|photo|btn|button|link|input|field|sprites?|ripple|spacer|pixel|blank|transparent|dot|bg|background|symbols?|material|glyphicons?|o|outlined?|rounded|sharp|fill(?:ed)?|line|solid|regular|light|dark|small|medium|large|size|width|height|default|fixed|white|black|css|jsx|svelte|emotion|mui|visually|hidden|invisible|root|base|app|wrapper|container|component|inner|outer|node|item|uid|ember|yui|ext|gen|react|vue|mat|mdc|only|cursor|pointer|clickable|[xs]?[sl]|s?m|md|lg|fw)$/i;

/** Identifiers that a script has counted up (`input-17`, `mat-input-3`, `cell_4`, `:r1:`), or long random ones. */
const COUNTED =
  /[:«»>]|(?:^|[-_])(?:[a-z]{1,2}|input|field|cell|box|row|col|tab|panel|item|node|option|select|radio|checkbox)[-_]?\d+(?:$|[-_])|(?=[a-f]*\d)[\da-f]{8}|\d{5}/i;

/** The prefix of a library before the name of a component: `fui-Button`. */
const NAMESPACE = /^[a-z]{1,4}\d*-(?=[A-Z])/;

/** Whether a part is long enough for a word: three letters of English, or one of another script. */
const isPronounced = unicodeTest('^(?:[a-z][a-z\\d]{2,}|[a-z]*(?![a-z])[\\p{L}].*)$', 'i');

/**
 * Whether a short part ends the name: `zoom-in`, `log_in`, `answer-b`. At the start (`ql-bold`) two letters are a
 * library's prefix.
 */
const isShortSuffix = (part: string, given: string): boolean =>
  /^[-_][a-z]{1,2}$/.test(given.slice(-part.length - 1)) && given.endsWith(part);

/**
 * The words in an author's name for something (a class, an id, a file), separated by spaces: `add new item to cart`.
 * Empty where a script has generated the name, or where it only describes a look.
 */
export const wordsIn = (given: string): string => {
  if (COUNTED.test(given) || isHashed(given)) return '';
  const parts = given
    .replace(NAMESPACE, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(BETWEEN_WORDS(given))
    .filter((part) => isPronounced(part) || isShortSuffix(part, given));
  const words = parts.filter((part) => !DRAWING.test(part.replace(/\d+$/, '')) && !GENERATED.test(part));
  const text = words.join(' ').toLowerCase();
  // Where most parts are not words, the name counts as generated.
  return words.length * 2 < parts.length || text.length < 2 ? '' : text;
};
