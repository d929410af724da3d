import { lookOf, type Pass } from '../dom/pass.ts';
import type { Budget } from './budget.ts';
import { append, createDraft, openText } from './draft.ts';
import { joinText, rawLimit } from './loose-text.ts';
import { tipOf } from './seen-without-words.ts';
import type { Frame } from './walk-frame.ts';
import { writtenIn } from './written-by-style.ts';

/** Text of no size is not seen. */
const hasNoSize = (el: Element, pass: Pass): boolean => lookOf(el, pass).style.fontSize === '0px';

/** Reads words of the page into the sink of what the walk is in. Each gives whether a node of the snapshot came of it. */
export class TextReader {
  private readonly limit: number;

  constructor(
    private readonly pass: Pass,
    maxText: number,
    private readonly budget: Budget,
    /** Elements that a style sheet may write into. */
    private readonly written: ReadonlySet<Element>,
  ) {
    this.limit = rawLimit(maxText);
  }

  readText({ data }: Text, frame: Frame): boolean {
    return this.add(data.length > this.limit ? data.slice(0, this.limit) : data, frame);
  }

  readWritten(frame: Frame, pseudo: '::before' | '::after'): boolean {
    const text = this.written.has(frame.el) ? writtenIn(frame.el, pseudo) : '';
    return text !== '' && this.add(text, frame);
  }

  /** What is said of an element without words stands in their place. */
  readTip(frame: Frame): boolean {
    const tip = tipOf(frame.el, this.pass);
    return tip !== '' && this.add(tip, frame);
  }

  private add(data: string, { sink, el, whole }: Frame): boolean {
    const open = openText(sink);
    if (open) {
      joinText(sink, open, data, el, this.limit);
      return false;
    }
    if (!/[^ \t\n\r\f]/.test(data) || hasNoSize(el, this.pass)) return false;
    const draft = createDraft({ role: 'text', text: data });
    draft.parent = sink;
    if (whole && !this.budget.reserve(draft, el)) return false;
    append(sink, draft);
    sink.apart = undefined;
    return whole;
  }
}
