/** White space as HTML collapses it; other spaces (NBSP) are text. */
export const collapse = (text: string): string => text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ | $/g, '');

/** At most `max` code units, cut on a code point and marked with an ellipsis that counts. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text;
  let end = Math.max(0, max - 1);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${text.slice(0, end)}…`;
};

/** Glyphs of icon fonts: private use code points, which say nothing to a reader. */
const PRIVATE_USE = /[\uE000-\uF8FF]|[\uDB80-\uDBFF][\uDC00-\uDFFF]/g;

/** One line without icon glyphs. */
export const readable = (text: string): string => collapse(text.replace(PRIVATE_USE, ''));
