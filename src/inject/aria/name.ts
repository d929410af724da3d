import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { attr, hasAttr, inputTypeOf, isHtml, prop } from '../dom/read.ts';
import { textOfContent } from './generated-content.ts';
import { hasAria, referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { NAMED_BY_CONTENT } from './role-data.ts';
import { subtreeText } from './subtree-text.ts';
import { alternativeBeforeContent, newTraversal, textOfAll, textOfContents } from './text-alternative.ts';
import { collapse, isBlank, saidBy } from './white-space.ts';

/**
 * The accessible name, white space collapsed and trimmed (NBSP counts as text); empty where there is none. It may
 * stop once it is longer than `pass.maxText`; up to there it is exact. https://www.w3.org/TR/accname-1.2/
 */
export const nameOf = (el: Element, cache: DomCache): string =>
  getOrInsertComputed(cache.names, el, computeName, cache);

/** They may have a name where neither `aria-*` nor a tooltip gives them one. */
const NAMED_BY_MARKUP =
  /^(?:button|fieldset|img|input|meter|optgroup|option|output|progress|select|slot|table|textarea)$|-/;

const computeName = (el: Element, cache: DomCache): string => {
  const role = roleOf(el, cache);
  const tag = tagOf(el);
  // Most texts and boxes: nothing could be their name.
  const mayBeNamed =
    NAMED_BY_CONTENT.has(role) ||
    NAMED_BY_MARKUP.test(tag) ||
    hasAria(el) ||
    hasAttr(el, 'title') ||
    !isHtml(el);
  if (!mayBeNamed) return '';
  const css = tag === 'img' ? cssAlternative(el, cache) : null;
  if (css !== null) return collapse(css);
  const traversal = newTraversal();
  const alternative =
    alternativeBeforeContent(el, role, traversal, false, cache) || textOfContents(el, traversal, cache);
  return collapse(withFileName(el, alternative.text));
};

/** `content: url(x.png) / "text"` on an element itself names it (https://www.w3.org/TR/css-content-3/#alt). */
const cssAlternative = (el: Element, cache: DomCache): string | null => {
  const content = styleOf(el, cache).content;
  if (!content || content === 'normal' || content === 'none') return null;
  const { text, isAlternative } = textOfContent(content);
  return isAlternative ? text : null;
};

/** Chromium's addition: the chosen files stand beside the name, since a button has no value. */
const withFileName = (el: Element, name: string): string => {
  if (inputTypeOf(el) !== 'file') return name;
  const files = prop(el as HTMLInputElement, 'files');
  const chosen = files?.length
    ? files.length === 1
      ? files[0]?.name
      : `${files.length} files`
    : 'No file chosen';
  return `${name}: ${chosen}`;
};

/** What aria-labelledby, aria-label or title call an element, also where its role forbids a name. */
export const nameFromAuthor = (el: Element, cache: DomCache): string => {
  const references = textOfAll(referencedBy(el, 'aria-labelledby'), newTraversal(), true, cache);
  if (!isBlank(references)) return collapse(references);
  return collapse(saidBy(el, 'aria-label') || attr(el, 'title') || '');
};

/**
 * The text of a subtree as it would be part of a name: visible text, alternatives of images, values of fields. What it
 * owns by `aria-owns`, as a combobox does its list, is said elsewhere.
 */
export const contentOf = (el: Element, cache: DomCache, target: Element | null = null): string => {
  const traversal = { ...newTraversal(), target };
  for (const at of [el, ...referencedBy(el, 'aria-owns')]) traversal.visited.add(at);
  return collapse(subtreeText(el, traversal, cache));
};
