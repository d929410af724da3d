import { oneLine } from '../../render/core.ts';
import { nameOf } from '../aria/name.ts';
import { texOf } from '../aria/native-alternative.ts';
import { roleOf } from '../aria/role.ts';
import { urlOf } from '../aria/url.ts';
import { fieldValue } from '../aria/value.ts';
import { holdsValue } from '../dom/content.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { isButtonInput } from '../dom/input-type.ts';
import { matched } from '../dom/matched.ts';
import {
  attr,
  CHECKED_INPUTS,
  closestTo,
  findAll,
  hasAttr,
  integerAttr,
  keyword,
  matches,
  prop,
  tagOf,
} from '../dom/read.ts';
import type { Shown, Visitor } from '../snapshot/visit-shown.ts';
import { codeLine, destination, escaped, escapedStart, fenceFor } from './markdown-text.ts';

/** A line of Markdown. */
export interface MarkdownLine {
  /** The prefix of the line: quote marks, the marker of a list item, indentation. */
  lead: string;
  /** The prefix of its rest, when it was cut between two pages. */
  rest: string;
  text: string;
  /** Whether an empty line precedes it. */
  isApart: boolean;
  /** The prefix of that empty line: marks of quotes that go on. */
  gap: string;
  /** The code block that contains it: one object for all of its lines. */
  code?: { fence: string };
}

/** A container that gives its lines a prefix: a list, a list item, a quote. */
interface Box {
  el: Element;
  lead: string;
  /** The prefix of its first line, until that is written. */
  first?: string;
  /** The number of the next item of an ordered list. */
  number?: number;
  /** Whether its lines follow each other without empty lines. */
  isTight: boolean;
}

const QUOTE = '> ';

const BLOCK_IN_CELL = 'p + p, ul, ol, h1, h2, h3, h4, h5, h6, blockquote';

/** Whether a table shows data and is not there for layout: it has header cells, or cells of a few words each. */
const isDataTable = (table: Element): boolean => {
  const has = (what: string, least = 1): boolean => findAll(table, what).length >= least;
  return (
    !has('table, pre') &&
    has('tr', 2) &&
    (has('th') || (!has(BLOCK_IN_CELL) && (has('caption') || has('td + td', 2))))
  );
};

/** Whether an element is written in brackets: a button, or a link with a URL. An `a` without one is only a target of links. */
const isLink = (el: Element, tag: string): boolean =>
  tag === 'button' || (tag === 'a' && (hasAttr(el, 'href') || hasAttr(el, 'xlink:href')));

const MAX_COLUMNS = 50;

/** Longer lines are ended: adding to a line takes time proportional to its length. No line written by a person is this long. */
const MAX_LINE_CHARS = 20_000;

/** The table that is being written. */
interface Table {
  cells: string[];
  /** For each column, how many rows its last cell still spans, the current one included. */
  readonly spans: number[];
  isFirst: boolean;
}

const integer = (el: Element, name: string): number | undefined => {
  const value = integerAttr(el, name);
  return value >= 0 && value < 1e9 ? value : undefined;
};

const LEVEL = /^h([1-6])$/;

/** Writes what a page shows as Markdown: a visitor of `visitShown`. */
export class MarkdownWriter implements Visitor {
  protected readonly lines: MarkdownLine[] = [];
  protected line = '';
  /** The heading sign (`## `) of the next line. */
  private start = '';
  private isApart = false;
  private readonly boxes: Box[] = [];
  /** The containers of the last line. */
  private boxesAbove: readonly Box[] = [];
  /**
   * Open links: after how many lines each began, and at which character of the line. A negative `at`: that line is
   * written already, and its last `-at` characters belong to the link.
   */
  private readonly links: { count: number; at: number }[] = [];
  protected code: { readonly el: Element; text: string } | undefined;
  /** The open element whose content is one line, blocks in it too: a heading, a table. */
  protected joined: Element | undefined;
  private row: Table | undefined;

  constructor(
    protected readonly cache: DomCache,
    private readonly urls: boolean,
    protected readonly excluded: ReadonlySet<Element>,
  ) {}

  /** The lines of everything that was visited. */
  finish(): readonly MarkdownLine[] {
    this.end(false);
    return this.lines;
  }

  /** A heading of the first level. */
  title(text: string): void {
    this.start = '# ';
    this.add(escaped(text));
    this.end(true);
  }

  text(data: string, { el }: Shown): void {
    const { whiteSpace, userSelect } = styleOf(el, this.cache);
    if (this.code) {
      // The number of a line is not selected with the code.
      const isSelected = userSelect === styleOf(this.code.el, this.cache).userSelect;
      if (isSelected || Number(data) !== this.code.text.trimStart().split('\n').length)
        this.code.text += data;
    } else
      (/^(?:pre|break)/.test(whiteSpace) ? data.split('\n') : [data]).forEach((line, i) => {
        if (i) this.end(!this.line.trim());
        this.add(escaped(line));
      });
  }

