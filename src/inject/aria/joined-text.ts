import { unicodePattern } from '../dom/unicode-pattern.ts';
import { collapseSpace, isSpace } from './white-space.ts';

/**
 * How an element is laid out in the text: only inline boxes join their neighbours without a space. ATOMIC: an
 * inline-level box, such as a button.
 */
export type Flow = typeof INLINE | typeof ATOMIC | typeof BLOCK;
export const INLINE = 0;
export const ATOMIC = 1;
export const BLOCK = 2;

/**
 * Joins pieces of text, with a space between pieces that are separate. Accname separates blocks only
 * (https://www.w3.org/TR/accname-1.2/#comp_name_from_content_for_each_child_append); as in Chromium, pieces from an
 * attribute, a value or another element are separate too.
 */
export class JoinedText {
  text = '';
  /** The text is longer than the limit. */
  isFull = false;
  private left: number;
  /** The next piece is separate from the last one. */
  private isApart = false;
  private lastIsContent = true;
  /** Before the first piece of an open element: whether that piece is separate from the text before; else null. */
  private edge: boolean | null = false;
  private blocks = 0;
  /** `edge` and `blocks` at the start of each open element. */
  private readonly outer: [edge: boolean | null, blocks: number][] = [];

  constructor(maxText: number) {
    // One more, as a trailing space is trimmed later.
    this.left = maxText + 1;
  }

  /** Separates the next piece from the last, unless the box between them is inline. */
  gap(flow: Flow): void {
    if (flow) this.isApart = true;
    if (flow === BLOCK) this.blocks++;
  }

  /** Starts an element that is one piece to its neighbours: only its edges may join them. */
  open(): void {
    this.outer.push([this.edge, this.blocks]);
    this.edge ??= this.isApart || !this.lastIsContent;
  }

  /** Ends the element; `start` is where its text began. */
  close(start: number): void {
    const [edge, blocks] = this.outer.pop() || [null, 0];
    if (this.text.length > start) {
      this.lastIsContent = true;
      // An element with a block inside is separate from the text after it.
      this.isApart = this.blocks > blocks;
    } else this.edge = edge;
  }

  /** Adds a piece with collapsed white space. `isContent`: page text, not an attribute, value or other element. */
  add(piece: string, isContent: boolean): void {
    if (!piece) return;
    const before = this.text;
    const isApart = this.edge ?? (this.isApart || !isContent || !this.lastIsContent);
    const endsInSpace = before === '' || isSpace(before.charCodeAt(before.length - 1));
    const startsWithSpace = isSpace(piece.charCodeAt(0));
    const needsSpace = isApart && !endsInSpace && !startsWithSpace;
    this.text = needsSpace ? `${before} ${piece}` : before + piece;
    // Two adjacent spaces count as one, as they are collapsed later.
    this.left -= piece.length + (needsSpace ? 1 : 0) - (endsInSpace && startsWithSpace ? 1 : 0);
    this.isFull = this.left < 0;
    this.edge = null;
    this.isApart = false;
    this.lastIsContent = isContent;
  }

  /** Adds page text as its `text-transform` shows it. */
  addWords(words: string, transform: string): void {
    this.add(wordsShown(words, transform, this.isApart ? '' : this.text.slice(-1)), true);
  }

  since(start: number): string {
    return this.text.slice(start);
  }
}

/** The first letters of words: those not preceded by a letter, digit, mark or apostrophe. */
const FIRST_LETTERS = unicodePattern("(^|[^\\p{L}\\p{N}\\p{M}'’])([\\p{L}])", 'g');

/**
 * Page text as its `text-transform` shows it, white space collapsed. `last`: the character before it in the same word,
 * or empty.
 */
export const wordsShown = (words: string, transform: string, last: string): string => {
  const text = collapseSpace(words);
  switch (transform) {
    case 'uppercase':
      return text.toUpperCase();
    case 'lowercase':
      return text.toLowerCase();
    case 'capitalize':
      return (last + text)
        .replace(
          FIRST_LETTERS(last + text),
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        )
        .slice(last.length);
    default:
      return text;
  }
};
