import { oneLine } from '../../render/core.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { urlOf } from '../aria/url.ts';
import { fieldValue } from '../aria/value.ts';
import { holdsValue } from '../dom/content.ts';
import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { attr, closestTo, findAll, inputTypeOf, keyword, tagOf } from '../dom/read.ts';
import type { Shown, Visitor } from './visit-shown.ts';

/** A line of Markdown. */
export interface MarkdownLine {
  /** What stands before it: quote marks, the sign of a list item. */
  lead: string;
  /** The same before what is left of it, when it was cut. */
  rest: string;
  text: string;
  /** Behind an empty line. */
  isApart: boolean;
  /** The block of code that it stands in, the same for all of its lines. */
  code?: { fence: string };
}

/** What a line is written into. */
interface Box {
  el: Element;
  lead: string;
  /** Not written yet: it stands before the first line only. */
  first?: string;
  /** Of a list with numbers: that of its next item. */
  number?: number;
  /** Its lines follow each other without empty ones. */
  isTight: boolean;
}

/** Text that Markdown takes for nothing but text inside of a line. */
export const escaped = (text: string): string => text.replace(/[\\[\]`<]/g, '\\$&');

/** A line that begins no block, and is no line about something left out. */
export const escapedStart = (line: string): string =>
  /^(?:[#>+*=~:.|-]|[0-9]+[.)])/.test(line) ? line.replace(/^[0-9]*/, '$&\\') : line;

export const destination = (url: string): string =>
  /[\s()<>]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;

/** A line of code keeps its spaces; what else would break it goes as in any line. */
const codeLine = (text: string): string =>
  text
    .replace(/\t/g, '    ')
    .replace(/\u00a0/g, ' ')
    .replace(/[^ ]+/g, oneLine)
    .replace(/ +$/, '');

/** Longer than any run of backticks in the code. */
const fenceFor = (code: string, least: number): string => {
  const runs = code.match(/`+/g) ?? [];
  return '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), least));
};

const NO_CELL = 'table, p + p, pre, ul, ol, h1, h2, h3, h4, h5, h6, blockquote';

/** A table that shows data, each cell of it a few words; any other is there for its layout. */
const isDataTable = (table: Element): boolean =>
  findAll(table, NO_CELL).length === 0 &&
  findAll(table, 'tr').length > 1 &&
  (findAll(table, 'th, caption').length > 0 || findAll(table, 'td + td').length > 1);

const BUTTON = /^(?:button|submit|reset|image)$/;

const MOST_COLUMNS = 50;

const integer = (el: Element, name: string): number | undefined => {
  const value = Number.parseInt(attr(el, name) ?? '', 10);
  return value >= 0 && value < 1e9 ? value : undefined;
};

const LEVEL = /^h([1-6])$/;

/** Writes what a page shows as Markdown: a visitor of `visitShown`. */
export class MarkdownWriter implements Visitor {
  protected readonly lines: MarkdownLine[] = [];
  protected line = '';
  /** What makes a heading of the next line. */
  private start = '';
  private isApart = false;
  private readonly boxes: Box[] = [];
  /** The links that are open: behind which line they began, and where in the next one. */
  private readonly links: { count: number; at: number }[] = [];
  protected code: { readonly el: Element; text: string } | undefined;
  /** What is one line, whatever stands in it: a heading, a row. */
  protected joined: Element | undefined;
  private row: { cells: string[]; isFirst: boolean } | undefined;

  constructor(
    protected readonly cache: DomCache,
    private readonly urls: boolean,
    protected readonly excluded: ReadonlySet<Element>,
  ) {}

