import type { RefEntry } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { attrsOf } from '../aria/attrs.ts';
import { descriptionOf } from '../aria/description.ts';
import { cut, MAX_CHARS } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { findHit } from '../dom/hit-test.ts';
import { attr, hasMoreChildren, isConnected, tagOf } from '../dom/read.ts';
import { fingerprintOf, type KnownItems } from '../element/fingerprint.ts';
import { isInEditor } from '../element/in-editor.ts';
import { type KnownSteps, pathOf } from '../element/path.ts';
import { REF_ATTRIBUTE, type RefTable, refOf, remember } from '../element/refs.ts';
import { type AccessibilityNode, preOrder, someBelow } from './accessibility-node.ts';
import type { ResolvedOptions } from './request.ts';

/** What a person may point at though nothing can be done with it: rows, items, and what is written in labels. */
const ITEM = /^(?:listitem|row|article)$/;

/** An item that holds a single thing which has a ref is known by that. */
const isMoreThanOne = ({ children }: AccessibilityNode): boolean =>
  children.length !== 1 || !children[0]?.interactivity;

/** Of a cell that shows a sign alone, no words tell it from others: a cross that removes the row, a handle that moves it. */
const isSignInGrid = (own: AccessibilityNode): boolean => {
  const speaks = ({ node, interactivity }: AccessibilityNode): boolean =>
    !!(node.name || node.text || interactivity);
  const isDrawn = own.node.role === 'gridcell' && !!own.el && hasMoreChildren(own.el, 0);
  return isDrawn && !speaks(own) && !someBelow(own, speaks);
};

const hasRef = (own: AccessibilityNode): boolean => {
  const { interactivity, node, isWhole, children } = own;
  return (
    !!interactivity ||
    // So that it can be asked for alone (`scope`).
    (node.aside === true && children.length > 0) ||
    (isWhole && ((ITEM.test(node.role) && isMoreThanOne(own)) || node.tag === 'label' || isSignInGrid(own)))
  );
};

/**
 * Gives refs to what can be acted on or asked for, in document order: numbers rise as the page reads. Writes to the table
 * of refs, not to the page.
 */
export const assignRefs = (root: AccessibilityNode, table: RefTable): Map<string, AccessibilityNode> => {
  const byRef = new Map<string, AccessibilityNode>();
  for (const built of preOrder(root)) {
    if (!built.el || !hasRef(built)) continue;
    const ref = refOf(table, built.el);
    // First in the object, so that JSON reads well.
    built.node = { ref, ...built.node };
    byRef.set(ref, built);
  }
  return byRef;
};

/** Adds what only some callers ask for. */
export const addDetails = (
  root: AccessibilityNode,
  { description, occlusion, maxTextPerNode }: ResolvedOptions,
  cache: DomCache,
): void => {
  if (!description && !occlusion) return;
  for (const { el, node, interactivity } of preOrder(root)) {
    if (!el || !interactivity) continue;
    const text = description ? cut(descriptionOf(el, node.name || '', cache), maxTextPerNode) : '';
    if (text) node.description = text;
    if (occlusion && cache.hasLayout && findHit(el).blocker) node.covered = true;
  }
};

/** Attributes that a name is made of: they are listed where they say something else. */
const SAYS_NAME = ['title', 'alt', 'aria-label'];

/** What refs stand for: elements of this document, and what frames of other origins have reported. */
export interface RefsOfReading {
  readonly byRef: ReadonlyMap<string, AccessibilityNode>;
  readonly foreign: ReadonlyMap<string, RefEntry>;
}

/** What stands behind the refs that a result shows. */
export const entriesOf = (
  refs: Iterable<string>,
  { byRef, foreign }: RefsOfReading,
  options: ResolvedOptions,
  steps: KnownSteps = new Map(),
): Record<string, RefEntry> => {
  const entries: Record<string, RefEntry> = {};
  for (const ref of refs) {
    const built = byRef.get(ref);
    const reported = foreign.get(ref);
    if (reported) entries[ref] = reported;
    if (!built?.el) continue;
    const { role, name } = built.node;
    const attrs = attrsOf(built.el, options.maxAttrValueLen);
    for (const repeats of SAYS_NAME) if (attrs[repeats] === name) delete attrs[repeats];
    entries[ref] = {
      ref,
      tag: cut(tagOf(built.el), MAX_CHARS.tag),
      role,
      ...(name !== undefined && { name }),
      ...(Object.keys(attrs).length > 0 && { attrs }),
      ...(options.paths && { path: pathOf(built.el, steps) }),
    };
  }
  return entries;
};

/**
 * A page that answers an attribute by drawing anew what got it (a mutation observer has run by the next microtask) would do
 * so for ever, and no ref would hold: there nothing is marked any more.
 */
const stopWhereRedrawn = (marked: readonly Element[], { guard, state }: Agent): void => {
  const isWaiting = !!state.justMarked;
  state.justMarked = marked;
  if (isWaiting) return;
  const check = (): void => {
    const last = state.justMarked || [];
    delete state.justMarked;
    const gone = last.filter((el) => !isConnected(el));
    if (gone.length * 2 > last.length) state.isRedrawn = true;
  };
  void Promise.resolve().then(() => guard.run(check));
};

/**
 * The only write: remembers what the elements that a result shows were, and mirrors their refs into the DOM, in one batch
 * after all reading and only where they differ.
 */
export const commit = (
  refs: Iterable<string>,
  byRef: ReadonlyMap<string, AccessibilityNode>,
  agent: Agent,
  marks: boolean,
  cache: DomCache,
): void => {
  const { state } = agent;
  const items: KnownItems = new Map();
  const shown: [Element, string][] = [];
  for (const ref of refs) {
    const { el, node } = byRef.get(ref) || {};
    if (!el || !node) continue;
    const isGuess = node.nameSource && node.nameSource !== 'content';
    remember(state.refs, el, fingerprintOf(el, node.role, isGuess ? '' : node.name || '', cache, items));
    shown.push([el, ref]);
  }
  if (!marks || state.isRedrawn) return;
  const unmarked = shown.filter(([el, ref]) => attr(el, REF_ATTRIBUTE) !== ref && !isInEditor(el));
  for (const [el, ref] of unmarked) Element.prototype.setAttribute.call(el, REF_ATTRIBUTE, ref);
  stopWhereRedrawn(
    unmarked.map(([el]) => el),
    agent,
  );
};
