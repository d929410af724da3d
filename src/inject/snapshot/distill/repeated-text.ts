import { cut } from '../../dom/cut.ts';
import { type AccessibilityNode, isLooseText } from '../accessibility-node.ts';
import type { Visitor } from './visitor.ts';

/**
 * Roles that only say how text is set: below a name that has the same text they add nothing. An insertion adds
 * something beside a deletion.
 */
const PROSE_ROLE =
  /^(?:paragraph|generic|text|strong|emphasis|code|time|mark|subscript|superscript|insertion)$/;

/** The text of a non-interactive leaf; undefined where it says more than its text. */
const wordsOf = ({ node, interactivity, children }: AccessibilityNode): string | undefined => {
  if (interactivity || children.length > 0) return undefined;
  if (node.role === 'image' || node.role === 'math') return node.name;
  return node.name === undefined && PROSE_ROLE.test(node.role) ? node.text : undefined;
};

/**
 * The inline children of a text; else the node itself. A text is no more than its pieces, such as a badge in a
 * paragraph.
 */
const piecesOf = (child: AccessibilityNode): readonly AccessibilityNode[] =>
  child.interactivity || child.node.name || !PROSE_ROLE.test(child.node.role) || child.children.length === 0
    ? [child]
    : child.children;

/** The text without spaces, characters of no width, and signs that depend on how pieces are joined. */
const lettersOf = (text: string): string => text.replace(/[ *\u200b]|(\d)\^(?=\d)/g, '$1');

/** Whether the name contains the text. Both may be cut: then the rest of the text must be in the name. */
const containsText = (name: string, text: string): boolean =>
  name.includes(text) || (text.endsWith('…') && name.endsWith('…') && name.includes(text.slice(0, -1)));

/** A character that is seen: zero-width characters, which pages use to allow line breaks, are not. */
const VISIBLE_CHARACTER = /[^\s\xad\u200b-\u200f\u2060]/;

/**
 * Whether `nameAndValue`, which is in lower case, contains the text. Names have the case that the style gives them,
 * text may not.
 */
const isInNameOrValue = (nameAndValue: string, text: string): boolean => {
  if (nameAndValue === '\n') return false;
  const lower = text.toLowerCase();
  if (containsText(nameAndValue, lower)) return true;
  // A text whose pieces are joined differently is about as long.
  return text.length < 2 * nameAndValue.length && containsText(lettersOf(nameAndValue), lettersOf(lower));
};

/** Removes text that the name or value of its parent has already. `<a href=/>Cart</a>` is `link "Cart"`. */
export const repeatedText: Visitor = (own, _parent, { options }) => {
  if (own.children.length === 0) return undefined;
  const { role, name = '', value = '' } = own.node;
  const nameAndValue = `${own.isNamedByContent ? name : ''}\n${value && `${name} ${value}`}`.toLowerCase();
  for (const child of own.children)
    if (isLooseText(child)) child.node.text = cut(child.node.text || '', options.maxTextPerNode);
  const isEdited = own.children.some(({ node }) => node.role === 'deletion');
  const stays = (child: AccessibilityNode): boolean => {
    const text = isEdited && child.node.role === 'insertion' ? undefined : wordsOf(child);
    if (text === undefined) return true;
    // The name of a formula is all of it in another notation.
    if (role === 'math' && name) return false;
    return VISIBLE_CHARACTER.test(text) && !isInNameOrValue(nameAndValue, text);
  };
  own.children = own.children.filter((child) => piecesOf(child).some(stays));
  return undefined;
};
