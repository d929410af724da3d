import { isHiddenPair, isHiddenUnit } from './one-line.ts';

const { keys: keysOf, create: createObject } = Object;
const { isArray } = Array;

export const hex4 = (unit: number): string => `\\u${(0x10000 + unit).toString(16).slice(1)}`;

const SHORT: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const escaped = (text: string): string => {
  if (/^[ !#-[\]-~]*$/.test(text)) return text;
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit < 0x7f && unit !== 34 && unit !== 92) continue;
    const isPair = isHigh(unit) && i + 1 < text.length && isLow(text.charCodeAt(i + 1));
    if (isPair && !isHiddenPair(unit)) {
      i++;
      continue;
    }
    const isText = unit >= 0xa0 && !isHigh(unit) && !isLow(unit) && unit !== 0x2028 && unit !== 0x2029;
    if (isText && !isHiddenUnit(unit)) continue;
    out += text.slice(from, i) + (SHORT[unit] || hex4(unit));
    if (isPair) out += hex4(text.charCodeAt(++i));
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
};

/**
 * A JSON string. Control characters, line separators, lone surrogates and characters that are invisible or reorder text
 * (bidi controls, zero-width and tag characters) are escaped, so that a reader of the JSON sees them.
 */
export const quoteJson = (text: string): string => {
  let out = '"';
  let from = 0;
  // Line feeds first: most long texts have nothing else to escape, so that each line passes the quick test of `escaped`.
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    out += `${escaped(text.slice(from, at))}\\n`;
    from = at + 1;
  }
  return `${out}${escaped(text.slice(from))}"`;
};

/** JSON of a primitive value; undefined for a value that JSON does not have, such as a function. */
const leafJson = (value: unknown): string | undefined => {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'number') return value - value === 0 ? String(value) : 'null';
  if (typeof value === 'boolean') return String(value);
  return value === null ? 'null' : undefined;
};

/** An object or array that is being written. */
interface Open {
  /** The object around it. A linked list, since a page can observe writes to an array's index by a setter on `Array.prototype`. */
  above: Open | undefined;
  value: Readonly<Record<string, unknown>>;
  /** Its keys; undefined for an array. */
  keys: string[] | undefined;
  length: number;
  next: number;
  empty: boolean;
}

const open = (value: object, above?: Open): Open => {
  const keys = isArray(value) ? undefined : keysOf(value);
  const length = keys ? keys.length : (value as unknown[]).length;
  return { value: value as Record<string, unknown>, keys, above, length, next: 0, empty: true };
};

/**
 * JSON text of plain data, without recursion and without the page's `JSON` or any `toJSON`.
 *
 * Like `JSON.stringify(value)` with these differences: `toJSON` is ignored, only own enumerable string keys count,
 * DEL, C1 controls, U+2028, U+2029 and invisible characters are escaped too, and a value that JSON does not have is `null`
 * at the top, as in arrays (in objects it is left out). NaN and the infinities are `null`. The value must not contain itself.
 */
export const toJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return leafJson(value) || 'null';
  /** Quoted keys, cached: a snapshot has few different ones. */
  const names: Record<string, string> = createObject(null);
  let top = open(value);
  let out = top.keys ? '{' : '[';
  for (;;) {
    if (top.next === top.length) {
      out += top.keys ? '}' : ']';
      if (!top.above) return out;
      top = top.above;
      continue;
    }
    const index = top.next++;
    const key = top.keys && (top.keys[index] as string);
    const child = top.value[key === undefined ? index : key];
    const isOpen = typeof child === 'object' && child !== null;
    const leaf = isOpen ? '' : leafJson(child);
    if (leaf === undefined && key !== undefined) continue;
    if (!top.empty) out += ',';
    top.empty = false;
    if (key !== undefined) {
      const name = names[key] || `${quoteJson(key)}:`;
      names[key] = name;
      out += name;
    }
    if (isOpen) {
      top = open(child as object, top);
      out += top.keys ? '{' : '[';
    } else out += leaf === undefined ? 'null' : leaf;
  }
};
