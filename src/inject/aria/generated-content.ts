import { isInvisible } from '../dom/dom-cache.ts';
import { computedStyle } from '../dom/read.ts';
/** Text that a style sheet puts in: `content` of `::before`, `::after` and of elements themselves. */

export interface GeneratedText {
  text: string;
  /** It replaces a picture: `content: url(x.png) / "text"`. */
  isAlternative: boolean;
  display: string;
  /** As it is computed. */
  content: string;
}

const QUOTES: Readonly<Record<string, string>> = { 'open-quote': '“', 'close-quote': '”' };

/** One string, or one word up to the next space. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|(\/)|((?:[a-z-]+\([^)]*\)|[^\s"/]+))/gi;

/** Computed values escape controls by their number, of two digits at most, and signs by themselves. */
const unescaped = (text: string): string =>
  text.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, hex: string | undefined, char: string) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : char,
  );

/** What a computed `content` value says in words: its strings, or the text after its slash. */
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

/** Never have generated content: replaced elements, and what has no box. */
const WITHOUT =
  /^(?:img|input|video|canvas|iframe|embed|audio|object|textarea|select|br|wbr|hr|source|track|area)$/;

/** The text of a pseudo-element, or null where there is none or it says nothing. */
export const generatedText = (
  el: Element,
  tag: string,
  pseudo: '::before' | '::after',
): GeneratedText | null => {
  if (WITHOUT.test(tag)) return null;
  const style = computedStyle(el, pseudo);
  const content = style.content;
  // What counts is said by nothing, and without it the words around it say little.
  if (/^$|^(?:none|normal|"")$|\bcounters?\(/.test(content)) return null;
  const display = style.display;
  if (display === 'none' || isInvisible(style)) return null;
  const { text, isAlternative } = textOfContent(content);
  // A word that an icon font draws as a picture.
  const isIcon = /icon|symbol/i.test(style.fontFamily) && /^[a-z][a-z0-9_]+$/.test(text);
  return text && !isIcon ? { text, isAlternative, display, content } : null;
};
