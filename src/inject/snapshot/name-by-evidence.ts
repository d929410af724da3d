import { contentOf, nameFromAuthor, nameOf } from '../aria/name.ts';
import { type Pass, styleOf } from '../dom/pass.ts';
import { attr, closestTo, contains, findAll, isHtml, matches, props, tagOf } from '../dom/read.ts';
import { canBeActedOn, type Draft, nameAfterText, someBelow } from './draft.ts';
import { calledByAuthor, drawnLook, ownClass } from './drawn-look.ts';
import { iconName, wordsWithIcon } from './icon-name.ts';
import { FIELD as FIELDS, labelBeside, labelOfCell } from './label-beside.ts';
import { cut, readable } from './text.ts';
import { isLabelled } from './walk-rules.ts';

/** Names are short: what so many others are called is none of a box. */
const MOST_NAMES = 1000;

/**
 * What stands beside controls and is what they are called or hold, as labels and choices do, or a mere sign between them:
 * it is no name of the box.
 */
const isToldByOthers = (own: Draft): boolean => {
  let rest = own.node.name ?? '';
  const names: string[] = [];
  someBelow(own, ({ evidence, node }) => {
    if (!evidence) return false;
    names.push(node.name ?? '');
    for (const value of (node.value ?? '').split(', ', MOST_NAMES)) names.push(value);
    return names.length > MOST_NAMES;
  });
  names.sort((a, b) => b.length - a.length);
  for (const name of names) rest = rest.replace(name, ' ');
  return names.length > 0 && !/[\p{L}\p{N}]/u.test(rest);
};

/** What a box says beside the name of the only combobox in it, which says nothing else, is what that holds. */
const tellHeld = (own: Draft): void => {
  if (!own.node.name) return;
  const boxes: Draft[] = [];
  someBelow(own, (draft) => draft.node.role === 'combobox' && boxes.push(draft) > 1);
  const [box, other] = boxes;
  const { name, value } = box?.node ?? {};
  if (!box || other || !name || value !== undefined || !own.node.name.startsWith(`${name} `)) return;
  box.node.value = own.node.name.slice(name.length + 1);
};

const FIELD = 'input:not([type=hidden]), textarea, [role=combobox]';

/** They have no icon, and their classes say how they are drawn: a field, what is moved along a track. */
const WITHOUT_ICON = `${FIELD}, [role=slider], [role=spinbutton]`;

/** A file input says nothing by itself but that no file was chosen. */
const NAMING_FIELD = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/**
 * What the only field in a box to press is called, where it is not shown itself: it is there for the keyboard, or tags
 * leave it no room.
 */
const nameOfField = (own: Draft, pass: Pass): string => {
  const fields = findAll(own.el as Element, NAMING_FIELD);
  const field = fields.length === 1 ? (fields[0] as Element) : undefined;
  const isShown = field && own.children.some((child) => child.el !== undefined && contains(child.el, field));
  return field && !isShown ? readable(nameOf(field, pass)) : '';
};

/** What the box says is the value then: the choice, or that none was made. */
const nameAfterField = ({ node }: Draft, field: string): void => {
  if (!field) return;
  if (node.name && node.name !== field) node.value = node.name;
  node.name = field;
};

/** What a handle to drag by belongs to, and is called after. */
const ITEM = 'li, tr, [role=listitem], [role=row], [role=option], [role=treeitem]';

const itemName = (el: Element, pass: Pass): string => {
  const item = closestTo(el, ITEM);
  return item ? readable(contentOf(item, pass)) : '';
};

/** What is in them is seen, and not told. */
const SURFACE = /^(?:canvas|video|audio)$/;

/** Pressed for what they look like, where they have no words. */
const LOOKS = /^(?:button|link|option|tab)$/;

/** Known by their place; their classes tell how they are drawn. */
const CELL = /^t[dhr]$/;

/** Of several boxes to check that say nothing, the one that stands for this. */
const choiceOf = (el: Element): string => {
  const box = tagOf(el) === 'label' ? props(el as HTMLLabelElement, 'control').control : el;
  return (box && tagOf(box) === 'input' && attr(box, 'value')) || '';
};

/**
 * What tells something from its like that has no words: what stands beside it (unless that is shown as well: `whole`),
 * what its icon shows, how it looks.
 */
const nameWithoutWords = (own: Draft, pass: Pass, whole: boolean): string => {
  const el = own.el as Element;
  const { hint, role, checked } = own.node;
  const guess = (name: string): string => {
    own.hasGuessedName = name !== '';
    return name;
  };
  const beside = whole ? '' : labelBeside(el, role, pass);
  // An icon belongs to the innermost that can be pressed.
  if (beside || someBelow(own, canBeActedOn)) return guess(beside);
  // Its cursor may come only with the pointer.
  const { cursor } = styleOf(el, pass);
  const isResizing = cursor.endsWith('-resize');
  if (hint === 'draggable' && (isResizing || own.evidence?.isAside))
    return guess(isResizing ? cursor : 'resize');
  const icon = matches(el, WITHOUT_ICON) ? '' : iconName(el, pass);
  if (icon) return icon;
  const choice = checked === undefined ? '' : choiceOf(el);
  const known = choice || (SURFACE.exec(tagOf(el))?.[0] ?? '');
  if (known || hint === 'scrollable') return guess(known);
  const item = hint === 'draggable' ? itemName(el, pass) : '';
  const said = item || (hint ? readable(contentOf(el, pass)) : '');
  const isEdge = hint && cursor.endsWith('-resize');
  const looks = isEdge ? cursor : hint || LOOKS.test(role) ? drawnLook(el, pass) : '';
  // A placeholder is told with it.
  const author = isHtml(el) && !attr(el, 'placeholder') ? calledByAuthor(el) : '';
  const isCalled = attr(el, 'name') || attr(el, 'id');
  const cell = whole && isCalled && FIELDS.test(role) ? closestTo(el, 'td') : null;
  // Names of fields in a table are often made of numbers.
  const called = (cell && labelOfCell(cell, pass)) || author;
  if (said || looks || called || !isHtml(el)) return guess(said || looks || called);
  return guess(
    (hint || LOOKS.test(role) ? wordsWithIcon(el) : '') ||
      (hint === 'clickable' && !CELL.test(tagOf(el)) ? ownClass(el) : ''),
  );
};

/** Something to press without an accessible name: what the author calls it, what it says, what tells it otherwise. */
export const nameByEvidence = (own: Draft, pass: Pass, max: number, whole: boolean): void => {
  const el = own.el as Element;
  const authored = (): string => cut(readable(nameFromAuthor(el, pass)), max);
  if (isLabelled(el)) own.node.name = authored();
  // What scrolls is not called after what it happens to show.
  if (!own.node.name && own.node.hint !== 'scrollable') {
    nameAfterText(own, max);
    tellHeld(own);
    if (isToldByOthers(own)) {
      delete own.node.name;
      own.nameFromContent = false;
    }
    if (own.node.role === 'generic') nameAfterField(own, cut(nameOfField(own, pass), max));
  }
  own.node.name ||= authored() || cut(nameWithoutWords(own, pass, whole), max);
  if (!own.node.name) delete own.node.name;
};
