import type { Ref } from '../../contract.ts';
import { tagOf } from '../dom/read.ts';
import { holdWeakly, isLive } from '../element/refs.ts';
import { type Failure, fail } from '../result.ts';

/** A document in a frame of another origin. Refs of its elements begin with its number: `f1kd5`. */
export interface FrameDocument {
  number: number;
  document: string;
  window: Window;
  element: { deref(): Element | undefined };
}

/** `f1f2kd7` is `f2kd7` in frame 1; undefined for a ref of this document. */
export const splitRef = (ref: Ref): { number: number; rest: Ref } | undefined => {
  const match = /^f(\d+)(.+)$/.exec(ref);
  return match ? { number: Number(match[1]), rest: match[2] as Ref } : undefined;
};

/** The window of a frame, read by the prototype's getter: a page may give the element a `contentWindow` of its own. */
export const windowOf = (el: Element): Window | null => {
  const prototype = tagOf(el) === 'iframe' ? HTMLIFrameElement.prototype : HTMLFrameElement.prototype;
  return Reflect.get(prototype, 'contentWindow', el) as Window | null;
};

const MAX_FRAMES = 500;

/** Numbers the documents in frames: a new document in the same frame gets a new number. */
export class Frames {
  private known: FrameDocument[] = [];
  private last = 0;

  /** The number of a document in a frame. Reads nothing of the page. */
  number(el: Element, window: Window, document: string): number {
    const found = this.known.find((frame) => frame.window === window && frame.document === document);
    if (found) return found.number;
    this.known = this.known.filter((frame) => frame.window !== window).slice(1 - MAX_FRAMES);
    this.known.push({ number: ++this.last, document, window, element: holdWeakly(el) });
    return this.last;
  }

  /** The frame that a ref names, if the document that the ref was issued for may still be there. */
  find(ref: Ref, split = splitRef(ref)): { frame: FrameDocument; element: Element; rest: Ref } | Failure {
    const frame = this.known.find(({ number }) => number === split?.number);
    const element = frame?.element.deref();
    if (frame && split && element && isLive(element) && windowOf(element) === frame.window)
      return { frame, element, rest: split.rest };
    return goneFrame(ref, (split?.number ?? 0) > this.last);
  }
}

export const goneFrame = (ref: Ref, never = false): Failure =>
  never
    ? fail('ref_not_found', `${ref} was never issued in this document. Take a new snapshot.`, {
        cause: 'unknown',
      })
    : fail('ref_not_found', `${ref} belongs to a document that has left its frame. Take a new snapshot.`, {
        cause: 'navigated',
      });
