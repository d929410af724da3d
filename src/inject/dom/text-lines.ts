import { isElement, isText } from './flat-tree.ts';
import { attr, childNodesOf, computedStyle, rectOf, tagOf } from './read.ts';

/** Marks of no width that editors keep their caret at; a joiner inside of an emoji is not one. */
const FILLERS = /[\u200b\ufeff]/g;

const KEEPS_SPACE = /^(?:pre|break-spaces)/;

/** Lines end as they do in a text area. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Spaces of every kind are one kind: editors make some of them non-breaking. */
export const plainText = (text: string): string =>
  withLineFeeds(text)
    .replace(FILLERS, '')
    .replace(/[\t\u00a0]/g, ' ');

class Lines {
  readonly done: string[] = [];
  private open: string | undefined;

  add(text: string, keepsSpace: boolean): void {
    if (keepsSpace) {
      const [first = '', ...rest] = text.split('\n');
      this.open = (this.open || '') + first;
      for (const line of rest) {
        this.end();
        this.open = line;
      }
      return;
    }
    let shown = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (this.open === undefined || this.open.endsWith(' ')) shown = shown.replace(/^ /, '');
    if (shown !== '') this.open = (this.open || '') + shown;
  }

  /** A line break, which ends a line even if there is nothing on it. */
  break(keepsSpace: boolean): void {
    this.open ||= '';
    this.end(keepsSpace);
  }

  end(keepsSpace = true): void {
    if (this.open !== undefined) this.done.push(keepsSpace ? this.open : this.open.replace(/ $/, ''));
    this.open = undefined;
  }
}

/** Widgets of an editor, and what is drawn over its text. */
const isNoText = (el: Element, style: CSSStyleDeclaration, isThrough: boolean): boolean =>
  style.display === 'none' ||
  style.visibility === 'hidden' ||
  (style.pointerEvents === 'none' && !isThrough) ||
  attr(el, 'contenteditable') === 'false' ||
  attr(el, 'aria-hidden') === 'true';

/** Reads what is below an element; true if there are blocks in it. */
const readInto = (lines: Lines, parent: Element, isBlock: boolean, isThrough: boolean): boolean => {
  const keepsSpace = KEEPS_SPACE.test(computedStyle(parent).whiteSpace);
  let hasBlock = false;
  const nodes = childNodesOf(parent);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (isText(node)) lines.add(node.data, keepsSpace);
    if (!isElement(node)) continue;
    if (tagOf(node) === 'br') {
      lines.break(keepsSpace);
      continue;
    }
    const style = computedStyle(node);
    if (isNoText(node, style, isThrough)) continue;
    if (style.display.startsWith('inline') || style.display === 'contents') {
      hasBlock = readInto(lines, node, false, isThrough) || hasBlock;
      continue;
    }
    hasBlock = true;
    lines.end(keepsSpace);
    const before = lines.done.length;
    const isOuter = readInto(lines, node, true, isThrough);
    if (!isOuter && lines.done.length === before && rectOf(node).height > 0) lines.done.push('');
  }
  if (isBlock) lines.end(keepsSpace);
  return hasBlock;
};

/**
 * What an editor shows, a line for each of its blocks and line breaks, without what it keeps there for itself. (The
 * `innerText` of paragraphs has as many line feeds as their margins are worth.)
 *
 * @param isThrough with what lets presses through
 */
export const textByLine = (root: Element, isThrough = false): string => {
  const lines = new Lines();
  readInto(lines, root, true, isThrough);
  return plainText(lines.done.join('\n'));
};

/** What is drawn where an editor or a terminal draws its text: all of it may let presses through. */
export const drawnLines = (surface: Element): string => {
  const text = textByLine(surface);
  return /\S/.test(text) ? text : textByLine(surface, true);
};

export function unspaced(text: string): string {
  return text.replace(/\s/g, '');
}
