import { isElement, isText } from './flat-tree.ts';
import { attr, childNodesOf, computedStyle, rectOf, tagOf } from './read.ts';

/** Characters without width that editors insert to hold the caret. Not the zero-width joiner, which emoji need. */
const FILLERS = /[\u200b\ufeff]/g;

/** The values of `white-space` that keep runs of spaces. */
export const KEEPS_SPACE = /^(?:pre|break-spaces)/;

/** A text with line ends as in the value of a text area: `\n`. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** A text with plain spaces and without fillers: editors make some spaces non-breaking. */
export const plainText = (text: string): string =>
  withLineFeeds(text)
    .replace(FILLERS, '')
    .replace(/[\t\u00a0]/g, ' ');

/** Collects the lines of an editor. */
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

/**
 * Whether an element inside of an editor is not part of its text: hidden, a widget, an overlay drawn over the text, or
 * on a drawing surface what has no text cursor, such as the number of a line.
 */
const isNotText = (el: Element, style: CSSStyleDeclaration, includesOverlays?: boolean): boolean =>
  style.display === 'none' ||
  style.visibility === 'hidden' ||
  (style.pointerEvents === 'none' && !includesOverlays) ||
  (includesOverlays !== undefined && style.cursor === 'default') ||
  attr(el, 'contenteditable') === 'false' ||
  attr(el, 'aria-hidden') === 'true';

/** Reads the text below an element; returns whether it contains blocks. */
const readInto = (lines: Lines, parent: Element, isBlock: boolean, includesOverlays?: boolean): boolean => {
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
    if (isNotText(node, style, includesOverlays)) continue;
    if (/^(?:inline|contents)/.test(style.display)) {
      hasBlock = readInto(lines, node, false, includesOverlays) || hasBlock;
      continue;
    }
    hasBlock = true;
    lines.end(keepsSpace);
    const before = lines.done.length;
    const containsBlocks = readInto(lines, node, true, includesOverlays);
    if (!containsBlocks && lines.done.length === before && rectOf(node).height > 0) lines.done.push('');
  }
  if (isBlock) lines.end(keepsSpace);
  return hasBlock;
};

/**
 * The text of an editor, a line for each of its blocks and line breaks, without its widgets and hidden elements.
 * (`innerText` adds line feeds for the margins of paragraphs.)
 *
 * @param includesOverlays of a drawing surface: whether elements with `pointer-events: none` are read, too
 */
export const textByLine = (root: Element, includesOverlays?: boolean): string => {
  const lines = new Lines();
  readInto(lines, root, true, includesOverlays);
  return plainText(lines.done.join('\n'));
};

/** The text on the drawing surface of an editor or a terminal; all of it may have `pointer-events: none`. */
export const drawnLines = (surface: Element): string => {
  const text = textByLine(surface, false);
  return /\S/.test(text) ? text : textByLine(surface, true);
};

export function unspaced(text: string): string {
  return text.replace(/\s/g, '');
}
