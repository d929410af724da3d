import type { RefEntry } from '../../contract.ts';
import { attrsOf } from '../aria/attrs.ts';
import { descriptionOf } from '../aria/description.ts';
import { findHit } from '../dom/hit-test.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, tagOf } from '../dom/read.ts';
import type { Viewport } from '../dom/view-box.ts';
import type { Draft } from './draft.ts';
import type { ResolvedOptions } from './options.ts';
import { type KnownSteps, pathOf } from './path.ts';
import { type KnownItems, likenessOf, type RefTable, refFor } from './refs.ts';
import { cut, LONGEST } from './text.ts';

/** Everything that depends on refs, in document order over the finished drafts: numbers rise as the page reads. */
export const assignRefs = (
  root: Draft,
  table: RefTable,
  pass: Pass,
  viewport: Viewport,
  options: ResolvedOptions,
): { refs: Record<string, RefEntry>; marked: Draft[] } => {
  const refs: Record<string, RefEntry> = {};
  const marked: Draft[] = [];
  const steps: KnownSteps = new Map();
  const items: KnownItems = new Map();
  const stack: Draft[] = [root];
  for (let draft = stack.pop(); draft; draft = stack.pop()) {
    for (let i = draft.children.length - 1; i >= 0; i--) stack.push(draft.children[i] as Draft);
    const { el, node } = draft;
    if (!el || !draft.evidence) continue;
    const name = draft.hasGuessedName ? '' : (node.name ?? '');
    const ref = refFor(table, el, likenessOf(el, node.role, name, pass, items));
    // First in the object, so that JSON reads well.
    draft.node = { ref, ...node };
    refs[ref] = entryOf(ref, el, draft, options, steps);
    marked.push(draft);
    if (options.description) describe(draft, el, pass, options.maxTextPerNode);
    if (options.occlusion && pass.hasLayout && findHit(el, viewport).blocker) draft.node.covered = true;
  }
  return { refs, marked };
};

const describe = (draft: Draft, el: Element, pass: Pass, max: number): void => {
  const text = cut(descriptionOf(el, draft.node.name ?? '', pass), max);
  if (text) draft.node.description = text;
};

/** Attributes that a name is made of: they are listed where they say something else. */
const RETELLS_NAME = ['title', 'alt', 'aria-label'];

const entryOf = (
  ref: string,
  el: Element,
  draft: Draft,
  options: ResolvedOptions,
  steps: KnownSteps,
): RefEntry => {
  const { role, name } = draft.node;
  const attrs = attrsOf(el, options.maxAttrValueLen);
  for (const repeats of RETELLS_NAME) if (attrs[repeats] === name) delete attrs[repeats];
  return {
    ref,
    tag: cut(tagOf(el), LONGEST.tag),
    role,
    ...(name !== undefined && { name }),
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(options.paths && { path: pathOf(el, steps) }),
  };
};

const MARK = 'data-agent-ref';

/** Mirrors the refs into the DOM in one batch after all reading, and only where they differ. */
export const markRefs = (marked: readonly Draft[]): void => {
  for (const { el, node } of marked) {
    if (el && node.ref && attr(el, MARK) !== node.ref)
      Element.prototype.setAttribute.call(el, MARK, node.ref);
  }
};
