/** How a UTF-16 code unit is treated; 0 is kept. */
const DROP = 1;
const SPACE = 2;
/** Zero-width joiners and emoji/text variation selectors: needed in real text, but only behind a base. */
const JOIN = 3;
const COMBINE = 4;
const HIGH = 5;
const LOW = 6;

/** Ranges of code units by treatment, hexadecimal, `first-last`; what is not listed is kept. */
const RANGES: readonly (readonly [treatment: number, ranges: string])[] = [
  [SPACE, '0-20 7f-a0 1680 2000-200a 2028-2029 202f 205f 2800 3000'],
  [
    DROP,
    'ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b 200e-200f 202a-202e 2060-206f 3164 fe00-fe0d feff ffa0 fff9-fffc fffe-ffff',
  ],
  [JOIN, '200c-200d fe0e-fe0f'],
  [COMBINE, '300-34e 350-36f 483-489 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f'],
  [HIGH, 'd800-dbff'],
  [LOW, 'dc00-dfff'],
];

const treatments = (): Uint8Array => {
  const table = new Uint8Array(0x10000);
  for (const [treatment, ranges] of RANGES) {
    for (const range of ranges.split(' ')) {
      const [first = '', last = first] = range.split('-');
      table.fill(treatment, parseInt(first, 16), parseInt(last, 16) + 1);
    }
  }
  return table;
};

const TREATMENT = treatments();

/** Whether a code unit is removed from a line, since it is invisible, reorders text or carries hidden text. */
export const isHiddenUnit = (unit: number): boolean => TREATMENT[unit] === DROP;

/** Most combining marks of one letter: more are no script ("zalgo" text). */
const MAX_MARKS = 4;

/** Whether a high surrogate begins a character from U+E0000 to U+E0FFF, which show nothing: tags, variation selectors, unassigned. */
export const isHiddenPair = (high: number): boolean => high >= 0xdb40 && high <= 0xdb43;

/** A joiner does something only behind a letter of a joining script, an emoji, or (selectors) a keycap's base. */
const canJoin = (before: number, joiner: number): boolean =>
  before >= 0x80 || (joiner >= 0xfe0e && /[\d#*]/.test(String.fromCharCode(before)));

/**
 * Page text as one well-formed line that shows all it holds: control characters, line separators of every kind and
 * all white space become single spaces, none at the ends; characters that reorder, hide or carry hidden text are
 * removed; lone surrogates become U+FFFD; joiners and combining marks stay where real text has them.
 */
export const oneLine = (text: string): string => {
  // Printable ASCII without two spaces in a row and none at either end: most strings.
  if (!/[^ -~]| (?: |$)|^ /.test(text)) return text;
  let out = '';
  let space = false;
  let marks = 0;
  let joins = 0;
  let last = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const treatment = TREATMENT[unit] as number;
    let kept = text.charAt(i);
    if (treatment === SPACE) {
      space = out !== '';
      continue;
    }
    if (treatment === DROP) continue;
    if (treatment === JOIN) {
      if (space || out === '' || ++joins > 2 || unit === last || !canJoin(last, unit)) continue;
    } else {
      joins = 0;
      if (treatment === COMBINE && ++marks > MAX_MARKS) continue;
      if (treatment === HIGH && TREATMENT[text.charCodeAt(i + 1)] === LOW) {
        kept += text.charAt(++i);
        if (isHiddenPair(unit)) continue;
      } else if (treatment >= HIGH) kept = '\ufffd';
      if (treatment !== COMBINE) marks = 0;
    }
    out += space ? ` ${kept}` : kept;
    space = false;
    last = kept.charCodeAt(kept.length - 1);
  }
  return out;
};

/** At most `max` code units, cut on a code point; the ellipsis counts. */
export const clip = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, '')}…`;

/** A role, a tag or a ref with only its letters, digits, `-` and `_`, at most 40. */
export const token = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, '').slice(0, 40);

/** A number without exponent, rounded to three decimals and limited to ±9e12; NaN is 0. */
export const decimal = (value: number): string => {
  const size = Number.isNaN(value) ? 0 : Math.min(Math.abs(value), 9e12);
  const thousandths = Math.floor(size * 1000 + 0.5);
  const rest = thousandths % 1000;
  const digits =
    rest === 0
      ? ''
      : `.${String(1000 + rest)
          .slice(1)
          .replace(/0+$/, '')}`;
  return (value < 0 && thousandths > 0 ? '-' : '') + String((thousandths - rest) / 1000) + digits;
};
