import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/render/index.ts';

const seed = Number(process.env.FC_SEED ?? 20260101);

describe('toJson', () => {
  const cases: [what: string, value: unknown, json: string][] = [
    ['a string', 'a"b\\c', '"a\\"b\\\\c"'],
    ['control characters', '\b\t\n\f\r\u0000\u001f', '"\\b\\t\\n\\f\\r\\u0000\\u001f"'],
    ['DEL and C1', '\u007f\u0085', '"\\u007f\\u0085"'],
    ['line separators', 'a\u2028b\u2029', '"a\\u2028b\\u2029"'],
    ['lone surrogates', '\ud800a\udfff', '"\\ud800a\\udfff"'],
    ['a low before a high surrogate', '\udc00\ud800', '"\\udc00\\ud800"'],
    ['a pair', '\u{1f600}', '"\u{1f600}"'],
    ['text in other scripts', 'Größe 中文', '"Größe 中文"'],
    ['numbers', [1, -0, 1.5, 1e21, 1e-7], '[1,0,1.5,1e+21,1e-7]'],
    ['no numbers', [Number.NaN, Infinity, -Infinity], '[null,null,null]'],
    ['booleans and null', [true, false, null], '[true,false,null]'],
    ['what JSON does not know, in an array', [undefined, () => 1, Symbol('x'), 1n], '[null,null,null,null]'],
    ['what JSON does not know, in an object', { a: undefined, b: () => 1, c: Symbol('x'), d: 1 }, '{"d":1}'],
    ['what JSON does not know, alone', undefined, 'null'],
    ['an empty string', '', '""'],
    ['empty containers', { a: [], b: {} }, '{"a":[],"b":{}}'],
    ['nested', { a: [{ b: [1, { c: 2 }] }, 3], d: 4 }, '{"a":[{"b":[1,{"c":2}]},3],"d":4}'],
    ['a key to escape', { 'a"\n': 1 }, '{"a\\"\\n":1}'],
    ['a toJSON method', { toJSON: () => 'fake', a: 1 }, '{"a":1}'],
    ['inherited keys', Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }), '{"own":2}'],
    [
      'symbol keys and hidden keys',
      Object.defineProperty({ [Symbol('s')]: 1, a: 2 }, 'b', { value: 3 }),
      '{"a":2}',
    ],
    ['holes in an array', new Array(2), '[null,null]'],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['a key named __proto__', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ];
  it.each(cases)('%s', (_, value, json) => expect(toJson(value)).toBe(json));
  it('has all its cases', () => expect(cases).toHaveLength(24));

  it('is parsed to the same value as the text of JSON.stringify', () => {
    const outcome = fc.check(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        expect(JSON.parse(toJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 300, seed },
    );
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
    expect(outcome.numRuns).toBe(300);
  });

  it('writes one line of ASCII', () => {
    const outcome = fc.check(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = toJson(text);
        expect(json).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|\p{Cs}/u);
        expect(JSON.parse(json)).toBe(text);
      }),
      { numRuns: 1000, seed },
    );
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
    expect(outcome.numRuns).toBe(1000);
  });

  it('writes 100,000 nested levels', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = i % 2 ? [deep] : { a: deep };
    const json = toJson(deep);
    expect(json.slice(0, 12)).toBe('[{"a":[{"a":');
    expect(json).toHaveLength(1 + 50_000 * 8);
  });

  it('does not use built-ins that the page may have replaced', () => {
    const { stringify } = JSON;
    const { push } = Array.prototype;
    const iterator = Array.prototype[Symbol.iterator];
    const keys = Object.keys;
    try {
      JSON.stringify = () => 'fake';
      Array.prototype.push = () => 0;
      Object.assign(Array.prototype, { [Symbol.iterator]: null });
      Object.keys = () => [];
      (Object.prototype as Record<string, unknown>).toJSON = () => 'fake';
      const json = toJson({ a: [1, { b: 'x' }] });
      Array.prototype.push = push;
      Array.prototype[Symbol.iterator] = iterator;
      expect(json).toBe('{"a":[1,{"b":"x"}]}');
    } finally {
      JSON.stringify = stringify;
      Array.prototype.push = push;
      Array.prototype[Symbol.iterator] = iterator;
      Object.keys = keys;
      delete (Object.prototype as Record<string, unknown>).toJSON;
    }
  });
});
