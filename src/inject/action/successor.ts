import { createDomCache } from '../dom/dom-cache.ts';
import { elementsIn, rootOf, tagOf } from '../dom/read.ts';
import { soleLookalike } from '../element/fingerprint.ts';
import { fingerprintNow } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { labelBeside } from '../snapshot/guess/label-beside.ts';

/** More of a kind are not compared. */
const MOST_OF_A_KIND = 400;

/**
 * Pages that write their markup anew for every change put another element into the place of the one that is acted
 * on. Call it before; what it returns gives the element itself or, where that is gone, the only new one with its
 * role and name; of several without a name the only one beside which the same is written.
 */
export const successor = (el: Element): (() => Element | undefined) => {
  const root = rootOf(el) as Document;
  const tag = tagOf(el);
  const ofKind = (): Element[] =>
    elementsIn(root, '*')
      .filter((at) => tagOf(at) === tag)
      .slice(0, MOST_OF_A_KIND);
  const before = new Set(ofKind());
  const was = fingerprintNow(el);
  const beside = was.name ? '' : labelBeside(el, was.role, createDomCache());
  return () => {
    if (isLive(el)) return el;
    const cache = createDomCache();
    const made = ofKind().filter((at) => !before.has(at));
    const soleOf = (among: Element[]) => soleLookalike(among, was, (at) => fingerprintNow(at, cache));
    return (
      soleOf(made) ??
      (beside ? soleOf(made.filter((at) => labelBeside(at, was.role, cache) === beside)) : undefined)
    );
  };
};
