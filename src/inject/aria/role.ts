import type { DomCache } from '../dom/dom-cache.ts';
import { firstChildElement, flatParent, isElement, tagOf } from '../dom/flat-tree.ts';
import { getOrInsertComputed } from '../dom/get-or-insert-computed.ts';
import { isTextField, isWholeField } from '../dom/input-type.ts';
import {
  attr,
  attributeNamesOf,
  closestTo,
  hasAttr,
  isSvg,
  keyword,
  matches,
  parentNodeOf,
  prop,
  tabIndexOf,
} from '../dom/read.ts';
import { fromInternals } from './internals.ts';
import { referencedBy } from './references.ts';
import {
  isAuthorRole,
  isGlobalAria,
  ROLE_BY_INPUT_TYPE,
  ROLE_BY_SVG_TAG,
  ROLE_BY_TAG,
  SYNONYMS,
} from './role-data.ts';
import { tablePartRole } from './table-role.ts';
import { nonBlankAttr } from './white-space.ts';

/**
 * The ARIA role of an element as in Chromium's `computedRole`; `generic` where there is none, `none` where the
 * author removed it. Differs on purpose: an orphan option, listitem or treeitem keeps its author's role,
 * `summary` is a button, date, time and color fields are text boxes, and `math` is math; CSS such as
 * `display: list-item` makes no role.
 */
export const roleOf = (el: Element, cache: DomCache): string =>
  getOrInsertComputed(cache.roles, el, computeRole, cache);

const computeRole = (el: Element, cache: DomCache): string => {
  const tag = tagOf(el);
  return (
    authorRole(el, attr(el, 'role') ?? (tag.includes('-') ? fromInternals(el, 'role') : null), tag) ||
    nativeRole(el, tag, cache)
  );
};

/** How many characters of a `role` attribute are read: a role and a few fallbacks. */
const MAX_ROLE_CHARS = 1000;

/** The first token that names a role (https://www.w3.org/TR/wai-aria-1.2/#document-handling_author-errors_roles). */
const authorRole = (el: Element, given: string | null, tag: string): string | undefined => {
  if (!given) return undefined;
  for (const token of given.slice(0, MAX_ROLE_CHARS).toLowerCase().split(/\s+/)) {
    if (!isAuthorRole(token)) continue;
    if ((token === 'form' || token === 'region') && !isNamedByAuthor(el)) continue;
    const role = SYNONYMS.get(token) || token;
    if (role === 'none' && ignoresRoleNone(el)) return undefined;
    if (role === 'combobox' && tag === 'select') return undefined;
    return role;
  }
  return undefined;
};

/**
 * Whether an element keeps its role in spite of `role=none`
 * (https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none).
 */
const ignoresRoleNone = (el: Element): boolean => {
  if (isFocusable(el)) return true;
  return attributeNamesOf(el).some(isGlobalAria);
};

const FOCUSABLE = /^(?:button|input|select|textarea|iframe|embed|object)$/;

/** Whether an element is focusable by its markup, even if hidden. */
export const isFocusable = (el: Element): boolean => {
  const tag = tagOf(el);
  if (FOCUSABLE.test(tag)) return !matches(el, ':disabled');
  if (!Number.isNaN(tabIndexOf(el))) return true;
  if (tag === 'a' || tag === 'area') return isLink(el);
  if (tag === 'summary') return isSummaryOfDetails(el);
  if (tag === 'audio' || tag === 'video') return hasAttr(el, 'controls');
  return hasAttr(el, 'contenteditable') && keyword(el, 'contenteditable') !== 'false';
};

const isLink = (el: Element): boolean => hasAttr(el, 'href') || (isSvg(el) && hasAttr(el, 'xlink:href'));

/** Whether `aria-label`, `aria-labelledby` or `title` may give a name, without computing it. */
const isNamedByAuthor = (el: Element): boolean =>
  Boolean(nonBlankAttr(el, 'aria-label') || nonBlankAttr(el, 'title')) ||
  referencedBy(el, 'aria-labelledby').length > 0;

