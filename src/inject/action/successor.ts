import { createDomCache } from '../dom/dom-cache.ts';
import { elementsIn, rootOf, tagOf } from '../dom/read.ts';
import { soleLookalike } from '../element/fingerprint.ts';
import { fingerprintNow } from '../element/lookup.ts';
import { isLive } from '../element/refs.ts';
import { labelBeside } from '../snapshot/guess/label-beside.ts';

/** How many elements with the same tag are compared. */
const MAX_COMPARED = 400;

/**
 * Finds the element that replaces the one that is acted on, in pages that write their markup anew for every change.
 * Call it before the action. The returned function gives the element itself or, if that was removed, the only new one
 * with its role and name; of several without a name the only one with the same text beside it.
 */
export const successor = (el: Element): (() => Element | undefined) => {
  const root = rootOf(el) as Document;
  const tag = tagOf(el);
  const withSameTag = (): Element[] =>
    elementsIn(root, '*')
      .filter((at) => tagOf(at) === tag)
      .slice(0, MAX_COMPARED);
  const before = new Set(withSameTag());
  const fingerprint = fingerprintNow(el);
  const textBeside = fingerprint.name ? '' : labelBeside(el, fingerprint.role, createDomCache());
  return () => {
    if (isLive(el)) return el;
    const cache = createDomCache();
    const added = withSameTag().filter((at) => !before.has(at));
    const soleOf = (among: Element[]) => soleLookalike(among, fingerprint, (at) => fingerprintNow(at, cache));
    return (
      soleOf(added) ??
      (textBeside
        ? soleOf(added.filter((at) => labelBeside(at, fingerprint.role, cache) === textBeside))
        : undefined)
    );
  };
};
