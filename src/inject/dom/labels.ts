import type { DomCache } from './dom-cache.ts';
import { elementById } from './flat-tree.ts';
import { getOrInsertComputed } from './get-or-insert-computed.ts';
import { findAll, listAttr, prop, props, rootOf, tagOf } from './read.ts';

const NONE: readonly Element[] = [];

/**
 * The labels of a tree: those of each control, those without a control, and the elements named by each through
 * `aria-labelledby`.
 */
export interface Labels {
  byControl: ReadonlyMap<Element, Element[]>;
  loose: ReadonlySet<Element>;
  referring: ReadonlyMap<Element, Element[]>;
}

const newList = (): Element[] => [];

/** How many elements that refer to one label are kept: a hostile page may refer from every element to every label. */
const MAX_REFERRING = 5;

const referringIn = (root: Document | ShadowRoot): Map<Element, Element[]> => {
  const referring = new Map<Element, Element[]>();
  const all = findAll(root, '[aria-labelledby]');
  for (let i = 0; i < all.length; i++) {
    const el = all[i] as Element;
    for (const id of listAttr(el, 'aria-labelledby').split(/\s+/)) {
      const label = elementById(el, id);
      const referrers = label ? getOrInsertComputed(referring, label, newList) : undefined;
      if (referrers && referrers.length < MAX_REFERRING) referrers.push(el);
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
    if (control) getOrInsertComputed(byControl, control, newList).push(label);
    else loose.add(label);
  }
  return { byControl, loose, referring: labels.length > 0 ? referringIn(root) : new Map() };
};

const labelsOfTree = (el: Element, cache: DomCache): Labels =>
  getOrInsertComputed(cache.labels, rootOf(el) as Document | ShadowRoot, labelsIn);

/**
 * The labels of a control in tree order (https://html.spec.whatwg.org/#dom-lfe-labels). Read once for all controls of a
 * tree: the engine searches the whole tree for the `labels` of each control.
 */
export const labelsOf = (el: Element, cache: DomCache): readonly Element[] =>
  labelsOfTree(el, cache).byControl.get(el) || NONE;

/** The labels in the tree of `el` without a control: the page draws their control, or its author forgot `for`. */
export const looseLabels = (el: Element, cache: DomCache): ReadonlySet<Element> =>
  labelsOfTree(el, cache).loose;

/** The elements that refer to a label by `aria-labelledby`. */
export const labelledBy = (label: Element, cache: DomCache): readonly Element[] =>
  labelsOfTree(label, cache).referring.get(label) || NONE;

/** The control that a click on `el` activates where `el` is a label, else `el` itself. */
export const controlOf = (el: Element): Element =>
  (tagOf(el) === 'label' && prop(el as HTMLLabelElement, 'control')) || el;
