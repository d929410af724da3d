import { cut } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { attr, closestTo, contains, firstChildOf, hasAttributes } from '../dom/read.ts';
import { isRendered, isVisibleByStyle } from '../dom/rendered.ts';
import { embeddedValue } from './embedded-value.ts';
import { fromInternals } from './internals.ts';
import { nativeAlternative } from './native-alternative.ts';
import { hasAria, referencedBy } from './references.ts';
import { isFocusable, roleOf } from './role.ts';
import { NAME_PROHIBITED, NAMED_BY_CONTENT, READ_IN_NAMES } from './role-data.ts';
import { subtreeText } from './subtree-text.ts';
import { collapse, isBlank, nonBlankAttr } from './white-space.ts';

/**
 * The text alternative of accname (https://www.w3.org/TR/accname-1.2/#computation-steps), as Chromium computes it.
 * Step 2F, the content, is in subtree-text.ts. The computation is recursive, so this file and the files of its steps
 * (subtree-text.ts, embedded-value.ts, native-alternative.ts) import each other.
 */

/** The state of one computation, handed through its steps. */
export interface Traversal {
  /** Elements whose text was used already (https://www.w3.org/TR/accname-1.2/#comp_init). */
  readonly visited: Set<Element>;
  /**
   * How often a referenced or owned element was read, or a visited one left out: a text during which this grows depends on
   * the path of the computation, and is not cached. Shared like `visited`.
   */
  readonly ways: { count: number };
  /** The target of `aria-labelledby` or `aria-describedby` whose text is being read. */
  readonly target: Element | null;
  /** The target itself is hidden: its hidden descendants count too. */
  readonly showsHidden: boolean;
  /** The target is not rendered, so nothing in it has a box: all its texts are separated. */
  readonly isUnlaid: boolean;
  /** References and labels followed so far. */
  readonly jumps: number;
}

/** A text, and whether it comes from content rather than from an attribute, a value or another element. */
export interface Alternative {
  text: string;
  isContent: boolean;
}

/** How long a chain of references, labels and legends is followed: they may form a cycle. */
const MAX_JUMPS = 20;

export const newTraversal = (): Traversal => ({
  visited: new Set(),
  ways: { count: 0 },
  target: null,
  showsHidden: false,
  isUnlaid: false,
  jumps: 0,
});

/** The traversal for a label, legend or caption: same visited elements, no reference in progress. */
export const throughRelation = (from: Traversal): Traversal => ({
  ...newTraversal(),
  visited: from.visited,
  ways: from.ways,
  jumps: from.jumps + 1,
});

const throughReference = (from: Traversal, target: Element, cache: DomCache): Traversal => ({
  ...throughRelation(from),
  target,
  showsHidden: !isVisibleByStyle(target, cache) || !!closestTo(target, '[aria-hidden="true" i]'),
  isUnlaid: !isRendered(target, cache),
});

export const mayJump = (traversal: Traversal): boolean => traversal.jumps < MAX_JUMPS;

/** The longest text of a target, characters: any number of elements may refer to one. */
const MAX_TARGET_CHARS = 20_000;

/** With more visited elements the cache is skipped, as each has to be compared with the target. */
const MAX_VISITED = 9;

/** The text of a target; cached where nothing inside was visited before or refers to other elements. */
const textOfTarget = (el: Element, from: Traversal, cache: DomCache): string => {
  const { visited, ways } = from;
  const isNew = visited.size <= MAX_VISITED && !Array.from(visited).some((at) => contains(el, at));
  const known = isNew ? cache.references.get(el) : undefined;
  if (known !== undefined) return known;
  const { count } = ways;
  const { text: whole } = textAlternative(el, throughReference(from, el, cache), cache);
  const text = cut(collapse(whole), MAX_TARGET_CHARS);
  if (isNew && ways.count === count) cache.references.set(el, text);
  return text;
};

/** The texts of several elements, joined by a space. */
export const textOfAll = (
  elements: readonly Element[],
  from: Traversal,
  isReference: boolean,
  cache: DomCache,
): string => {
  let all = '';
  from.ways.count += elements.length;
  if (!mayJump(from)) return all;
  for (const el of elements) {
    if (!isReference && from.visited.has(el)) continue;
    const text = isReference
      ? textOfTarget(el, from, cache)
      : textAlternative(el, throughRelation(from), cache).text;
    if (text) all += all ? ` ${text}` : text;
    // Twice the limit, as adjacent white space collapses later.
    if (all.length > 2 * cache.maxText + 2) break;
  }
  return all;
};

/** Steps 2A to 2I for an element on the way through another element's computation. */
const textAlternative = (el: Element, traversal: Traversal, cache: DomCache): Alternative =>
  alternativeBeforeContent(el, roleOf(el, cache), traversal, true, cache) ||
  textOfContents(el, traversal, cache);

