import type { SnapshotNode } from '../../contract.ts';
import { isContextRole } from './content-roles.ts';
import type { Evidence } from './interactivity.ts';
import { cut, readable } from './text.ts';

/** A node of the result in the making. */
export interface Draft {
  node: SnapshotNode;
  /** Undefined for loose text, and for what stands in a frame of another origin. */
  el: Element | undefined;
  /** What it is known by where it has no element here. */
  identity?: string;
  parent: Draft | undefined;
  children: Draft[];
  evidence: Evidence | undefined;
  /** The role it has as content, where it is to be shown also if its evidence comes to nothing. */
  roleAsContent: string | undefined;
  /** Counts against the budget of nodes. */
  reserved: boolean;
  /** The last child is text that more text may join. */
  textOpen: boolean;
  /** What joins the open text next is apart from it: by a gap, or as a box of its own. */
  apart?: 'gap' | 'box' | undefined;
  /** What its subtree says is its name already. */
  nameFromContent: boolean;
  /** Its name stands beside it or says how it looks, which may change: it is not known by that. */
  hasGuessedName?: boolean;
}

export const createDraft = (node: SnapshotNode, el?: Element): Draft => ({
  node,
  el,
  parent: undefined,
  children: [],
  evidence: undefined,
  roleAsContent: undefined,
  reserved: false,
  textOpen: false,
  nameFromContent: false,
});

const isLooseText = (draft: Draft): boolean => draft.el === undefined && draft.node.role === 'text';

/** Adds a finished child. Text joins the text before it unless a box stands between them. */
export const append = (parent: Draft, child: Draft): void => {
  child.parent = parent;
  parent.children.push(child);
  parent.textOpen = isLooseText(child);
};

/** The text draft that more inline text joins, if there is one. */
export const openText = (parent: Draft): Draft | undefined =>
  parent.textOpen ? parent.children[parent.children.length - 1] : undefined;

/** What stands written below a draft, outside of anything to act on and of parts of the page with a role of their own. */
const writtenText = (draft: Draft): string => {
  let text = '';
  const stack: Draft[] = [draft];
  while (stack.length > 0) {
    const at = stack.pop() as Draft;
    if (at !== draft && (at.evidence || isContextRole(at.node.role, true))) continue;
    const { name, text: own } = at.node;
    if (at !== draft) text += ` ${own ?? (at.children.length === 0 ? (name ?? '') : '')}`;
    for (let i = at.children.length - 1; i >= 0; i--) stack.push(at.children[i] as Draft);
  }
  return readable(text);
};

/** Names an element that was found by evidence after what it says. */
export const nameAfterText = (draft: Draft, max: number): void => {
  const text = cut(writtenText(draft), max);
  if (!text) return;
  draft.node.name = text;
  draft.nameFromContent = true;
};

/** Roles that only say how text is set; below a name that repeats their text they say nothing. */
const PROSE = /^(?:text|paragraph|generic|strong|emphasis|code|time|mark|superscript|subscript)$/;

/** All that a leaf which can't be acted on says; undefined where it says more than words. */
const wordsOf = ({ node, evidence, children }: Draft): string | undefined => {
  if (evidence || children.length > 0) return undefined;
  if (node.role === 'image') return node.name;
  return node.name === undefined && PROSE.test(node.role) ? node.text : undefined;
};

const NONE: readonly Draft[] = [];

const removeChildren = (draft: Draft, keep: (child: Draft) => boolean): readonly Draft[] => {
  if (draft.children.every(keep)) return NONE;
  const gone: Draft[] = [];
  draft.children = draft.children.filter((child) => keep(child) || gone.push(child) === 0);
  return gone;
};

/** What tells one text from another where its pieces join in another way. */
const lettersOf = (text: string): string => text.replace(/ |(\d)\^(?=\d)/g, '$1');

/** `said` is in small letters: names are in the case that the style gives them. */
const isSaidIn = (said: string, text: string): boolean => {
  if (says(said, text.toLowerCase())) return true;
  // What joins otherwise is about as long.
  return text.length < 2 * said.length && says(lettersOf(said), lettersOf(text.toLowerCase()));
};

/** Cleans the loose text among the children; text that the (cut) name already says goes. Gives what went. */
export const settleText = (draft: Draft, max: number): readonly Draft[] => {
  if (draft.children.length === 0) return NONE;
  const { name = '', value = '' } = draft.node;
  const said = `${draft.nameFromContent ? name : ''}\n${value}`.toLowerCase();
  for (const child of draft.children)
    if (isLooseText(child)) child.node.text = cut(readable(child.node.text ?? ''), max);
  return removeChildren(draft, (child) => {
    const text = wordsOf(child);
    return text === undefined || (/\S/.test(text) && !isSaidIn(said, text));
  });
};

/** Takes the loose text away. Gives what went. */
export const dropText = (draft: Draft): readonly Draft[] =>
  removeChildren(draft, (child) => !isLooseText(child));

/** The name says this text already, whole. */
export const isSaid = ({ node }: Draft, text: string): boolean =>
  (node.name ?? '').toLowerCase().includes(readable(text).toLowerCase());

/** Both may be cut: then what is left of the text must begin where the name ends or before. */
const says = (name: string, text: string): boolean =>
  name.includes(text) || (text.endsWith('…') && name.endsWith('…') && name.includes(text.slice(0, -1)));

/** A node whose only child is text carries the text itself. Gives the child that went. */
export const foldText = (draft: Draft): Draft | undefined => {
  const only = draft.children.length === 1 ? draft.children[0] : undefined;
  if (!only || !isLooseText(only) || draft.node.text !== undefined || draft.node.value !== undefined)
    return undefined;
  draft.node.text = only.node.text as string;
  draft.children = [];
  return only;
};

/** The finished node with its finished children. */
export const finish = (root: Draft): SnapshotNode => {
  const stack: Draft[] = [root];
  while (stack.length > 0) {
    const at = stack.pop() as Draft;
    if (at.children.length === 0) continue;
    at.node.children = at.children.map((child) => child.node);
    for (const child of at.children) stack.push(child);
  }
  return root.node;
};

/** Whether one of the drafts below is as asked for; they come in no order. */
export const someBelow = (own: Draft, test: (draft: Draft) => boolean): boolean => {
  const stack = own.children.slice();
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (test(at)) return true;
    for (const child of at.children) stack.push(child);
  }
  return false;
};

export const canBeActedOn = (draft: Draft): boolean => draft.evidence !== undefined;