  enter({ el, tag, isBlock, isShown }: Shown): boolean {
    if (this.excluded.has(el)) return false;
    if (this.code) {
      if (tag === 'br' || (isBlock && !/(?:^|\n)$/.test(this.code.text))) this.code.text += '\n';
      return true;
    }
    // A second `br` in a row makes an empty line.
    if (isBlock) this.end(tag !== 'br' || !this.line.trim());
    const role = keyword(el, 'role');
    if (holdsValue(tag)) {
      if (isShown) this.add(this.fieldText(el));
      return false;
    }
    const tex = tag === 'math' && isShown ? oneLine(texOf(el)) : '';
    if (tex) {
      this.line += '$';
      this.addCode(tex);
      this.line += '$';
      return false;
    }
    if (tag === 'img' || tag === 'svg' || role === 'img') {
      const name = isShown && nameOf(el, this.cache);
      if (name) this.bracket('!', escaped(name));
      return !name && tag !== 'img';
    }
    this.open(el, tag, role);
    return true;
  }

  private open(el: Element, tag: string, role: string): void {
    if (tag === 'pre' || tag === 'code') this.code = { el, text: '' };
    else if (tag === 'li') this.openItem(el);
    else if (tag === 'ul' || tag === 'ol' || tag === 'figure')
      this.boxes.push({
        el,
        lead: '',
        isTight: true,
        ...(tag === 'ol' && { number: integer(el, 'start') ?? 1 }),
      });
    else if (tag === 'blockquote') this.boxes.push({ el, lead: QUOTE, isTight: false });
    else if (tag === 'table' && !this.row && isDataTable(el)) {
      this.joined = el;
      this.row = { cells: [], spans: [], isFirst: true };
    } else if (isLink(el, tag)) this.links.push({ count: this.lines.length, at: this.line.length });
    else if (!this.row && (LEVEL.test(tag) || role === 'heading')) {
      this.joined = el;
      const level = integer(el, 'aria-level') || Number(matched(LEVEL, tag, 1) || 2);
      this.start = `${'######'.slice(0, level)} `;
    }
  }

  private openItem(el: Element): void {
    const list = this.boxes[this.boxes.length - 1];
    let first = '- ';
    if (list?.number !== undefined) {
      list.number = integer(el, 'value') ?? list.number;
      first = `${list.number++}. `;
    }
    this.boxes.push({ el, lead: ' '.repeat(first.length), first, isTight: true });
  }

  leave({ el, tag, isBlock }: Shown): void {
    if (this.code) {
      if (this.code.el === el) this.endCode(isBlock);
      else if (isBlock && tag !== 'br' && !this.code.text.endsWith('\n')) this.code.text += '\n';
      return;
    }
    if (isLink(el, tag)) this.endLink(el);
    if (this.row) this.leaveInTable(el, tag);
    const isLine = this.joined === el;
    if (isLine) this.joined = undefined;
    if (isBlock) this.end(false);
    if (this.boxes[this.boxes.length - 1]?.el === el) this.boxes.pop();
    if (isBlock && tag !== 'br') this.end(true);
    if (isLine && !this.line) this.start = '';
  }

  private leaveInTable(el: Element, tag: string): void {
    const { cells, spans, isFirst } = this.row as Table;
    const isCell = tag === 'td' || tag === 'th';
    if (isCell || tag === 'tr') while ((spans[cells.length] || 0) > 0) cells.push('');
    if (isCell) {
      const rows = integer(el, 'rowspan') ?? 1;
      let text = oneLine(this.line).replace(/\|/g, '\\|');
      for (let i = Math.min(integer(el, 'colspan') || 1, MAX_COLUMNS); i > 0; i--) {
        if (cells.length < MAX_COLUMNS) spans[cells.length] = rows;
        cells.push(text);
        text = '';
      }
      this.line = '';
    } else if (tag === 'tr') {
      const isShown = cells.some(Boolean);
      if (isShown) this.push(`| ${cells.join(' | ')} |`);
      if (isShown && isFirst) this.push(`|${cells.map(() => ' --- |').join('')}`);
      this.row = { cells: [], spans: spans.map((rows) => rows - 1), isFirst: isFirst && !isShown };
    } else if (tag === 'caption') {
      this.joined = undefined;
      this.end(true);
      this.joined = closestTo(el, 'table') || undefined;
    } else if (/^t(?:head|body|foot)$/.test(tag)) spans.length = 0;
    else if (tag === 'table') {
      this.row = undefined;
      // Without an empty line Markdown would take the next line for a row, in lists too.
      this.isApart = true;
    }
  }

