import type { Ref } from '../../contract.ts';
import { tagOf } from '../dom/read.ts';
import { holdWeakly, isLive } from '../element/refs.ts';
import { type Failure, fail } from '../result.ts';

/** A document in a frame of another origin, by the number that refs of its elements begin with. */
export interface FrameDocument {
  number: number;
  document: string;
  window: Window;
  element: { deref(): Element | undefined };
}

/** `f1f2e7`: `f2e7` in frame 1. */
export const splitRef = (ref: Ref): { number: number; rest: Ref } | undefined => {
  const match = /^f(\d+)(.+)$/.exec(ref);
  return match ? { number: Number(match[1]), rest: match[2] as Ref } : undefined;
};

/** By the prototype: a page may give an element a `contentWindow` of its own. */
export const windowOf = (el: Element): Window | null => {
  const prototype = tagOf(el) === 'iframe' ? HTMLIFrameElement.prototype : HTMLFrameElement.prototype;
  return Reflect.get(prototype, 'contentWindow', el) as Window | null;
};

const MOST_FRAMES = 500;

/** Numbers documents in frames: another document in the same frame is another number. */
export class Frames {
  private known: FrameDocument[] = [];
  private last = 0;

  /** Reads nothing of the page. */
  number(el: Element, window: Window, document: string): number {
    const found = this.known.find((one) => one.window === window && one.document === document);
    if (found) return found.number;
    this.known = this.known.filter((one) => one.window !== window).slice(1 - MOST_FRAMES);
    this.known.push({ number: ++this.last, document, window, element: holdWeakly(el) });
    return this.last;
  }

  /** The frame that a ref begins with, if the document that it was given for may still be there. */
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
