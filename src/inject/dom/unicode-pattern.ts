/**
 * The ASCII members of a Unicode property, as inside of the brackets of a pattern; properties that are not listed have
 * none.
 */
const IN_ASCII: Readonly<Record<string, string>> = {
  L: 'A-Za-z',
  N: '\\d',
  P: '!-#%-*,\\-./:;?@[\\\\\\]_{}',
  S: '$+<=>\\^`|~',
  Sc: '$',
};

const inAscii = (source: string): string =>
  source.replace(/\\p\{(\w+)\}/g, (_, name: string) => IN_ASCII[name] || '');

/**
 * A pattern with Unicode properties (`[\\p{L}]`, always in brackets), compiled when the first text needs it. Compiling one
 * makes the engine expand its Unicode tables: for all patterns together that takes as long as any other step of an
 * injection. So ASCII texts get a pattern of ASCII classes, and the whole pattern is compiled for the first other text.
 */
export const unicodePattern = (source: string, flags = ''): ((text: string) => RegExp) => {
  let ascii: RegExp | undefined;
  let whole: RegExp | undefined;
  return (text) => {
    if (/^[\0-\x7f]*$/.test(text)) {
      ascii ||= new RegExp(inAscii(source), flags);
      return ascii;
    }
    whole ||= new RegExp(source, `${flags}u`);
    return whole;
  };
};

/** A test by such a pattern; `flags` without `g` or `y`, which keep state. */
export const unicodeTest = (source: string, flags = ''): ((text: string) => boolean) => {
  const pattern = unicodePattern(source, flags);
  return (text) => pattern(text).test(text);
};

export const hasLetter = unicodeTest('[\\p{L}]');

export const hasNumber = unicodeTest('[\\p{N}]');

/** A text with ASCII digits and half-width characters. In every script the digits follow one another in Unicode, from zero. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\0-\x7f]/g, (sign) => {
    let count = 0;
    while (hasNumber(String.fromCharCode(sign.charCodeAt(0) - count))) count++;
    return count ? String(count - 1) : sign;
  });

/** Whether there is a letter or a digit in a text. */
export const hasWord = unicodeTest('[\\p{L}\\p{N}]');

/** Everything between two words. */
export const BETWEEN_WORDS = unicodePattern('[^\\p{L}\\p{N}]+', 'g');

/** Runs of Chinese, Japanese and Korean characters: each is worth several letters, and numbers follow without a space. */
export const WIDE = /[\u2e80-\ud7ff]+/g;

/** The words and numbers of a text in lower case, without punctuation. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().replace(WIDE, ' $& ').split(BETWEEN_WORDS(text)).filter(Boolean);
