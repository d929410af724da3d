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

/**
 * The text below a node, outside of interactive nodes and of parts of the page with a role of their own. A link between two
 * texts is a word of theirs: `Asked by <a>Ann</a> in Rome` is no sentence without it.
 */
export const textOutsideControls = (own: AccessibilityNode): string => {
  let text = '';
  const stack: AccessibilityNode[] = [own];
  while (stack.length > 0) {
    const at = stack.pop() as AccessibilityNode;
    if (at !== own && (at.interactivity || isContextRole(at.node.role, true))) continue;
    const { name, text: nodeText } = at.node;
    if (at !== own) text += ` ${nodeText || (at.children.length === 0 ? name || '' : '')}`;
    pushInOrder(
      stack,
      at.children.map((child, i, { [i - 1]: before, [i + 1]: after }) =>
        child.node.role === 'link' && before?.node.text && after?.node.text
          ? { ...child, interactivity: undefined, children: [] }
          : child,
      ),
    );
  }
  return readable(text);
};

export const nameFromContent = (own: AccessibilityNode, max: number): void => {
  const text = cut(textOutsideControls(own), max);
  if (!text) return;
  own.node.name = text;
  own.node.nameSource = 'content';
  own.isNamedByContent = true;
};

/** Most names and values that are compared with the name of a box, which is too short to hold more of them. */
const MAX_NAMES = 1000;

/** Whether the name of a node is part of its value. */
const isPartOfValue = ({ node: { name = '', value = '' } }: AccessibilityNode): boolean =>
  value.includes(name);

/**
 * Whether the name consists of the names and values of controls inside, and signs between them: it says nothing about
 * the box.
 */
const consistsOfOtherNames = (own: AccessibilityNode): boolean => {
  let rest = own.node.name || '';
  const names: string[] = [];
  someBelow(own, ({ interactivity, node }) => {
    if (!interactivity) return false;
    names.push(node.name || '');
    for (const value of (node.value || '').split(', ', MAX_NAMES)) names.push(value);
    return names.length > MAX_NAMES;
  });
  names.sort((a, b) => b.length - a.length);
  for (const name of names) rest = rest.replace(name, ' ');
  return names.length > 0 && !hasWord(rest);
};

/** Gives the only combobox in a box the box's text as its value, where that text begins with the combobox's name. */
const giveValueToCombobox = (own: AccessibilityNode): void => {
  if (!own.node.name) return;
  const combobox = soleBelow(own, isCombobox);
  const { name, value } = combobox?.node || {};
  if (!combobox || !name || value !== undefined || !own.node.name.startsWith(`${name} `)) return;
  combobox.node.value = own.node.name.slice(name.length + 1);
};

/**
 * Fields that give a clickable box its name. The text of a file input without a label says only that no file was
 * chosen.
 */
const NAMING_FIELD = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/**
 * Names a clickable box after the only field in it, where that is not shown itself: it is there for the keyboard, or
 * is hidden behind the chosen tags. The text of the box becomes its value.
 */
const takeNameOfHiddenField = (own: AccessibilityNode, max: number, cache: DomCache): void => {
  const field = soleOf(findAll(own.el as Element, NAMING_FIELD));
  if (!field || own.children.some((child) => !!child.el && contains(child.el, field))) return;
  const name = cut(readable(nameOf(field, cache)), max);
  const { node } = own;
  // The name is no guess where the box has it as its text.
  if (!name || node.name === name) return;
  if (node.name) node.value = node.name;
  node.name = name;
  node.nameSource = 'label';
  own.isNamedByContent = false;
};

/** The most characters that name a box: what is longer, and in several parts, is its content. */
const MAX_NAME = 200;

/**
 * Whether a node shows its content instead of being named by it, which would print the text twice, or run all of it
 * together: it scrolls, is focusable around more than one block of text, is a document that is edited, or goes around
 * a section of the page (`<div onclick="closeMenus()"><h1>...</h1><p>...</p></div>`).
 */
export const showsContent = (own: AccessibilityNode): boolean => {
  const { node, isWhole, children } = own;
  const { hint } = node;
  const parts = hint && isWhole ? children.filter((child) => !child.interactivity) : [];
  return (
    hint === 'scrollable' ||
    (hint === 'focusable' && (!!node.scroll || !!parts.filter((child) => child.el)[1])) ||
    (parts.length > 1 && (hint === 'editable' || textOutsideControls(own).length > MAX_NAME))
  );
};

/**
 * Names an interactive node whose role gives it no name after its content: `<div onclick>Add gift wrap</div>`. A name
 * by its author comes first.
 */
export const contentName: Visitor = (own, _parent, { options, cache }) => {
  const { node, interactivity, el } = own;
  // Containers are never named after their content.
  if (!interactivity || !el || node.name || (isContextRole(node.role, true) && !isLabelled(el)))
    return undefined;
  const max = options.maxTextPerNode;
  const authored = isLabelled(el) ? cut(readable(nameFromAuthor(el, cache)), max) : '';
  if (authored) node.name = authored;
  else if (!node.scroll && !showsContent(own)) {
    nameFromContent(own, max);
    giveValueToCombobox(own);
    if (isPartOfValue(own) || consistsOfOtherNames(own)) {
      unname(own);
    }
    if (node.role === 'generic') takeNameOfHiddenField(own, max, cache);
  }
  return undefined;
};
