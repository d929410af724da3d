import { describe, expect, it } from 'vitest';
import { plainDigits, unicodePattern, wordsOf } from '../../src/inject/dom/unicode-pattern.ts';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe('a pattern with Unicode classes', () => {
  for (const source of [
    ...['L', 'Lo', 'M', 'N', 'P', 'S', 'Sc', 'So'].map((name) => `[\\p{${name}}]`),
    '[^\\p{L}\\p{N}]',
    '[\\s\\p{P}$+<=>^`|~]',
    '[^\\s\\p{P}\\p{S}]',
  ])
    it(`says of each character of ASCII what ${source} says`, () => {
      const given = unicodePattern(source);
      const wanted = new RegExp(source, 'u');
      const saying = (says: (char: string) => boolean): string => ASCII.filter(says).join('');
      expect(saying((char) => given(char).test(char))).toBe(saying((char) => wanted.test(char)));
    });

  it('matches the letters and digits of other scripts', () => {
    const words = unicodePattern('[\\p{L}\\p{N}]+', 'g');
    const text = 'naïve Straße, 東京 ٣ & co';
    expect(text.match(words(text))).toEqual(['naïve', 'Straße', '東京', '٣', 'co']);
  });

  it('splits ASCII and other texts alike', () => {
    const between = unicodePattern('[^\\p{L}\\p{N}]+', 'g');
    for (const [text, parts] of [
      ['a-b', ['a', 'b']],
      ['ä-ö', ['ä', 'ö']],
      ['c d', ['c', 'd']],
    ] as const)
      expect(text.split(between(text))).toEqual(parts);
  });
});

describe('a text in another script', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['০১২৩৪৫৬৭৮৯', '0123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['０９－ＡＢ', '09-AB'],
    ['naïve 👍 東京', 'naïve 👍 東京'],
  ])('%s has the digits %s', (text, plain) => expect(plainDigits(text)).toBe(plain));

  it('has words and numbers, also without spaces between them', () => {
    expect(wordsOf('共3件商品')).toEqual(['共', '3', '件商品']);
    expect(wordsOf('Item3, mp3')).toEqual(['item3', 'mp3']);
  });
});
