import { unicodePattern } from '../dom/unicode-pattern.ts';
import { collapseSpace, isSpace } from './white-space.ts';

/** How an element lies in its line: only inline neighbours without a box of their own join without a space. */
export type Flow = typeof INLINE | typeof ATOMIC | typeof BLOCK;
export const INLINE = 0;
export const ATOMIC = 1;
export const BLOCK = 2;

/**
 * Text put together from pieces, with a space between pieces that are apart. Accname asks for one around blocks
 * only (https://www.w3.org/TR/accname-1.2/#comp_name_from_content_for_each_child_append); as in Chromium, pieces that come
 * from an attribute, a value or another element stand apart too.
 */
export class JoinedText {
  text = '';
  /** Enough was collected. */
  isFull = false;
  private left: number;
  /** The next piece is apart from the last one. */
  private isApart = false;
  private lastIsContent = true;
  /** At the start of an element that is one piece to those around it: whether it is apart from them. */
  private edge: boolean | null = false;
  private blocks = 0;
  /** Edge and number of blocks at the start of each element that is open. */
  private readonly outer: [edge: boolean | null, blocks: number][] = [];

  constructor(maxText: number) {
    // The space at the end may yet be dropped.
    this.left = maxText + 1;
  }

  /** What comes next is apart from what came before. */
  gap(flow: Flow): void {
    if (flow) this.isApart = true;
    if (flow === BLOCK) this.blocks++;
  }

  /** An element starts that is one piece: only its edges join what is around it. */
  open(): void {
    this.outer.push([this.edge, this.blocks]);
    this.edge ??= this.isApart || !this.lastIsContent;
  }

  /** It ends; its text started at `start`. */
  close(start: number): void {
    const [edge, blocks] = this.outer.pop() || [null, 0];
    if (this.text.length > start) {
      this.lastIsContent = true;
      // A line that was broken by a block goes on apart from what comes after.
      this.isApart = this.blocks > blocks;
    } else this.edge = edge;
  }

  /** Adds a piece whose white space is collapsed. */
  add(piece: string, isContent: boolean): void {
    if (!piece) return;
    const so = this.text;
    const isApart = this.edge ?? (this.isApart || !isContent || !this.lastIsContent);
    const endsInSpace = so === '' || isSpace(so.charCodeAt(so.length - 1));
    const startsWithSpace = isSpace(piece.charCodeAt(0));
    const needsSpace = isApart && !endsInSpace && !startsWithSpace;
    this.text = needsSpace ? `${so} ${piece}` : so + piece;
    // Two spaces that meet become one.
    this.left -= piece.length + (needsSpace ? 1 : 0) - (endsInSpace && startsWithSpace ? 1 : 0);
    this.isFull = this.left < 0;
    this.edge = null;
    this.isApart = false;
    this.lastIsContent = isContent;
  }

  /** Adds text of the page, as `text-transform` shows it. */
  addWords(words: string, transform: string): void {
    this.add(wordsShown(words, transform, this.isApart ? '' : this.text.slice(-1)), true);
  }

  since(start: number): string {
    return this.text.slice(start);
  }
}

/** Letters after anything but a letter, a digit or an apostrophe start a word. */
const FIRST_LETTERS = unicodePattern("(^|[^\\p{L}\\p{N}\\p{M}'’])([\\p{L}])", 'g');

/** Text of the page as `text-transform` shows it behind the letter `last`, white space collapsed. */
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
