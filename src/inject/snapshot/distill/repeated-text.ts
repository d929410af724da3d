import { cut } from '../../dom/cut.ts';
import { type AccessibilityNode, isLooseText } from '../accessibility-node.ts';
import type { Visitor } from './visitor.ts';

/**
 * Roles that only say how text is set; below a name that repeats their text they say nothing. What is inserted does where
 * it stands beside what is struck out.
 */
const PROSE_ROLE =
  /^(?:paragraph|generic|text|strong|emphasis|code|time|mark|subscript|superscript|insertion)$/;

/** All that a leaf which can't be acted on says; undefined where it says more than words. */
const wordsOf = ({ node, interactivity, children }: AccessibilityNode): string | undefined => {
  if (interactivity || children.length > 0) return undefined;
  if (node.role === 'image' || node.role === 'math') return node.name;
  return node.name === undefined && PROSE_ROLE.test(node.role) ? node.text : undefined;
};

/** Text that is set in pieces is no more than those: a badge in a paragraph. */
const piecesOf = (child: AccessibilityNode): readonly AccessibilityNode[] =>
  child.interactivity || child.node.name || !PROSE_ROLE.test(child.node.role) || child.children.length === 0
    ? [child]
    : child.children;

/** What tells one text from another where its pieces join in another way. */
const lettersOf = (text: string): string => text.replace(/[ *]|(\d)\^(?=\d)/g, '$1');

/** Both may be cut: then what is left of the text must begin where the name ends or before. */
const says = (name: string, text: string): boolean =>
  name.includes(text) || (text.endsWith('…') && name.endsWith('…') && name.includes(text.slice(0, -1)));

/** Marks without a width, as pages put where a line may break, are no line. */
const VISIBLE_CHARACTER = /[^\s\xad\u200b-\u200f\u2060]/;

/** `said` is in small letters: names are in the case that the style gives them. */
const isSaidIn = (said: string, text: string): boolean => {
  if (said === '\n') return false;
  const lower = text.toLowerCase();
  if (says(said, lower)) return true;
  // What joins otherwise is about as long.
  return text.length < 2 * said.length && says(lettersOf(said), lettersOf(lower));
};

/** Text that the name or the value of the node above says already. `<a href=/>Cart</a>` is `link "Cart"`. */
export const repeatedText: Visitor = (own, _parent, { options }) => {
  if (own.children.length === 0) return undefined;
  const { role, name = '', value = '' } = own.node;
  const said = `${own.isNamedByContent ? name : ''}\n${value && `${name} ${value}`}`.toLowerCase();
  for (const child of own.children)
    if (isLooseText(child)) child.node.text = cut(child.node.text || '', options.maxTextPerNode);
  const isEdited = own.children.some(({ node }) => node.role === 'deletion');
  const stays = (child: AccessibilityNode): boolean => {
    const text = isEdited && child.node.role === 'insertion' ? undefined : wordsOf(child);
    if (text === undefined) return true;
    // What a formula is called is all of it in another notation.
    if (role === 'math' && name) return false;
    return VISIBLE_CHARACTER.test(text) && !isSaidIn(said, text);
  };
  own.children = own.children.filter((child) => piecesOf(child).some(stays));
  return undefined;
};
