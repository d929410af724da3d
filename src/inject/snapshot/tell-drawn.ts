import type { Pass } from '../dom/pass.ts';
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
  return drawnShapes(own.el as Element, (shape) => listed.has(shape), pass);
};

export const tellDrawn = (own: Draft, text: string, budget: Budget): void => {
  if (own.children.length === 0) {
    own.node.text = own.node.text ? `${own.node.text}; ${text}` : text;
    return;
  }
  const draft = createDraft({ role: 'text', text });
  if (budget.reserve(draft, own.el as Element)) append(own, draft);
};
