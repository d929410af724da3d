import { describe, expect, it } from 'vitest';
import { unicodePattern } from '../../src/inject/dom/unicode-pattern.ts';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe('a pattern with classes of Unicode', () => {
  for (const source of [
    ...['L', 'Lo', 'M', 'N', 'P', 'S', 'Sc', 'Sk', 'Sm', 'So'].map((name) => `[\\p{${name}}]`),
    '[^\\p{L}\\p{N}]',
    '[\\s\\p{P}$+<=>^`|~]',
    '[^\\s\\p{P}\\p{Sc}\\p{Sm}\\p{Sk}]',
  ])
    it(`says of each character of ASCII what ${source} says`, () => {
      const given = unicodePattern(source);
      const wanted = new RegExp(source, 'u');
      const saying = (says: (char: string) => boolean): string => ASCII.filter(says).join('');
      expect(saying((char) => given(char).test(char))).toBe(saying((char) => wanted.test(char)));
    });

  it('knows the letters and digits of other writings', () => {
    const words = unicodePattern('[\\p{L}\\p{N}]+', 'g');
    const text = 'naïve Straße, 東京 ٣ & co';
    expect(text.match(words(text))).toEqual(['naïve', 'Straße', '東京', '٣', 'co']);
  });

  it('takes one text after the other, ASCII or not', () => {
    const between = unicodePattern('[^\\p{L}\\p{N}]+', 'g');
    for (const [text, parts] of [
      ['a-b', ['a', 'b']],
      ['ä-ö', ['ä', 'ö']],
      ['c d', ['c', 'd']],
    ] as const)
      expect(text.split(between(text))).toEqual(parts);
  });
});
