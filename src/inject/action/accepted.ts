import { findAll, rootOf, textOf, typeOfNode } from '../dom/read.ts';
import { unspaced } from '../dom/text-lines.ts';
import { rootsAround } from './effects.ts';
import { type Field, isTextField, valueIn } from './text-target.ts';

/** More fields are not looked at. */
const MOST_FIELDS = 500;

/** How often a text stands on the page outside of a field. */
const countElsewhere = (field: Element, wanted: string): number => {
  let all = '';
  for (const root of rootsAround(field)) {
    const whole = typeOfNode(root) === 9 ? (root as Document).documentElement : root;
    all += whole ? textOf(whole) : '';
  }
  const fields = Array.from(findAll(rootOf(field) as Document, 'input, textarea')).slice(0, MOST_FIELDS);
  for (const other of fields)
    if (other !== field && isTextField(other)) all += `\n${valueIn(other as Field)}`;
  return unspaced(all).split(wanted).length;
};

/**
 * A page may take a text out of its field once it is there, or each key for itself: then the text comes to stand
 * somewhere else. Call it before; what it gives tells whether it does.
 */
export const watchAccepted = (field: Element, text: string): (() => boolean) => {
  const wanted = unspaced(text);
  if (wanted === '') return () => false;
  const before = countElsewhere(field, wanted);
  return () => countElsewhere(field, wanted) > before;
};
