/** What a class of Unicode holds of ASCII, as it is written between brackets; nothing where it is not listed. */
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
 * A pattern with classes of Unicode, each between brackets, for a text. An engine goes through its tables for each of them
 * when it reads a script, makes the pattern, and uses it for the first time: for all patterns together that takes as long
 * as any other step of an injection. So it is written as a text, and made for the first text that is more than ASCII.
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

/** Whether a text is as a pattern says that has no state. */
export const unicodeTest = (source: string, flags = ''): ((text: string) => boolean) => {
  const pattern = unicodePattern(source, flags);
  return (text) => pattern(text).test(text);
};

export const hasLetter = unicodeTest('[\\p{L}]');

export const hasNumber = unicodeTest('[\\p{N}]');

/** A text of one width with the digits of ASCII: those of every writing follow one another, from zero on. */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[^\0-\x7f]/g, (sign) => {
    let count = 0;
    while (hasNumber(String.fromCharCode(sign.charCodeAt(0) - count))) count++;
    return count ? String(count - 1) : sign;
  });

/** Whether there is a letter or a digit in a text. */
export const hasWord = unicodeTest('[\\p{L}\\p{N}]');

/** All that stands between two words. */
export const BETWEEN_WORDS = unicodePattern('[^\\p{L}\\p{N}]+', 'g');

/** Letters of Chinese, Japanese and Korean: each says as much as some of an alphabet, and digits stand among them without a space. */
export const WIDE = /[\u2e80-\ud7ff]+/g;

/** Words in small letters, numbers included: pages change the case of a text and put marks around it. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().replace(WIDE, ' $& ').split(BETWEEN_WORDS(text)).filter(Boolean);
