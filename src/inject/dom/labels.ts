import type { DomCache } from './dom-cache.ts';
import { elementById } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { findAll, listAttr, prop, props, rootOf, tagOf } from './read.ts';

const NONE: readonly Element[] = [];

/** The labels of a tree: those of each control, those that lead to none, and what `aria-labelledby` says of each. */
export interface Labels {
  byControl: ReadonlyMap<Element, Element[]>;
  loose: ReadonlySet<Element>;
  referring: ReadonlyMap<Element, Element[]>;
}

const noneYet = (): Element[] => [];

/** Several boxes may be named after one label; a page may name each of its elements after all. */
const MOST_REFERRING = 5;

const referringIn = (root: Document | ShadowRoot): Map<Element, Element[]> => {
  const referring = new Map<Element, Element[]>();
  const all = findAll(root, '[aria-labelledby]');
  for (let i = 0; i < all.length; i++) {
    const el = all[i] as Element;
    for (const id of listAttr(el, 'aria-labelledby').split(/\s+/)) {
      const label = elementById(el, id);
      const known = label ? getOrInsertComputed(referring, label, noneYet) : undefined;
      if (known && known.length < MOST_REFERRING) known.push(el);
    }
  }
  return referring;
};

const labelsIn = (root: Document | ShadowRoot): Labels => {
  const byControl = new Map<Element, Element[]>();
  const loose = new Set<Element>();
  const labels = findAll(root, 'label');
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as HTMLLabelElement;
    const { control } = props(label, 'control');
    if (control) getOrInsertComputed(byControl, control, noneYet).push(label);
    else loose.add(label);
  }
  return { byControl, loose, referring: labels.length > 0 ? referringIn(root) : new Map() };
};

const labelsAround = (el: Element, cache: DomCache): Labels =>
  getOrInsertComputed(cache.labels, rootOf(el) as Document | ShadowRoot, labelsIn);

/**
 * The labels of a control in tree order (https://html.spec.whatwg.org/#dom-lfe-labels). Read once for all controls of a
 * tree: for its own `labels` each of them looks through all of it.
 */
export const labelsOf = (el: Element, cache: DomCache): readonly Element[] =>
  labelsAround(el, cache).byControl.get(el) || NONE;

/** The labels of its tree that lead to no control: what they stand before is drawn, or was forgotten. */
export const looseLabels = (el: Element, cache: DomCache): ReadonlySet<Element> =>
  labelsAround(el, cache).loose;

/** What is named after a label by `aria-labelledby`. */
export const labelledBy = (label: Element, cache: DomCache): readonly Element[] =>
  labelsAround(label, cache).referring.get(label) || NONE;

/** A press on a label is a press on its control: that, else the element itself. */
export const controlOf = (el: Element): Element =>
  (tagOf(el) === 'label' && prop(el as HTMLLabelElement, 'control')) || el;
