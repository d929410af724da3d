import { contentOf, nameOf } from '../aria/name.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import {
  attr,
  findAll,
  isAfter,
  listAttr,
  matches,
  parentElementOf,
  prop,
  rootOf,
  tagOf,
  textOf,
} from '../dom/read.ts';
import { canBeActedOn, type Draft, someBelow } from './draft.ts';
import { handlesPress } from './handlers.ts';
import { headOfRow, LONGEST, labelOfCell, looseLabelBeside } from './label-beside.ts';
import { collapse, cut, readable } from './text.ts';

/** So far above a control its row may begin, and so many parts it may have: more are a list of them. */
const MOST_STEPS = 5;
const MOST_PARTS = 30;

/** Without a word in them, names say as little as none: `+`, `×`, `▸`. */
const WORD = /\p{L}|\p{N}/u;

/** These say what they do, and not to what. */
const VAGUE =
  /^(?:edit|view|open|change|delete|remove|select|choose|reply|details|more)(?: (?:this )?(?:tag|item|chip|token|option|file|row|filter|entry))?$/i;

const BUTTON = 'button, [role=button]';

const wordsOn = (button: Element): string => collapse(attr(button, 'aria-label') || textOf(button));

/** In any language, what several buttons of a page say: one for each thing in a list. */
const namesOfSeveral = (el: Element, pass: Pass): ReadonlySet<string> => {
  const root = rootOf(el) as Document;
  let several = pass.namesOfSeveral.get(root);
  if (!several) {
    const known = new Set<string>();
    several = new Set();
    pass.namesOfSeveral.set(root, several);
    for (const button of Array.from(findAll(root, BUTTON))) {
      const words = wordsOn(button);
      if (words && known.has(words)) several.add(words);
      known.add(words);
    }
  }
  return several;
};

const isOneOfSeveral = (el: Element, pass: Pass): boolean =>
  matches(el, BUTTON) && namesOfSeveral(el, pass).has(wordsOn(el));

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

const OTHERS = 'button, [role=button], input[type=button], input[type=submit], a[href]';
/** What is to be done may have the words of its box. */
const BOX = 'input[type=checkbox]';
const OTHERS_AND_BOXES = `${OTHERS}, ${BOX}`;
const MOST_OTHERS = 20;

/** Beyond its item are others. */
const ITEM = /^(?:li|tr|article)$/;

/** A link may be what something belongs to. */
const isPlace = (link: Element, called: string): boolean =>
  tagOf(link) === 'a' && WORD.test(called) && !VAGUE.test(called) && !TURNS.test(called);

/** Whether the first link in a row, before the button, is what that belongs to: its line says so. */
const isBehindPlace = (el: Element, around: Element, pass: Pass): boolean => {
  const link = ITEM.test(tagOf(around)) ? findAll(around, 'a[href]')[0] : undefined;
  return link !== undefined && isAfter(el, link) && isPlace(link, collapse(readable(nameOf(link, pass))));
};

const hasOwnPointer = (el: Element, pass: Pass): boolean => {
  const above = parentElementOf(el);
  return (
    styleOf(el, pass).cursor === 'pointer' && above !== null && styleOf(above, pass).cursor !== 'pointer'
  );
};

/** Another of its kind: an item of the same menu, a field of the same board. */
const isPeer = (at: Element, el: Element, pass: Pass): boolean =>
  at !== el &&
  (handlesPress(at) ||
    hasOwnPointer(at, pass) ||
    (tagOf(el) === 'td' && listAttr(at, 'class') === listAttr(el, 'class')));

/** What is said there but for what else can be done, which has a line of its own and does not tell what it belongs to. */
const saidOf = (el: Element, around: Element, said: string, name: string, pass: Pass): string => {
  const names = [name];
  const alike = matches(el, OTHERS) ? [] : Array.from(findAll(around, tagOf(el)));
  for (const other of alike.slice(0, MOST_OTHERS))
    if (isPeer(other, el, pass)) names.push(saidIn(other, pass));
  for (const other of Array.from(findAll(around, OTHERS_AND_BOXES)).slice(0, MOST_OTHERS)) {
    const called = collapse(readable(nameOf(other, pass)));
    const isWhat = matches(other, BOX) ? !VAGUE.test(called) : isPlace(other, called);
    if (!isWhat || (name && called.startsWith(name))) names.push(called);
  }
  names.sort((a, b) => b.length - a.length);
  const rest = names.reduce((left, called) => left.replace(` ${called} `, ' '), ` ${said} `);
  return rest
    .split(' ')
    .filter((word) => WORD.test(word))
    .join(' ');
};

