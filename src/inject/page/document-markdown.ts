import { nameOf } from '../aria/name.ts';
import { attr, baseOf, documentOf, findAll } from '../dom/read.ts';
import { unicodePattern } from '../dom/unicode-pattern.ts';
import type { Shown } from '../snapshot/visit-shown.ts';
import { destination, escaped } from './markdown-text.ts';
import { type MarkdownLine, MarkdownWriter } from './markdown-writer.ts';
import { type StressSign, stress, withStress } from './stress.ts';

/** Tags of stressed text, with their signs. */
const SIGNS: Readonly<Record<string, StressSign>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
};

/** A class that names the language of code, as HTML (https://html.spec.whatwg.org/#the-code-element) and highlighters spell it. */
const LANGUAGE_CLASS = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#.-]{1,20})(?:\s|$|;)/;

const languageOf = (el: Element): string => {
  const places = [findAll(el, 'code')[0], el, el.parentElement, el.parentElement?.parentElement];
  for (const place of places) {
    const found = place && LANGUAGE_CLASS.exec(`${attr(place, 'class') || ''} `);
    if (found) return found[1] as string;
  }
  return '';
};

/** Whether a line belongs to a paragraph: it is no code, heading, table row or image. */
const isText = ({ text, code }: MarkdownLine): boolean => !code && !/^(?:#+ |\||!\[)/.test(text);

/** What parts two lines: a hard line break (https://spec.commonmark.org/0.31.2/#hard-line-breaks) within a paragraph, an empty line, or a line end. */
const breakBetween = (above: MarkdownLine, line: MarkdownLine): string => {
  if (line.isApart || (above.code && above.code !== line.code)) return `\n${line.gap}\n`;
  const isParagraph = line.lead === above.rest && isText(above) && isText(line);
  return isParagraph ? '  \n' : '\n';
};

const UNDERSCORES_AT_EDGE = unicodePattern('(^|[^\\p{L}\\p{N}_])_+|_+(?=$|[^\\p{L}\\p{N}_])', 'g');

/** Escapes delimiters of emphasis in text; not a single `~` before a word, which strikes nothing out. */
const withoutMarks = (text: string): string =>
  text
    .replace(/(^|\s)~(?=[^\s~])|[*~]/g, (signs, before) => (before === undefined ? `\\${signs}` : signs))
    .replace(UNDERSCORES_AT_EDGE(text), (signs) => signs.replace(/_/g, '\\_'));

/** Markdown of a whole document, for a file: with URLs of images, emphasis, and languages of code. */
export class DocumentMarkdown extends MarkdownWriter {
  private readonly languages = new Map<object, string>();
  private language = '';
  /** Open elements with emphasis: after how many lines each began, and at which character of the line. */
  private readonly stressed: { el: Element; sign: StressSign; count: number; at: number }[] = [];

  /** The text of everything that was visited. */
  toText(): string {
    let text = '';
    let open: MarkdownLine['code'];
    let foot = '';
    let above: MarkdownLine | undefined;
    for (const line of this.finish()) {
      const { code } = line;
      if (open && open !== code) text += foot;
      if (above) text += breakBetween(above, line);
      text += line.lead;
      if (code && open !== code) text += `${code.fence}${this.languages.get(code) || ''}\n${line.rest}`;
      text += code ? line.text : withStress(line.text);
      open = code;
      foot = code ? `\n${line.rest}${code.fence}` : '';
      above = line;
    }
    return text + foot;
  }

  override enter(at: Shown): boolean {
    const { el, tag, isBlock, isShown } = at;
    if (tag === 'pre') this.language = languageOf(el);
    if (tag === 'img' && !this.code && !this.excluded.has(el)) {
      if (isBlock) this.end(true);
      if (isShown) this.image(el);
      return false;
    }
    const isEntered = super.enter(at);
    const sign = SIGNS[tag];
    if (isEntered && sign && !this.stressed.some((open) => open.sign === sign))
      this.stressed.push({ el, sign, count: this.lines.length, at: this.line.length });
    return isEntered;
  }

  override leave(at: Shown): void {
    const last = this.stressed[this.stressed.length - 1];
    if (last?.el === at.el) {
      this.stressed.pop();
      if (last.count === this.lines.length) this.endStress(last);
    }
    super.leave(at);
  }

  protected override add(text: string): void {
    super.add(withoutMarks(text));
  }

  protected override push(text: string, code?: { fence: string }): void {
    if (code) this.languages.set(code, this.language);
    super.push(text, code);
  }

  /** Marks the emphasis that has ended, without spaces at its edges: signs must touch the text. */
  private endStress({ sign, at }: { sign: StressSign; at: number }): void {
    const inner = this.line.slice(at);
    const text = inner.trim();
    if (text === '') return;
    this.line = this.line.slice(0, at);
    if (inner.startsWith(' ')) this.add(' ');
    this.line += stress(text, sign);
    if (inner.endsWith(' ')) this.line += ' ';
  }

  protected override bracket(sign: string, label: string): void {
    const { length } = this.line;
    super.bracket(sign, label);
    // An exclamation mark before the bracket was escaped, which has moved the text behind it by one.
    if (this.line[length] === '!' && !sign)
      for (const open of this.stressed) if (open.at >= length) open.at++;
  }

  private image(el: Element): void {
    const name = nameOf(el, this.cache);
    const address = this.addressOf(el);
    if (address) {
      this.endLongLine();
      this.bracket('!', escaped(name));
      this.line += `(${destination(address)})`;
    } else if (name) this.add(escaped(name));
  }

  private addressOf(el: Element): string {
    const written = attr(el, 'src')?.trim() || '';
    if (written === '') return '';
    try {
      return new URL(written, baseOf(documentOf(el))).href;
    } catch {
      return written;
    }
  }
}
