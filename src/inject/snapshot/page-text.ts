import { oneLine } from '../../render/core.ts';
import { roleOf } from '../aria/role.ts';
import { fieldValue } from '../aria/value.ts';
import { holdsValue } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { fromDocument } from '../dom/read.ts';
import { type Exactness, matchesText } from '../element/find-elements.ts';
import { type Shown, type Visitor, visitShown } from './visit-shown.ts';

/** A run of text between two block edges, as it is printed. */
export interface TextRun {
  text: string;
  /** Where in the run the text of each element begins. */
  parts: { at: number; el: Element }[];
}

class RunCollector implements Visitor {
  readonly runs: TextRun[] = [];
  private run: TextRun = { text: '', parts: [] };
  /** Kept because reading it from the text would flatten its string for each part. */
  private endsInSpace = true;

  constructor(private readonly cache: DomCache) {}

  enter({ el, tag, isBlock, isShown }: Shown): boolean {
    const isField = holdsValue(tag);
    if (isBlock || isField) this.end();
    if (!isField) return true;
    if (isShown) this.add(fieldValue(el, roleOf(el, this.cache), this.cache), el);
    this.end();
    return false;
  }

  leave({ isBlock }: Shown): void {
    if (isBlock) this.end();
  }

  text(data: string, { el }: Shown): void {
    this.add(data, el);
  }

  private add(data: string, el: Element): void {
    const { run } = this;
    // As printed, with white space at both ends kept.
    let text = oneLine(`.${data}.`).normalize().slice(1, -1);
    if (this.endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (!text) return;
    this.endsInSpace = text.endsWith(' ');
    run.parts.push({ at: run.text.length, el });
    run.text += text;
  }

  private end(): void {
    if (this.run.text.trim()) this.runs.push(this.run);
    this.run = { text: '', parts: [] };
    this.endsInSpace = true;
  }
}

/**
 * The text of the page or of `root`, as a person reads it: with the values of fields (secrets masked), in frames and
 * shadow roots, too.
 */
export const pageText = (
  cache: DomCache,
  root: Element | null = fromDocument(document, 'body'),
): TextRun[] => {
  const collector = new RunCollector(cache);
  if (root) visitShown(root, collector, cache);
  return collector.runs;
};

/**
 * The elements that hold a text, in each run that contains it; where the text spans several elements, the first
 * element of the run.
 */
export const elementsReading = (
  wanted: string,
  exact: Exactness,
  cache: DomCache,
  root?: Element,
): Element[] => {
  const hasWanted = (text: string): boolean => matchesText(text, wanted, exact);
  return pageText(cache, root)
    .filter(({ text }) => hasWanted(text))
    .flatMap(({ text, parts }) => {
      const holders = parts.filter(({ at }, i) => hasWanted(text.slice(at, parts[i + 1]?.at)));
      return holders[0] ? holders : parts.slice(0, 1);
    })
    .map(({ el }) => el);
};
