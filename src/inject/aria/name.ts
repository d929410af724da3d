import { type DomCache, styleOf } from '../dom/dom-cache.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isFileInput } from '../dom/input-type.ts';
import { attr, hasAttr, isHtml, prop } from '../dom/read.ts';
import { textOfContent } from './generated-content.ts';
import { hasAria, referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { NAMED_BY_CONTENT } from './role-data.ts';
import { subtreeText } from './subtree-text.ts';
import { alternativeBeforeContent, newTraversal, textOfAll, textOfContents } from './text-alternative.ts';
import { collapse, isBlank, nonBlankAttr } from './white-space.ts';

/**
 * The accessible name, white space collapsed and trimmed (NBSP counts as text); empty where there is none. Its
 * computation may stop beyond `cache.maxText` characters; up to there it is exact. https://www.w3.org/TR/accname-1.2/
 */
export const nameOf = (el: Element, cache: DomCache): string =>
  getOrInsertComputed(cache.names, el, computeName, cache);

/** Elements that may have a name without any `aria-*` attribute or tooltip. */
const NAMED_BY_MARKUP =
  /^(?:button|input|select|textarea|meter|output|progress|fieldset|img|optgroup|option|slot|table)$|-/;

const computeName = (el: Element, cache: DomCache): string => {
  const role = roleOf(el, cache);
  const tag = tagOf(el);
  // Most elements have nothing that could name them.
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

/** Chromium's addition to the name of a file field: the selected files, since its role (button) has no value. */
const withFileName = (el: Element, name: string): string => {
  if (!isFileInput(el)) return name;
  const files = prop(el, 'files');
  const chosen = files?.length
    ? files.length === 1
      ? files[0]?.name
      : `${files.length} files`
    : 'No file chosen';
  return `${name}: ${chosen}`;
};

/** The name by `aria-labelledby`, `aria-label` or `title`, also where the role prohibits a name. */
export const nameFromAuthor = (el: Element, cache: DomCache): string => {
  const references = textOfAll(referencedBy(el, 'aria-labelledby'), newTraversal(), true, cache);
  if (!isBlank(references)) return collapse(references);
  return collapse(nonBlankAttr(el, 'aria-label') || attr(el, 'title') || '');
};

/**
 * The text of a subtree as it would be part of a name: visible text, alternatives of images, values of fields. Elements
 * owned by `aria-owns`, such as the list of a combobox, are left out: they are reported on their own.
 */
export const contentOf = (el: Element, cache: DomCache, target: Element | null = null): string => {
  const traversal = { ...newTraversal(), target };
  for (const at of [el, ...referencedBy(el, 'aria-owns')]) traversal.visited.add(at);
  return collapse(subtreeText(el, traversal, cache));
};
