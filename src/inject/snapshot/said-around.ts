import { contentOf } from '../aria/name.ts';
import type { Pass } from '../dom/pass.ts';
import { parentElementOf, tagOf } from '../dom/read.ts';
import { canBeActedOn, type Draft, someBelow } from './draft.ts';
import { LONGEST } from './label-beside.ts';
import { collapse, readable } from './text.ts';

/** So far above a control its row may begin. */
const MOST_STEPS = 3;

/** Without a word in them, names say as little as none: `+`, `×`, `▸`. */
const WORD = /\p{L}|\p{N}/u;

/** These say what they do, and not to what. */
const VAGUE = /^(?:edit|view|open|change|delete|remove|select|choose|reply|details|more)$/i;

/** What leads to another month says so only where it stands. */
const TURNS = /^(?:prev|next)/i;
const YEAR = /\b(?:19|20)\d\d\b/;

const saidIn = (el: Element, pass: Pass): string => {
  let said = pass.said.get(el);
  if (said === undefined) {
    said = collapse(readable(contentOf(el, pass)));
    pass.said.set(el, said);
  }
  return said;
};

/**
 * What is said around something whose name tells nothing: the row of a stepper with its number, the month that arrows
 * turn, the item that a cross removes, the row to view. Empty where it is more than a label.
 */
const saidAround = (el: Element, name: string, pass: Pass): string => {
  const turns = TURNS.test(name);
  if (!turns && WORD.test(name) && !VAGUE.test(name)) return '';
  let at = parentElementOf(el);
  for (let steps = 0; at && tagOf(at) !== 'body' && steps <= MOST_STEPS; steps++) {
    const said = saidIn(at, pass);
    if (said.length > LONGEST) return '';
    if (turns ? YEAR.test(said) : /\p{L}/u.test(said) && said !== name) return said;
    at = parentElementOf(at);
  }
  return '';
};

/** What turns pages, with its sibling. */
const TURNING = /(?:^|\s)(?:prev|next)[a-z]*(?: month| year)?(?=\s|$)/gi;

/** A row that ends or begins with the name itself need not say it again. */
const without = (name: string, said: string): string => {
  if (TURNS.test(name)) return said.replace(TURNING, '').trim();
  if (said.endsWith(` ${name}`)) return said.slice(0, -name.length - 1);
  return said.startsWith(`${name} `) ? said.slice(name.length + 1) : said;
};

const PRESSED = /^(?:button|link|checkbox|radio|switch)$/;

/**
 * Where a name alone does not tell it from its like and what stands around is not shown; once for all that stands in one
 * row. Gives what was told last.
 */
export const tellAround = (own: Draft, pass: Pass, before: string): string => {
  const { hint, name = '', role } = own.node;
  // What fields hold would be told twice, and changes.
  if (!(hint ? /^(?:click|drag)/.test(hint) : PRESSED.test(role)) || someBelow(own, canBeActedOn))
    return before;
  const said = saidAround(own.el as Element, name, pass);
  if (said && said !== before) own.node.description = without(name, said);
  return said || before;
};
