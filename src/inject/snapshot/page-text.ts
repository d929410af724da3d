import { oneLine } from '../../render/core.ts';
import { roleOf } from '../aria/role.ts';
import { fieldValue } from '../aria/value.ts';
import { holdsValue } from '../dom/content.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { fromDocument } from '../dom/read.ts';
import { type Exactness, matchesText } from '../element/find-elements.ts';
import { type Shown, type Visitor, visitShown } from './visit-shown.ts';

/** Text that stands together: what is between two edges of blocks, as it is printed. */
export interface TextRun {
  text: string;
  /** Which element's text begins at which position. */
  parts: { at: number; el: Element }[];
}

class RunCollector implements Visitor {
  readonly runs: TextRun[] = [];
  private run: TextRun = { text: '', parts: [] };
  /** Asked of the text itself, it would be put together anew for each part. */
  private endsInSpace = true;

  constructor(private readonly cache: DomCache) {}

  enter({ el, tag, isBlock, isShown }: Shown): boolean {
    const holds = holdsValue(tag);
    if (isBlock || holds) this.end();
    if (!holds) return true;
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
    // As it is printed; white space at its ends stays.
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
 * The page's text, or that of a part of it, as a person reads it and snapshots see it: fields' values included (secrets
 * masked), frames and shadow roots too.
 */
export const pageText = (
  cache: DomCache,
  root: Element | null = fromDocument(document, 'body'),
): TextRun[] => {
  const collector = new RunCollector(cache);
  if (root) visitShown(root, collector, cache);
  return collector.runs;
};

/** What a text stands in, in each line that holds it as a person reads it; where it goes across parts, that the line begins in. */
export const elementsReading = (
  wanted: string,
  exact: Exactness,
  cache: DomCache,
  root?: Element,
): Element[] => {
  const holdsIt = (text: string): boolean => matchesText(text, wanted, exact);
  return pageText(cache, root)
    .filter(({ text }) => holdsIt(text))
    .flatMap(({ text, parts }) => {
      const own = parts.filter(({ at }, i) => holdsIt(text.slice(at, parts[i + 1]?.at)));
      return own[0] ? own : parts.slice(0, 1);
    })
    .map(({ el }) => el);
};
