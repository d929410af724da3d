import { nameFromAuthor, nameOf } from '../../aria/name.ts';
import { readable } from '../../aria/white-space.ts';
import { isLabelled } from '../../dom/content.ts';
import { cut } from '../../dom/cut.ts';
import type { DomCache } from '../../dom/dom-cache.ts';
import { pushInOrder } from '../../dom/push-in-order.ts';
import { contains, findAll } from '../../dom/read.ts';
import { soleOf } from '../../dom/sole-of.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { isContextRole } from '../../element/content-roles.ts';
import { type AccessibilityNode, someBelow, unname } from '../accessibility-node.ts';
import { isCombobox, soleBelow } from './box-geometry.ts';
import type { Visitor } from './visitor.ts';

/** What stands written below a node, outside of anything to act on and of parts of the page with a role of their own. */
export const writtenText = (own: AccessibilityNode): string => {
  let text = '';
  const stack: AccessibilityNode[] = [own];
  while (stack.length > 0) {
    const at = stack.pop() as AccessibilityNode;
    if (at !== own && (at.interactivity || isContextRole(at.node.role, true))) continue;
    const { name, text: said } = at.node;
    if (at !== own) text += ` ${said || (at.children.length === 0 ? name || '' : '')}`;
    pushInOrder(stack, at.children);
  }
  return readable(text);
};

export const nameFromContent = (own: AccessibilityNode, max: number): void => {
  const text = cut(writtenText(own), max);
  if (!text) return;
  own.node.name = text;
  own.node.nameSource = 'content';
  own.isNamedByContent = true;
};

/** Names are short: what so many others are called is none of a box. */
const MOST_NAMES = 1000;

/** What a field holds is not what it is called. */
const isValue = ({ node: { name = '', value = '' } }: AccessibilityNode): boolean => value.includes(name);

/** What stands beside controls and is what they are called or hold, or a mere sign between them, is no name of the box. */
const isSaidByOthers = (own: AccessibilityNode): boolean => {
  let rest = own.node.name || '';
  const names: string[] = [];
  someBelow(own, ({ interactivity, node }) => {
    if (!interactivity) return false;
    names.push(node.name || '');
    for (const value of (node.value || '').split(', ', MOST_NAMES)) names.push(value);
    return names.length > MOST_NAMES;
  });
  names.sort((a, b) => b.length - a.length);
  for (const name of names) rest = rest.replace(name, ' ');
  return names.length > 0 && !hasWord(rest);
};

/** What a box says beside the name of the only combobox in it, which says nothing else, is what that holds. */
const giveValueToCombobox = (own: AccessibilityNode): void => {
  if (!own.node.name) return;
  const box = soleBelow(own, isCombobox);
  const { name, value } = box?.node || {};
  if (!box || !name || value !== undefined || !own.node.name.startsWith(`${name} `)) return;
  box.node.value = own.node.name.slice(name.length + 1);
};

/** A file input says nothing by itself but that no file was chosen. */
const NAMING_FIELD = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/**
 * What the only field in a box to click is called, where it is not shown itself: it is there for the keyboard, or tags
 * leave it no room. What the box says is the value then.
 */
const takeNameOfField = (own: AccessibilityNode, max: number, cache: DomCache): void => {
  const field = soleOf(findAll(own.el as Element, NAMING_FIELD));
  if (!field || own.children.some((child) => !!child.el && contains(child.el, field))) return;
  const name = cut(readable(nameOf(field, cache)), max);
  const { node } = own;
  // What it says is no guess.
  if (!name || node.name === name) return;
  if (node.name) node.value = node.name;
  node.name = name;
  node.nameSource = 'label';
  own.isNamedByContent = false;
};

/**
 * What scrolls, or is there for the keyboard around more than one block that is read, is not called after what it shows:
 * that would be read twice, or before what stands in it.
 */
export const showsContent = ({ node, isWhole, children }: AccessibilityNode): boolean =>
  node.hint === 'scrollable' ||
  (node.hint === 'focusable' &&
    (!!node.scroll || (isWhole && children.filter((child) => child.el && !child.interactivity).length > 1)));

/**
 * Something that can be acted on and whose role has no name is called as it says: `<div onclick>Add gift wrap</div>`.
 * What its author calls it comes first.
 */
export const contentName: Visitor = (own, _parent, { options, cache }) => {
  const { node, interactivity, el } = own;
  // Containers are never called after what is in them.
  if (!interactivity || !el || node.name || (isContextRole(node.role, true) && !isLabelled(el)))
    return undefined;
  const max = options.maxTextPerNode;
  const authored = isLabelled(el) ? cut(readable(nameFromAuthor(el, cache)), max) : '';
  if (authored) node.name = authored;
  else if (!node.scroll && !showsContent(own)) {
    nameFromContent(own, max);
    giveValueToCombobox(own);
    if (isValue(own) || isSaidByOthers(own)) {
      unname(own);
    }
    if (node.role === 'generic') takeNameOfField(own, max, cache);
  }
  return undefined;
};
