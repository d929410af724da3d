import { flatChildren, isElement, tagOf } from '../dom/flat-tree.ts';
import type { Pass } from '../dom/pass.ts';
import { attr, isSvg, prop, textOf } from '../dom/read.ts';
import { contentOf, nameFromAuthor } from './name.ts';
import { referencedBy } from './references.ts';
import { roleOf } from './role.ts';
import { NAME_PROHIBITED } from './role-data.ts';
import { newTraversal, textOfAll } from './text-alternative.ts';
import { saidBy, tidySpace } from './white-space.ts';

/**
 * The accessible description (https://www.w3.org/TR/accname-1.2/#mapping_additional_nd_description,
 * https://www.w3.org/TR/html-aam-1.0/#accdesc-computation): what is said about an element beside its `name`.
 * Empty where there is none, or where it would repeat the name.
 */
export const descriptionOf = (el: Element, name: string, pass: Pass): string => {
  const description = tidySpace(describe(el, name, pass));
  return description === name ? '' : description;
};

const describe = (el: Element, name: string, pass: Pass): string => {
  const targets = referencedBy(el, 'aria-describedby');
  if (targets.length > 0) return textOfAll(targets, newTraversal(), true, pass);
  return saidBy(el, 'aria-description') || nativeDescription(el, name, pass) || leftOver(el, name, pass);
};

/** https://www.w3.org/TR/html-aam-1.0/#accdesc-computation: what the markup has left when the name came from elsewhere. */
const nativeDescription = (el: Element, name: string, pass: Pass): string => {
  switch (tagOf(el)) {
    case 'input':
      return /^(?:button|submit|reset)$/.test(prop(el as HTMLInputElement, 'type'))
        ? prop(el as HTMLInputElement, 'value')
        : '';
    case 'table': {
      const caption = prop(el as HTMLTableElement, 'caption');
      const text = caption ? contentOf(caption, pass) : '';
      return text && text !== name ? text : (attr(el, 'summary') ?? '');
    }
    case 'fieldset':
    case 'summary':
      return '';
    default:
      return isSvg(el) ? svgDescription(el) : '';
  }
};

const svgDescription = (el: Element): string => {
  const children = flatChildren(el);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (isElement(child) && tagOf(child) === 'desc') return textOf(child);
  }
  return '';
};

/** A tooltip that did not become the name, and a name that the role forbids. */
const leftOver = (el: Element, name: string, pass: Pass): string => {
  const title = saidBy(el, 'title');
  if (title && tidySpace(title) !== name) {
    return name || tidySpace(title) !== contentOf(el, pass) ? title : '';
  }
  return NAME_PROHIBITED.has(roleOf(el, pass)) && !name ? nameFromAuthor(el, pass) : '';
};