  /** All that was visited. */
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
    if (this.code) this.code.text += data;
    else if (data.includes('\n') && /^(?:pre|break)/.test(styleOf(el, this.cache).whiteSpace))
      data.split('\n').forEach((line, i) => {
        if (i > 0) this.end(false);
        this.add(escaped(line));
      });
    else this.add(escaped(data));
  }

  enter({ el, tag, isBlock, isShown }: Shown): boolean {
    if (this.excluded.has(el)) return false;
    if (this.code) {
      if (tag === 'br' || (isBlock && !/(?:^|\n)$/.test(this.code.text))) this.code.text += '\n';
      return true;
    }
    if (isBlock) this.end(tag !== 'br');
    const role = keyword(el, 'role');
    if (holdsValue(tag)) {
      if (isShown) this.add(this.fieldText(el));
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
    else if (tag === 'blockquote') this.boxes.push({ el, lead: '> ', isTight: false });
    else if (tag === 'table' && !this.row && isDataTable(el)) {
      this.joined = el;
      this.row = { cells: [], isFirst: true };
    } else if (tag === 'a' || tag === 'button')
      this.links.push({ count: this.lines.length, at: this.line.length });
    else if (!this.row && (LEVEL.test(tag) || role === 'heading')) {
      this.joined = el;
      const level = integer(el, 'aria-level') ?? Number(LEVEL.exec(tag)?.[1] ?? 2);
      this.start = `${'######'.slice(0, level)} `;
    }
  }

  private openItem(el: Element): void {
    const list = this.boxes[this.boxes.length - 1];
    let first = '- ';
    if (list?.number !== undefined) {
      const number = integer(el, 'value') ?? list.number;
      list.number = number + 1;
      first = `${number}. `;
    }
    this.boxes.push({ el, lead: ' '.repeat(first.length), first, isTight: true });
  }

  leave({ el, tag, isBlock }: Shown): void {
    if (this.code) {
      if (this.code.el === el) this.endCode(isBlock);
      else if (isBlock && tag !== 'br' && !this.code.text.endsWith('\n')) this.code.text += '\n';
      return;
    }
    if (tag === 'a' || tag === 'button') this.endLink(el);
    if (this.row) this.leaveInTable(el, tag);
    if (this.joined === el) this.joined = undefined;
    if (isBlock) this.end(false);
    if (this.boxes[this.boxes.length - 1]?.el === el) this.boxes.pop();
    if (isBlock && tag !== 'br') this.end(true);
    if (LEVEL.test(tag)) this.start = '';
  }

  private leaveInTable(el: Element, tag: string): void {
    const row = this.row as { cells: string[]; isFirst: boolean };
    if (tag === 'td' || tag === 'th') {
      row.cells.push(oneLine(this.line).replace(/\|/g, '\\|'));
      for (let i = Math.min(integer(el, 'colspan') ?? 1, MOST_COLUMNS); i > 1; i--) row.cells.push('');
      this.line = '';
    } else if (tag === 'tr' && row.cells.some(Boolean)) {
      this.push(`| ${row.cells.join(' | ')} |`);
      if (row.isFirst) this.push(`|${row.cells.map(() => ' --- |').join('')}`);
      this.row = { cells: [], isFirst: false };
    } else if (tag === 'caption') {
      this.joined = undefined;
      this.end(true);
      this.joined = closestTo(el, 'table') ?? undefined;
    } else if (tag === 'table') this.row = undefined;
  }

  protected add(text: string): void {
    let more = text.replace(/\s+/g, ' ');
    if (this.line === '' || this.line.endsWith(' ')) more = more.replace(/^ /, '');
    // Behind a link it would be taken for where that leads.
    if (more.startsWith('(') && this.line.endsWith(']')) more = `\\${more}`;
    this.line += more;
  }

  /** Ends a line; what comes next stands apart from it, if anything may here. */
  protected end(isApart: boolean): void {
    if (this.joined) {
      this.add(' ');
      return;
    }
    const text = oneLine(this.line);
    this.line = '';
    if (text) this.push(this.start ? this.start + text : escapedStart(text));
    if (isApart && !this.boxes.some((box) => box.isTight)) this.isApart = true;
  }

  protected push(text: string, code?: { fence: string }): void {
    let lead = '';
    let rest = '';
    for (const box of this.boxes) {
      lead += box.first ?? box.lead;
      rest += box.lead;
      delete box.first;
    }
    this.lines.push({ lead, rest, text, isApart: this.isApart, ...(code && { code }) });
    this.isApart = false;
    this.start = '';
  }

  private endCode(isBlock: boolean): void {
    const { el, text } = this.code as { el: Element; text: string };
    this.code = undefined;
    if (tagOf(el) === 'pre' || (isBlock && text.trim().includes('\n'))) {
      const code = { fence: fenceFor(text, 3) };
      const lines = text
        .replace(/^\s*\n|\s+$/g, '')
        .split(/\r?\n|\r/)
        .map(codeLine);
      if (lines.some(Boolean)) for (const line of lines) this.push(line, code);
      this.end(true);
      return;
    }
    const shown = oneLine(text);
    const fence = fenceFor(shown, 1);
    const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
    if (/^\s/.test(text)) this.add(' ');
    if (shown) this.line += fence + space + shown + space + fence;
    if (/\s$/.test(text)) this.add(' ');
    if (isBlock) this.end(true);
  }

  private endLink(el: Element): void {
    const { count, at } = this.links.pop() ?? { count: -1, at: 0 };
    const label = this.line.slice(at).trim();
    // What holds whole lines is no link in one of them.
    if (count !== this.lines.length || !label) return;
    const hasSpace = this.line.endsWith(' ');
    this.line = this.line.slice(0, at);
    this.bracket('', label);
    const href = this.urls && tagOf(el) === 'a' ? urlOf(el, 'link', this.cache) : '';
    if (href) this.line += `(${destination(href)})`;
    if (hasSpace) this.line += ' ';
  }

  protected bracket(sign: string, label: string): void {
    this.line = `${this.line.replace(/!$/, '\\!')}${sign}[${label.replace(/\s+/g, ' ')}]`;
  }

  private fieldText(el: Element): string {
    const value = fieldValue(el, roleOf(el, this.cache), this.cache);
    if (value || !BUTTON.test(inputTypeOf(el))) return escaped(value);
    const name = nameOf(el, this.cache);
    return name && `[${escaped(name)}]`;
  }
}