  protected endLongLine(): void {
    if (this.line.length <= MAX_LINE_CHARS) return;
    this.joined = undefined;
    this.end(false);
  }

  protected add(text: string): void {
    this.endLongLine();
    let more = text.replace(/\s+/g, ' ');
    if (this.line === '' || this.line.endsWith(' ')) more = more.replace(/^ /, '');
    // Right behind a link it would be taken for the link's URL.
    if (more.startsWith('(') && this.line.endsWith(']')) more = `\\${more}`;
    this.line += more;
  }

  /** Ends the line. `isApart`: an empty line follows, unless a tight container is open. */
  protected end(isApart: boolean): void {
    if (this.joined) {
      this.add(' ');
      return;
    }
    const text = oneLine(this.line);
    for (const link of this.links) {
      if (link.at <= 0) continue;
      link.at = -oneLine(this.line.slice(link.at)).length;
      if (!link.at && text) link.count++;
    }
    this.line = '';
    if (text) this.push(this.start ? this.start + text : escapedStart(text));
    if (isApart && !this.boxes.some((box) => box.isTight)) this.isApart = true;
  }

  protected push(text: string, code?: { fence: string }): void {
    let lead = '';
    let rest = '';
    let gap = '';
    this.boxes.forEach((box, i) => {
      lead += box.first || box.lead;
      rest += box.lead;
      if (box.lead === QUOTE && this.boxesAbove[i] === box) gap = rest.trimEnd();
      delete box.first;
    });
    this.boxesAbove = this.boxes.slice();
    // Without an empty line it would continue the container that has ended: https://spec.commonmark.org/0.31.2/#lazy-continuation-line
    const isBehind = lead === rest && rest.length < (this.lines[this.lines.length - 1]?.rest.length || 0);
    this.lines.push({ lead, rest, text, isApart: this.isApart || isBehind, gap, ...(code && { code }) });
    this.isApart = false;
    this.start = '';
  }

  private endCode(isBlock: boolean): void {
    const { el, text } = this.code as { el: Element; text: string };
    this.code = undefined;
    if (!this.joined && (tagOf(el) === 'pre' || (isBlock && text.trim().includes('\n')))) {
      const code = { fence: fenceFor(text, 3) };
      const lines = text
        .replace(/^\s*\n|\s+$/g, '')
        .split(/\r?\n|\r/)
        .map(codeLine);
      if (lines.some(Boolean)) for (const line of lines) this.push(line, code);
      this.end(true);
      return;
    }
    // Without a space between, two code spans would be one.
    if (/^\s/.test(text) || this.line.endsWith('`')) this.add(' ');
    this.addCode(oneLine(text));
    if (/\s$/.test(text)) this.add(' ');
    if (isBlock) this.end(true);
  }

  private addCode(text: string): void {
    const fence = fenceFor(text, 1);
    const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
    if (text) this.line += fence + space + text + space + fence;
  }

  private endLink(el: Element): void {
    const { count, at } = this.links.pop() || { count: 0, at: 0 };
    const own = this.lines.slice(count);
    if (own.length && attr(el, 'href') === null) return;
    const rest = this.line;
    const find = (start: RegExp): MarkdownLine | undefined =>
      own.find(({ text, code }) => !code && start.test(text));
    // A link around several lines is written on one of them: the first heading, else the first text, else the first image.
    let line = find(/^#+ [^[]/) || find(/^(?!#|!?\[|\|)/);
    if (!line && !rest.slice(own.length ? 0 : at).trim()) line = find(/^!|\]$/);
    const text = line ? line.text : rest;
    let begin = own.length ? matched(/^#+ /, text).length : at;
    if (line === own[0] && at < 0) begin = text.length + at;
    const label = oneLine(text.slice(begin));
    if (!label) return;
    this.line = text.slice(0, begin);
    if (text[begin] === ' ') this.add(' ');
    this.bracket('', label);
    const href = this.urls && tagOf(el) === 'a' ? urlOf(el, 'link', this.cache) : '';
    if (href && href !== 'javascript:') this.line += `(${destination(href)})`;
    if (text.endsWith(' ')) this.line += ' ';
    if (!line) return;
    line.text = this.line;
    this.line = rest;
  }

  protected bracket(sign: string, label: string): void {
    // Before a link, an exclamation mark would turn it into an image.
    if (!sign) this.line = this.line.replace(/!$/, '\\!');
    this.line += `${sign}[${label}]`;
  }

  private fieldText(el: Element): string {
    if (matches(el, CHECKED_INPUTS)) return prop(el as HTMLInputElement, 'checked') ? '[x] ' : '[ ] ';
    const value = fieldValue(el, roleOf(el, this.cache), this.cache);
    if (value || !isButtonInput(el)) return escaped(value);
    const name = nameOf(el, this.cache);
    return name && `[${escaped(name)}]`;
  }
}
