import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, decimal, oneLine, token } from '../../src/render/one-line.ts';

const seed = Number(process.env.FC_SEED ?? 20260101);

describe('oneLine', () => {
  const cases: [what: string, from: string, to: string][] = [
    ['plain text', 'Total 42,00 EUR', 'Total 42,00 EUR'],
    ['nothing', '', ''],
    ['spaces at the ends and in a row', '  a   b ', 'a b'],
    ['CR, LF, tab, VT, FF, NEL', 'a\rb\nc\td\u000be\u000cf\u0085g', 'a b c d e f g'],
    ['U+2028 and U+2029', 'a\u2028b\u2029c', 'a b c'],
    ['C0, DEL and C1', 'a\u0000b\u0007c\u001bd\u007fe\u009bf', 'a b c d e f'],
    ['spaces of other widths', 'a\u00a0b\u2003c\u202fd\u3000e', 'a b c d e'],
    ['bidi overrides and isolates', 'a\u202eb\u202dc\u2066d\u2069e\u200ff\u061cg', 'abcdefg'],
    ['zero width and format characters', 'a\u200bb\u2060c\ufeffd\u00ade\u034ff\u180eg', 'abcdefg'],
    ['fillers that look like nothing', 'a\u3164b\u115fc\uffa0d', 'abcd'],
    ['tag characters', 'a\u{e0048}\u{e0049}\u{e007f}b', 'ab'],
    ['hidden bytes in variation selectors', 'a\ufe01\u{e0100}\u{e01ef}b', 'ab'],
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', 'a\ude00b', 'a\ufffdb'],
    ['a high surrogate at the end', 'a\ud83d', 'a\ufffd'],
    ['an emoji', 'a \u{1f600} b', 'a \u{1f600} b'],
    [
      'a family joined by ZWJ',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
      '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    ],
    ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
    ['a keycap', '1\ufe0f\u20e3', '1\ufe0f\u20e3'],
    [
      'ZWNJ in Persian',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
      '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    ],
    ['joiners between Latin letters', 'pay\u200dpal\u200c.com', 'paypal.com'],
    ['joiners at the start and behind a space', '\u200da \u200db', 'a b'],
    ['a flood of joiners', '\u00e9\u200d\u200c\u200d\u200c\u200dx', '\u00e9\u200d\u200cx'],
    ['Vietnamese marks', 'Vie\u0302\u0323t', 'Vie\u0302\u0323t'],
    ['a flood of marks', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
    [
      'a flood of marks behind hidden characters',
      `a${'\u0301\u200b'.repeat(50)}b`,
      `a${'\u0301'.repeat(4)}b`,
    ],
    [
      'Thai and Hindi',
      '\u0e17\u0e35\u0e48 \u0939\u093f\u0928\u094d\u0926\u0940',
      '\u0e17\u0e35\u0e48 \u0939\u093f\u0928\u094d\u0926\u0940',
    ],
    ['a hidden pair before a space', 'a\u{e0020} b', 'a b'],
  ];
  it.each(cases)('%s', (_, from, to) => expect(oneLine(from)).toBe(to));
  it('has all its cases', () => expect(cases).toHaveLength(28));

  it('removes all characters that break a line, are invisible or change the direction, and is idempotent', () => {
    const outcome = fc.check(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.string({ unit: 'binary', maxLength: 1 }),
            fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
          ),
          maxLength: 40,
        }),
        (text) => {
          const line = oneLine(text);
          expect(line).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|\p{Cs}|[\u{e0000}-\u{e0fff}]/u);
          expect(line).not.toMatch(/^ | $| {2}/);
          expect(oneLine(line)).toBe(line);
        },
      ),
      { numRuns: 2000, seed },
    );
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
    expect(outcome.numRuns).toBe(2000);
  });
});

describe('clip', () => {
  it('counts the ellipsis, and does not cut a surrogate pair', () => {
    expect(clip('abcdef', 6)).toBe('abcdef');
    expect(clip('abcdef', 5)).toBe('abcd…');
    expect(clip('ab\u{1f600}cd', 4)).toBe('ab…');
    expect(clip('abc', 1)).toBe('…');
  });
});

describe('decimal', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [42, '42'],
    [-7, '-7'],
    [0.5, '0.5'],
    [1.2345, '1.235'],
    [-0.0001, '0'],
    [1e21, '9000000000000'],
    [1767225600000, '1767225600000'],
    [Number.NaN, '0'],
    [Number.NEGATIVE_INFINITY, '-9000000000000'],
  ])('%d is %s', (value, text) => expect(decimal(value)).toBe(text));
});

describe('token', () => {
  it('keeps letters, digits, - and _', () => {
    expect(token('e5')).toBe('e5');
    expect(token('e5] [ref=e6')).toBe('e5refe6');
    expect(token('x'.repeat(50))).toHaveLength(40);
  });
});
