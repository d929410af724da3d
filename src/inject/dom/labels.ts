import type { Pass } from './pass.ts';
import { findAll, props, rootOf } from './read.ts';

const NONE: readonly Element[] = [];

const labelsIn = (root: Document | ShadowRoot): Map<Element, Element[]> => {
  const byControl = new Map<Element, Element[]>();
  const labels = findAll(root, 'label');
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as HTMLLabelElement;
    const { control } = props(label, 'control');
    if (!control) continue;
    const others = byControl.get(control);
    if (others) others.push(label);
    else byControl.set(control, [label]);
  }
  return byControl;
};

/**
 * The labels of a control in tree order (https://html.spec.whatwg.org/#dom-lfe-labels). Read once for all controls of a
 * tree: for its own `labels` each of them looks through all of it.
 */
export const labelsOf = (el: Element, pass: Pass): readonly Element[] => {
  const root = rootOf(el) as Document | ShadowRoot;
  let known = pass.labels.get(root);
  if (!known) {
    known = labelsIn(root);
    pass.labels.set(root, known);
  }
  return known.get(el) ?? NONE;
};
