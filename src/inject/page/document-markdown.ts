import { nameOf } from '../aria/name.ts';
import { attr, baseOf, documentOf, findAll } from '../dom/read.ts';
import { unicodePattern } from '../dom/unicode-pattern.ts';
import type { Shown } from '../snapshot/visit-shown.ts';
import { destination, escaped } from './markdown-text.ts';
import { type MarkdownLine, MarkdownWriter } from './markdown-writer.ts';
import { type StressSign, stress, withStress } from './stress.ts';

/** What stands in a line and is stressed, by tag. */
const SIGNS: Readonly<Record<string, StressSign>> = {
  b: '**',
  strong: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
};

/** How highlighters and https://html.spec.whatwg.org/#the-code-element name the language of code. */
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#.-]{1,20})(?:\s|$|;)/;

const languageOf = (el: Element): string => {
  const places = [findAll(el, 'code')[0], el, el.parentElement, el.parentElement?.parentElement];
  for (const place of places) {
    const found = place && LANGUAGE.exec(`${attr(place, 'class') || ''} `);
    if (found) return found[1] as string;
  }
  return '';
};

/** A line of a paragraph, not a heading, a row or a picture that a caption follows. */
const isText = ({ text, code }: MarkdownLine): boolean => !code && !/^(?:#+ |\||!\[)/.test(text);

/** https://spec.commonmark.org/0.31.2/#hard-line-breaks between lines of one paragraph. */
const breakBetween = (above: MarkdownLine, line: MarkdownLine): string => {
  if (line.isApart || (above.code && above.code !== line.code)) return `\n${line.gap}\n`;
  const isParagraph = line.lead === above.rest && isText(above) && isText(line);
  return isParagraph ? '  \n' : '\n';
};

const UNDERSCORES_AT_EDGE = unicodePattern('(^|[^\\p{L}\\p{N}_])_+|_+(?=$|[^\\p{L}\\p{N}_])', 'g');

/** Marks that Markdown would take for its own; one `~` before a word strikes nothing out by itself. */
const withoutMarks = (text: string): string =>
  text
    .replace(/(^|\s)~(?=[^\s~])|[*~]/g, (signs, before) => (before === undefined ? `\\${signs}` : signs))
    .replace(UNDERSCORES_AT_EDGE(text), (signs) => signs.replace(/_/g, '\\_'));

/** Markdown for a file: images with their addresses, stressed text, code with its language. */
export class DocumentMarkdown extends MarkdownWriter {
  private readonly languages = new Map<object, string>();
  private language = '';
  /** What is stressed and still open: behind which line it began, and where in the next one. */
  private readonly stressed: { el: Element; sign: StressSign; count: number; at: number }[] = [];

  /** All that was visited. */
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
    if (isEntered && sign && !this.stressed.some((one) => one.sign === sign))
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

  /** Signs have to touch the text that they stress. */
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
    // An exclamation mark was escaped.
    if (this.line[length] === '!' && !sign) for (const one of this.stressed) if (one.at >= length) one.at++;
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