const nativeRole = (el: Element, tag: string, cache: DomCache): string => {
  if (isSvg(el)) return svgRole(el, tag);
  switch (tag) {
    case 'a':
    case 'area':
      return isLink(el) || hasClickHandler(el) ? 'link' : 'generic';
    case 'input':
      return inputRole(el as HTMLInputElement);
    case 'select':
      return prop(el as HTMLSelectElement, 'multiple') || prop(el as HTMLSelectElement, 'size') > 1
        ? 'listbox'
        : 'combobox';
    case 'li':
      return isInListOfOtherRole(el) ? 'none' : 'listitem';
    case 'summary':
      return isSummaryOfDetails(el) ? 'button' : 'generic';
    case 'section':
      return isNamedByAuthor(el) ? 'region' : 'generic';
    case 'header':
      return isInSectioning(el, true, cache) ? 'sectionheader' : 'banner';
    case 'footer':
      return isInSectioning(el, true, cache) ? 'sectionfooter' : 'contentinfo';
    case 'aside':
      return isNamedByAuthor(el) || !isInSectioning(el, false, cache) ? 'complementary' : 'generic';
    default:
      return ROLE_BY_TAG.get(tag) || tablePartRole(el, tag, cache);
  }
};

/** Chromium counts an `<a>` with click listeners as a link. A script sees only handlers such as `onclick`. */
const hasClickHandler = (el: Element): boolean =>
  tagOf(el) === 'a' &&
  (['onclick', 'onmousedown', 'onmouseup'] as const).some((name) => prop(el as HTMLElement, name));

const svgRole = (el: Element, tag: string): string => {
  if (tag === 'a') {
    if (isLink(el) || hasClickHandler(el)) return 'link';
    return closestTo(el, 'text') ? 'generic' : 'group';
  }
  if (tag === 'svg' && isElement(el.parentNode) && isSvg(el.parentNode)) return 'group';
  return ROLE_BY_SVG_TAG.get(tagOf(el)) || 'generic';
};

const inputRole = (input: HTMLInputElement): string => {
  const type = prop(input, 'type');
  const mayHaveList = isTextField(input) || (isWholeField(input) && type !== 'color');
  if (mayHaveList && prop(input, 'list')) return 'combobox';
  return ROLE_BY_INPUT_TYPE.get(type) || 'textbox';
};

/**
 * Whether the list around an item has another role, such as menu, tree or none
 * (https://www.w3.org/TR/wai-aria-1.2/#presentation).
 */
const isInListOfOtherRole = (el: Element): boolean => {
  const parent = flatParent(el);
  return (
    !!parent &&
    /^(?:ul|ol|menu|dir)$/.test(tagOf(parent)) &&
    !/^\s*(?:list|directory)?\s*$/.test(keyword(parent, 'role'))
  );
};

const isSummaryOfDetails = (el: Element): boolean => {
  const parent = parentNodeOf(el);
  return isElement(parent) && tagOf(parent) === 'details' && firstChildElement(parent, 'summary') === el;
};

/**
 * Whether an element is inside of sectioning content or of an element with such a role: header, footer and aside are no
 * landmarks there (https://www.w3.org/TR/html-aam-1.0/#el-header, #el-aside). `mainCounts`: `main` counts as sectioning.
 */
const isInSectioning = (el: Element, mainCounts: boolean, cache: DomCache): boolean => {
  for (let at = flatParent(el); at; at = flatParent(at)) {
    const isSectioning = hasAttr(at, 'role')
      ? SECTIONING_ROLE.test(roleOf(at, cache))
      : SECTIONING_TAG.test(tagOf(at));
    if (isSectioning && (mainCounts || tagOf(at) !== 'main')) return true;
  }
  return false;
};

const SECTIONING_ROLE = /^(?:article|complementary|navigation|main)$/;
const SECTIONING_TAG = /^(?:article|aside|nav|section|main)$/;
