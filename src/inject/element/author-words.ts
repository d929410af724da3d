import { BETWEEN_WORDS, unicodeTest } from '../dom/unicode-pattern.ts';

/** Made by a script: a hash, or what counts. A word has no figures in it: `decade`. */
const MADE = /(?=[a-f]*\d)[\da-f]{6,}|\d{3,}/i;

/** Letters that nobody pronounces: `xjqkz`, `ctl00`, `lzgywkc`. */
const UNSPEAKABLE = /^[b-df-hj-np-tv-xz]{3,}\d*$|^[b-df-hj-np-tv-z]{7}/i;

/** Letters of one case, with a capital before them or without, or figures. */
const PIECES = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Words that stand together have more letters to each of them (`addNewItemToCart`), whatever else is in the name. */
const FEWEST_LETTERS = 3.7;

/** Letters of both cases and figures by turns, as a hash has them and no words do: `HizZro5r4AJ8Fj`, `eR_J8Durqy-WPnQ`. */
export const isHashed = (given: string): boolean =>
  [given, ...given.split(/[^A-Za-z\d]+/)].some((text) => {
    const count = (what: RegExp): number => (text.match(what) || []).length;
    const turns = count(PIECES) - count(/[A-Za-z\d]+/g);
    return turns > 3 && count(/[A-Za-z\d]/g) < turns * FEWEST_LETTERS && /\d|[A-Z]{2}/.test(text);
  });

/** How something is drawn, how large, or what kind of thing it is: no name. */
const DRAWING =
  /^(?:icons?|ico|svg|path|img|image|images|pic|picture|photo|btn|button|link|input|field|sprites?|ripple|spacer|pixel|blank|transparent|dot|bg|background|symbols?|material|glyphicons?|o|outlined?|rounded|sharp|fill(?:ed)?|line|solid|regular|light|dark|small|medium|large|size|width|height|default|fixed|white|black|css|jsx|svelte|emotion|mui|visually|hidden|invisible|root|base|app|wrapper|container|component|inner|outer|node|item|uid|ember|yui|ext|gen|react|vue|mat|mdc|only|[xs]?[sl]|s?m|md|lg|fw)$/i;

/** Many of a kind that a script has numbered: `input-17`, `mat-input-3`, `cell_4`, `:r1:`, or given long identifiers. */
const COUNTED =
  /[:«»>]|(?:^|[-_])(?:[a-z]{1,2}|input|field|cell|box|row|col|tab|panel|item|node|option|select|radio|checkbox)[-_]?\d+(?:$|[-_])|(?=[a-f]*\d)[\da-f]{8}|\d{5}/i;

/** Of a library, before the name of its component: `fui-Button`. */
const NAMESPACE = /^[a-z]{1,4}\d*-(?=[A-Z])/;

/** At least three of the letters of English, or one of another writing. */
const isPronounced = unicodeTest('^(?:[a-z][a-z\\d]{2,}|[a-z]*(?![a-z])[\\p{L}].*)$', 'i');

/** `zoom-in`, `log_in`, `answer-b`; what is of two letters and comes first (`ql-bold`) is a script's. */
const isLast = (part: string, given: string): boolean =>
  /^[-_][a-z]{1,2}$/.test(given.slice(-part.length - 1)) && given.endsWith(part);

/**
 * The words in an author's name for something (a class, an id, a file): letters of one language or another, apart.
 * Empty where a script has made it, or where it only says how something is drawn.
 */
export const wordsIn = (given: string): string => {
  if (COUNTED.test(given) || isHashed(given)) return '';
  const parts = given
    .replace(NAMESPACE, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(BETWEEN_WORDS(given))
    .filter((part) => isPronounced(part) || isLast(part, given));
  const words = parts.filter(
    (part) => !DRAWING.test(part.replace(/\d+$/, '')) && !UNSPEAKABLE.test(part) && !MADE.test(part),
  );
  const said = words.join(' ').toLowerCase();
  // What is mostly made by a script says nothing by the rest.
  return words.length * 2 < parts.length || said.length < 2 ? '' : said;
};
