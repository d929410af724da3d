import { isInvisible } from '../dom/dom-cache.ts';
import { computedStyle } from '../dom/read.ts';
/** Generated content: text from the CSS property `content` of `::before`, `::after` and of elements themselves. */

export interface GeneratedText {
  text: string;
  /** It is the text alternative of a picture: `content: url(x.png) / "text"`. */
  isAlternative: boolean;
  display: string;
  /** The computed value. */
  content: string;
}

const QUOTES: Readonly<Record<string, string>> = { 'open-quote': '“', 'close-quote': '”' };

/** A string, the slash before a text alternative, or a function or keyword. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|(\/)|((?:[a-z-]+\([^)]*\)|[^\s"/]+))/gi;

/** Resolves CSS escapes. In computed values, control characters are escaped by their hex number, others by a backslash. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, hex: string | undefined, char: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : char,
  );

/** The text of a computed `content` value: its strings, or the text alternative after its slash. */
export const textOfContent = (content: string): { text: string; isAlternative: boolean } => {
  let text = '';
  let isAlternative = false;
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(content); token; token = TOKEN.exec(content)) {
    if (token[2]) {
      text = '';
      isAlternative = true;
    } else if (token[1] !== undefined) text += unescaped(token[1]);
    else text += QUOTES[token[3] || ''] || '';
  }
  return { text, isAlternative };
};

/** Elements without `::before` and `::after`: replaced elements, and those without a box. */
const WITHOUT_PSEUDO =
  /^(?:img|input|video|canvas|iframe|embed|audio|object|textarea|select|br|wbr|hr|source|track|area)$/;

/** The text of a pseudo-element, or null where it does not exist or has no text. */
export const generatedText = (
  el: Element,
  tag: string,
  pseudo: '::before' | '::after',
): GeneratedText | null => {
  if (WITHOUT_PSEUDO.test(tag)) return null;
  const style = computedStyle(el, pseudo);
  const content = style.content;
  // The number of a counter can't be read from the computed style, and the text around it means little without it.
  if (/^$|^(?:none|normal|"")$|\bcounters?\(/.test(content)) return null;
  const display = style.display;
  if (display === 'none' || isInvisible(style)) return null;
  const { text, isAlternative } = textOfContent(content);
  // A ligature that an icon font draws as a picture: `arrow_back`.
  const isIcon = /icon|symbol/i.test(style.fontFamily) && /^[a-z][a-z0-9_]+$/.test(text);
  return text && !isIcon ? { text, isAlternative, display, content } : null;
};