/** What a box is about that says more than a label. */
const headOf = (box: Element, pass: Pass): string => {
  if (tagOf(box) === 'tr') return headOfRow(box, pass);
  const head = findAll(box, 'h1, h2, h3, h4, h5, h6')[0];
  if (!head || matches(head, 'a *') || findAll(head, 'a[href], button').length > 0) return '';
  const said = saidIn(head, pass);
  return said.length > LONGEST ? '' : said;
};

/** A row of a table with its buttons; nobody reads more to find out what one of them is for. */
const MOST_SAID = 200;

/**
 * What is said around something whose name tells nothing: the row of a stepper with its number, the month that arrows
 * turn, the item that a cross removes, the row to view. Where it is more than a label, its head is.
 */
const saidAround = (el: Element, name: string, pass: Pass): string => {
  const turns = TURNS.test(name);
  const tellsDeed = !turns && WORD.test(name) && !VAGUE.test(name);
  if (tellsDeed && !isOneOfSeveral(el, pass)) return '';
  let at = parentElementOf(el);
  for (let steps = 0; at && tagOf(at) !== 'body' && steps <= MOST_STEPS; steps++) {
    if (prop(at, 'childElementCount') > MOST_PARTS) return '';
    // The line of the link says what it belongs to.
    if (tellsDeed && findAll(at, 'a[href]').length > 0) return '';
    if (VAGUE.test(name) && isBehindPlace(el, at, pass)) return '';
    const said = saidIn(at, pass);
    const rest = said.length > MOST_SAID ? said : saidOf(el, at, said, name, pass);
    if (rest.length > LONGEST) return turns ? '' : headOf(at, pass);
    if (turns ? YEAR.test(rest) : /\p{L}/u.test(rest)) return rest;
    if (ITEM.test(tagOf(at))) return '';
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

const CELL = /^(?:grid)?cell$/;

const TEXT = /^(?:textbox|searchbox|combobox|spinbutton)$/;

/** What is called after a hint at what to put in, or by nothing. */
const isCalledByHint = (el: Element, { node, hasGuessedName }: Draft): boolean => {
  const { hint, name, role } = node;
  if (!name || hasGuessedName) return hint ? /^(?:click|focus)/.test(hint) : PRESSED.test(role);
  if (hint) return hint === 'focusable' && tagOf(el) !== 'label';
  return TEXT.test(role) && name === collapse(attr(el, 'placeholder') ?? '');
};

/** Of several stars the one that stands for this: what it sends. */
export const tellChoice = ({ el, node }: Draft): boolean => {
  const { checked, name } = node;
  if (checked === undefined || !name || WORD.test(name) || !el || tagOf(el) !== 'input') return false;
  const value = attr(el, 'value');
  if (value) node.description = cut(collapse(readable(value)), LONGEST);
  return Boolean(value);
};

/**
 * Where a name alone does not tell it from its like and what stands around is not shown: its own tip, else what is said
 * around, once for all that stands in one row. Gives what was told last.
 */
export const tellAround = (own: Draft, pass: Pass, before: string): string => {
  const { hint, name = '', role } = own.node;
  const { el } = own;
  if (!el || someBelow(own, canBeActedOn) || tellChoice(own)) return before;
  // What fields hold would be told twice, and changes.
  const isPressed = hint ? /^(?:click|drag)/.test(hint) : PRESSED.test(role);
  const tip = isPressed && !WORD.test(name) ? cut(collapse(readable(attr(el, 'title') ?? '')), LONGEST) : '';
  const place = name === '' && CELL.test(role) ? labelOfCell(el, pass) : '';
  const around = tip || place || (isPressed ? saidAround(el, name, pass) : '');
  const said = around || (isCalledByHint(el, own) ? looseLabelBeside(el, pass) : '');
  if (said && said !== before && said !== name) own.node.description = without(name, said);
  return said || before;
};