/** Steps 2F and 2I: the text of the subtree, else the tooltip. */
export const textOfContents = (el: Element, traversal: Traversal, cache: DomCache): Alternative => {
  const text = subtreeText(el, traversal, cache);
  if (!isBlank(text)) return { text, isContent: true };
  return fromElsewhere(tooltipOf(el, roleOf(el, cache), !!traversal.target));
};

const fromElsewhere = (text: string): Alternative => ({ text, isContent: false });

/**
 * All steps but 2F, the content: an alternative, or null where the content has to be read.
 * `recursive`: on the way through another element's name.
 */
export const alternativeBeforeContent = (
  el: Element,
  role: string,
  traversal: Traversal,
  recursive: boolean,
  cache: DomCache,
): Alternative | null => {
  const { visited, target } = traversal;
  const wasVisited = visited.has(el);
  if (recursive && !wasVisited) {
    const value = embeddedValue(el, role, traversal, cache);
    if (value !== null) return fromElsewhere(value);
  }
  visited.add(el);
  if (tagOf(el) === 'slot') return recursive ? null : fromElsewhere('');
  if (hasAria(el)) {
    const text =
      target || wasVisited ? '' : textOfAll(referencedBy(el, 'aria-labelledby'), traversal, true, cache);
    const label = isBlank(text) ? nonBlankAttr(el, 'aria-label') : text;
    if (label) return fromElsewhere(label);
  }
  const label = fromInternals(el, 'aria-label');
  if (label) return fromElsewhere(label);
  const native = nativeAlternative(el, role, traversal, cache);
  if (native?.text) return native;
  // A field whose `aria-labelledby` includes itself adds its value (https://www.w3.org/TR/accname-1.2/#comp_labelledby).
  if (target === el && wasVisited && isTextField(el, role))
    return fromElsewhere(embeddedValue(el, role, traversal, cache) || '');
  if (readsContent(el, role, traversal, recursive)) return null;
  // The tooltip counts also for an image with an empty `alt`: not in Chromium, but in the web platform tests and other
  // browsers.
  const title = tooltipOf(el, role, !!target);
  return fromElsewhere(title && !recursive && repeatsContent(el, title, cache) ? '' : title);
};

/** Whether a tooltip only repeats the text of a container. */
const repeatsContent = (el: Element, title: string, cache: DomCache): boolean =>
  !!firstChildOf(el) && collapse(subtreeText(el, newTraversal(), cache)) === collapse(title);

/** Step 2I: the tooltip, unless the role prohibits a name (https://www.w3.org/TR/html-aam-1.0/#att-title). */
export const tooltipOf = (el: Element, role: string, isReferenced: boolean): string => {
  const title = attr(el, 'title');
  if (title === null) return '';
  const isNameable =
    isReferenced || !NAME_PROHIBITED.has(role) || NAMEABLE_TAGS.test(tagOf(el)) || isFocusable(el);
  return isNameable ? title : '';
};

/**
 * Tags with an internal role in Chromium; they are `generic` here, because ARIA has no role for them. Custom elements
 * may always be named.
 */
const NAMEABLE_TAGS = /^(?:abbr|dl|label|legend|figcaption|ruby|canvas|object|iframe|frame|.*-.*)$/;

/** Whether the text of a subtree is part of the name (https://www.w3.org/TR/accname-1.2/#comp_name_from_content). */
const readsContent = (el: Element, role: string, traversal: Traversal, recursive: boolean): boolean => {
  const tag = tagOf(el);
  if (tag === 'select' || SILENT_TAGS.test(tag)) return false;
  if (isTextField(el, role) && traversal.target !== el) return false;
  if (traversal.target) return true;
  // Annotations of ruby describe, they do not name.
  if (tag === 'aside' || tag === 'rt' || tag === 'rp') return false;
  if (NAMED_BY_CONTENT.has(role)) return true;
  if (!recursive) return false;
  return READ_IN_NAMES.has(role) || (CONTRIBUTING_TAGS.test(tag) && attr(el, 'role') === null);
};

/**
 * Tags whose text is part of a name in spite of their role: Chromium has internal roles for `details` and `footer`;
 * text in an SVG is text.
 */
const CONTRIBUTING_TAGS = /^(?:details|footer|svg)$/;

/** Tags whose content is never part of a name. */
const SILENT_TAGS = /^(?:audio|video|iframe|frame|embed|object|input|textarea)$/;

export const isTextField = (el: Element, role: string): boolean =>
  role === 'textbox' ||
  role === 'searchbox' ||
  (role === 'combobox' && /^(?:input|textarea)$/.test(tagOf(el))) ||
  (hasAttributes(el) && isEditingHost(el));

/** Whether an element is an editing host (https://html.spec.whatwg.org/#editing-host): its text is its value, not its name. */
export const isEditingHost = (el: Element): boolean => {
  const given = attr(el, 'contenteditable');
  return given !== null && /^(?:|true|plaintext-only)$/i.test(given);
};
