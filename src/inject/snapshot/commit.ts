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

/** Roles that get a ref in a snapshot for reading, because a person may point at them. */
const ITEM = /^(?:listitem|row|article)$/;

/** Whether an item holds anything but one control, whose ref would do. */
const isNotOnlyControl = ({ children }: AccessibilityNode): boolean =>
  children.length !== 1 || !children[0]?.interactivity;

/** Whether this is a grid cell with a sign and no text: a cross that removes the row, a handle that moves it. */
const isSignInGrid = (own: AccessibilityNode): boolean => {
  const hasText = ({ node, interactivity }: AccessibilityNode): boolean =>
    !!(node.name || node.text || interactivity);
  const isDrawn = own.node.role === 'gridcell' && !!own.el && hasMoreChildren(own.el, 0);
  return isDrawn && !hasText(own) && !someBelow(own, hasText);
};

const hasRef = (own: AccessibilityNode): boolean => {
  const { interactivity, node, isWhole, children } = own;
  return (
    !!interactivity ||
    // A ref makes it possible to ask for it alone (`scope`).
    (node.aside === true && children.length > 0) ||
    (isWhole &&
      ((ITEM.test(node.role) && isNotOnlyControl(own)) || node.tag === 'label' || isSignInGrid(own)))
  );
};

/**
 * Gives refs in document order to nodes that can be acted on or asked for. Writes to the table of refs, not to the
 * page.
 */
export const assignRefs = (root: AccessibilityNode, table: RefTable): Map<string, AccessibilityNode> => {
  const byRef = new Map<string, AccessibilityNode>();
  for (const built of preOrder(root)) {
    if (!built.el || !hasRef(built)) continue;
    const ref = refOf(table, built.el);
    // First property, so that the JSON is easy to read.
    built.node = { ref, ...built.node };
    byRef.set(ref, built);
  }
  return byRef;
};

/** Adds descriptions and covers, which only some callers want. */
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

/** Attributes that names come from: they are listed only where they differ from the name. */
const NAMING_ATTRIBUTES = ['title', 'alt', 'aria-label'];

/** What refs stand for: elements of this document, and entries that frames of other origins have reported. */
export interface RefsOfReading {
  readonly byRef: ReadonlyMap<string, AccessibilityNode>;
  readonly foreign: ReadonlyMap<string, RefEntry>;
}

/** The entries of the refs that a result shows. */
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
    for (const attribute of NAMING_ATTRIBUTES) if (attrs[attribute] === name) delete attrs[attribute];
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
 * Stops marking elements where the page replaces an element that gets an attribute: refs would never hold, and the
 * page would be redrawn at each snapshot. Its mutation observer has run by the next microtask.
 */
const stopWhereRedrawn = (marked: readonly Element[], { guard, state }: Agent): void => {
  const isWaiting = !!state.justMarked;
  state.justMarked = marked;
  if (isWaiting) return;
  const check = (): void => {
    const lastMarked = state.justMarked || [];
    delete state.justMarked;
    const gone = lastMarked.filter((el) => !isConnected(el));
    if (gone.length * 2 > lastMarked.length) state.isRedrawn = true;
  };
  void Promise.resolve().then(() => guard.run(check));
};

/**
 * The only write: stores fingerprints of the elements that a result shows, and mirrors their refs into the DOM, in
 * one batch after all reading and only where they differ.
 */
export const commit = (
  refs: Iterable<string>,
  byRef: ReadonlyMap<string, AccessibilityNode>,
  agent: Agent,
  mirrorsRefs: boolean,
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
  if (!mirrorsRefs || state.isRedrawn) return;
  const unmarked = shown.filter(([el, ref]) => attr(el, REF_ATTRIBUTE) !== ref && !isInEditor(el));
  for (const [el, ref] of unmarked) Element.prototype.setAttribute.call(el, REF_ATTRIBUTE, ref);
  stopWhereRedrawn(
    unmarked.map(([el]) => el),
    agent,
  );
};
