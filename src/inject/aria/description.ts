import type { DomCache } from '../dom/dom-cache.ts';
import { firstChildElement, tagOf } from '../dom/flat-tree.ts';
import { isValueButton } from '../dom/input-type.ts';
import { attr, hasAttr, isSvg, prop, textOf } from '../dom/read.ts';
import { contentOf, nameFromAuthor } from './name.ts';
import { hasAria, referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { NAME_PROHIBITED } from './role-data.ts';
import { newTraversal, textOfAll } from './text-alternative.ts';
import { collapse, nonBlankAttr, readable } from './white-space.ts';

/**
 * The accessible description (https://www.w3.org/TR/accname-1.2/#mapping_additional_nd_description,
 * https://www.w3.org/TR/html-aam-1.0/#accdesc-computation) of an element with the accessible name `name`.
 * Empty where there is none, or where it would repeat the name.
 */
export const descriptionOf = (el: Element, name: string, cache: DomCache): string => {
  const description = collapse(describe(el, name, cache));
  return description === name ? '' : description;
};

const describe = (el: Element, name: string, cache: DomCache): string => {
  if (!hasAria(el) && !hasAttr(el, 'title')) return nativeDescription(el, name, cache);
  const targets = referencedBy(el, 'aria-describedby');
  if (targets.length > 0) return textOfAll(targets, newTraversal(), true, cache);
  return (
    nonBlankAttr(el, 'aria-description') || nativeDescription(el, name, cache) || unusedName(el, name, cache)
  );
};

/** https://www.w3.org/TR/html-aam-1.0/#accdesc-computation: the markup that could have been the name, and is not. */
const nativeDescription = (el: Element, name: string, cache: DomCache): string => {
  if (isSvg(el)) {
    const desc = firstChildElement(el, 'desc');
    return desc ? textOf(desc) : '';
  }
  const tag = tagOf(el);
  if (tag === 'table') {
    const caption = prop(el as HTMLTableElement, 'caption');
    const text = caption ? contentOf(caption, cache) : '';
    return text && text !== name ? text : attr(el, 'summary') || '';
  }
  const value = isValueButton(el) ? prop(el as HTMLInputElement, 'value') : '';
  return readable(value) === readable(name) ? '' : value;
};

/** A tooltip that did not become the name, or the author's name where the role prohibits one. */
const unusedName = (el: Element, name: string, cache: DomCache): string => {
  const title = collapse(nonBlankAttr(el, 'title'));
  if (title && title !== name) return name || title !== contentOf(el, cache) ? title : '';
  return !name && NAME_PROHIBITED.has(roleOf(el, cache)) ? nameFromAuthor(el, cache) : '';
};
