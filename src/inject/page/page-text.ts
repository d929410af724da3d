import { roleOf } from '../aria/role.ts';
import { fieldValue } from '../aria/value.ts';
import { flatChildren, frameDocument, isElement, isText } from '../dom/flat-tree.ts';
import { hiddenBelow, hidesSubtree, ONE_PIXEL, type SightLine } from '../dom/hidden.ts';
import { lookOf, type Pass } from '../dom/pass.ts';
import { fromDocument, tagOf } from '../dom/read.ts';
import { skipsOwnText } from '../dom/rendered.ts';
import { isNotContent } from '../snapshot/walk-rules.ts';

/** Text that stands together: what is between two edges of blocks, white space collapsed. */
export interface TextRun {
  text: string;
  /** Which element's text begins at which position. */
  parts: { at: number; el: Element }[];
}

interface Open {
  el: Element;
  children: ArrayLike<Node>;
  index: number;
  block: boolean;
  /** What is known from above about what can be seen here. */
  line: SightLine;
  /** Whether its own text can be seen. */
  shown: boolean;
}

const HOLDS_VALUE = /^(?:input|textarea|select)$/;
const INLINE = /^(?:$|inline|contents|ruby)/;

class Collector {
  readonly runs: TextRun[] = [];
  private run: TextRun = { text: '', parts: [] };
  /** Asked of the text itself, it would be put together anew for each part. */
  private endsInSpace = true;

  add(data: string, el: Element): void {
    const { run } = this;
    let text = data.replace(/[ \t\n\r\f]+/g, ' ');
    if (this.endsInSpace && text.startsWith(' ')) text = text.slice(1);
    if (!text) return;
    this.endsInSpace = text.endsWith(' ');
    run.parts.push({ at: run.text.length, el });
    run.text += text;
  }

  end(): void {
    if (this.run.text.trim()) this.runs.push(this.run);
    this.run = { text: '', parts: [] };
    this.endsInSpace = true;
  }
}

const open = (el: Element, line: SightLine, isHidden: boolean, pass: Pass): Open => {
  const doc = /^i?frame$/.test(tagOf(el)) ? frameDocument(el) : null;
  const root = doc && fromDocument(doc, 'body');
  const isInline = INLINE.test(lookOf(el, pass).display) && tagOf(el) !== 'br' && !root;
  const look = lookOf(el, pass);
  return {
    el,
    children: root ? [root] : flatChildren(el),
    index: 0,
    block: !isInline,
    line: root ? {} : line,
    shown: !isHidden && !look.isInvisible && look.style.fontSize !== '0px' && !skipsOwnText(el, pass),
  };
};

/** The page's text as a person reads it, as snapshots see it: fields' values included (secrets masked), frames and shadow roots too. */
export const pageText = (pass: Pass): TextRun[] => {
  const into = new Collector();
  const body = fromDocument(document, 'body');
  const stack: Open[] = body ? [open(body, {}, false, pass)] : [];
  for (let top = stack[0]; top; top = stack[stack.length - 1]) {
    const node = top.children[top.index++];
    if (!node) {
      stack.pop();
      if (top.block) into.end();
    } else if (isText(node)) {
      if (top.shown) into.add(node.data, top.el);
    } else if (isElement(node)) enter(node, top, stack, into, pass);
  }
  return into.runs;
};

const enter = (el: Element, above: Open, stack: Open[], into: Collector, pass: Pass): void => {
  const tag = tagOf(el);
  if (isNotContent(tag)) return;
  const { reason, below } = hiddenBelow(el, above.el, above.line, pass, ONE_PIXEL);
  if (reason && (hidesSubtree(reason) || /^i?frame$/.test(tag))) return;
  if (HOLDS_VALUE.test(tag)) {
    into.end();
    if (!reason && !lookOf(el, pass).isInvisible) into.add(fieldValue(el, roleOf(el, pass), pass), el);
    into.end();
    return;
  }
  const opened = open(el, below, reason !== undefined, pass);
  if (opened.block) into.end();
  stack.push(opened);
};
