import type { Pass } from '../dom/pass.ts';
import { parentElementOf } from '../dom/read.ts';
import type { Budget } from './budget.ts';
import { append, createDraft, type Draft, someBelow } from './draft.ts';
import { drawnShapes } from './drawn-look.ts';

/** A drawing there is an icon. */
const isPartOfControl = (own: Draft): boolean => {
  for (let at = own.parent; at; at = at.parent) if (at.evidence) return true;
  return false;
};

/** The shapes of an unnamed drawing that are not listed themselves. */
export const drawnIn = (own: Draft, whole: boolean, pass: Pass): string => {
  if (own.node.tag !== 'svg' || own.node.name) return '';
  if (!own.evidence && (!whole || isPartOfControl(own))) return '';
  const listed = new Set<Element | undefined>();
  someBelow(own, ({ el, evidence }) => Boolean(evidence && listed.add(el) && false));
  /** Itself, or the group that it is in. */
  const isListed = (shape: Element): boolean => {
    for (let at: Element | null = shape; at && at !== own.el; at = parentElementOf(at))
      if (listed.has(at)) return true;
    return false;
  };
  return drawnShapes(own.el as Element, isListed, pass);
};

export const tellDrawn = (own: Draft, text: string, budget: Budget): void => {
  if (own.children.length === 0) {
    own.node.text = own.node.text ? `${own.node.text}; ${text}` : text;
    return;
  }
  const draft = createDraft({ role: 'text', text });
  if (budget.reserve(draft, own.el as Element)) append(own, draft);
};
