import type { Pass } from './pass.ts';
import { findAll, props, rootOf } from './read.ts';

const NONE: readonly Element[] = [];

/** The labels of a tree: those of each control, and those that lead to none. */
export interface Labels {
  byControl: ReadonlyMap<Element, Element[]>;
  loose: ReadonlySet<Element>;
}

const labelsIn = (root: Document | ShadowRoot): Labels => {
  const byControl = new Map<Element, Element[]>();
  const loose = new Set<Element>();
  const labels = findAll(root, 'label');
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as HTMLLabelElement;
    const { control } = props(label, 'control');
    if (!control) {
      loose.add(label);
      continue;
    }
    const others = byControl.get(control);
    if (others) others.push(label);
    else byControl.set(control, [label]);
  }
  return { byControl, loose };
};

const labelsAround = (el: Element, pass: Pass): Labels => {
  const root = rootOf(el) as Document | ShadowRoot;
  let known = pass.labels.get(root);
  if (!known) {
    known = labelsIn(root);
    pass.labels.set(root, known);
  }
  return known;
};

/**
 * The labels of a control in tree order (https://html.spec.whatwg.org/#dom-lfe-labels). Read once for all controls of a
 * tree: for its own `labels` each of them looks through all of it.
 */
export const labelsOf = (el: Element, pass: Pass): readonly Element[] =>
  labelsAround(el, pass).byControl.get(el) ?? NONE;

/** The labels of its tree that lead to no control: what they stand before is drawn, or was forgotten. */
export const looseLabels = (el: Element, pass: Pass): ReadonlySet<Element> => labelsAround(el, pass).loose;
