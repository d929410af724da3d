import type { DomCache } from '../dom/dom-cache.ts';
import { firstChildElement, tagOf } from '../dom/flat-tree.ts';
import { isButtonInput, isTextOrDateField, isValueButton } from '../dom/input-type.ts';
import { labelsOf } from '../dom/labels.ts';
import {
  attr,
  contains,
  elementsIn,
  hasAttr,
  inputTypeOf,
  isSvg,
  prop,
  props,
  rootOf,
  textOf,
  windowOf,
} from '../dom/read.ts';
import { type Alternative, isTextField, type Traversal, textOfAll } from './text-alternative.ts';
import { collapse, isBlank, nonBlankAttr } from './white-space.ts';

/**
 * Step 2E: the name by HTML or SVG markup such as `label` and `alt` (https://www.w3.org/TR/html-aam-1.0/#accname-computation).
 * Null where there is none; an empty text where the author has left it empty on purpose (`alt=""`).
 */
export const nativeAlternative = (
  el: Element,
  role: string,
  traversal: Traversal,
  cache: DomCache,
): Alternative | null => {
  if (isSvg(el)) return svgAlternative(el);
  const tag = tagOf(el);
  if (LABELABLE.test(tag)) return labelled(el, traversal, cache) || controlAlternative(el, role);
  switch (tag) {
    case 'option':
      return role === 'option' ? optionText(el as HTMLOptionElement) : null;
    case 'optgroup':
      return given(attr(el, 'label'));
    case 'img':
    case 'area':
      return given(attr(el, 'alt'));
    case 'math':
      return given(texOf(el) || null);
    case 'table':
      return tableAlternative(el as HTMLTableElement, traversal, cache);
    case 'fieldset':
      return related(firstChildElement(el, 'legend'), traversal, cache);
    default:
      if (tag.includes('-')) return labelled(el, traversal, cache);
      return isTextField(el, role) ? given(attr(el, 'aria-placeholder')) : null;
  }
};

/** https://html.spec.whatwg.org/#category-label */
const LABELABLE = /^(?:button|input|select|textarea|meter|output|progress)$/;

const given = (text: string | null): Alternative | null =>
  text === null ? null : { text, isContent: false };

/**
 * The text of a formula: `alttext`, or the TeX source that converters keep as an annotation
 * (https://www.w3.org/TR/mathml-core/#semantics-and-presentation).
 */
export const texOf = (math: Element): string => {
  const [annotation] = elementsIn(math, 'annotation[encoding="application/x-tex"]');
  return attr(math, 'alttext') ?? (annotation ? textOf(annotation) : '');
};

/** The text of a related element: a caption, a legend. */
const related = (el: Element | null, traversal: Traversal, cache: DomCache): Alternative | null =>
  el ? { text: textOfAll([el], traversal, false, cache), isContent: false } : null;

/** https://www.w3.org/TR/html-aam-1.0/#other-form-elements-accessible-name-computation: all labels, in tree order. */
const labelled = (el: Element, traversal: Traversal, cache: DomCache): Alternative | null => {
  const labels = tagOf(el).includes('-') ? labelsOfCustom(el) : labelsOf(el, cache);
  if (labels.length === 0) return null;
  const text = textOfAll(labels, traversal, false, cache).trim();
  // A button whose label is empty is named by its value instead.
  return text || !isButtonInput(el) ? given(text) : null;
};

/** The labels of a form-associated custom element. Only its own code can read them from its internals, so they are searched. */
const labelsOfCustom = (el: Element): readonly Element[] => {
  const definition = windowOf(el).customElements?.get(tagOf(el));
  if (!(definition as { formAssociated?: boolean } | undefined)?.formAssociated) return [];
  const id = attr(el, 'id');
  return elementsIn(rootOf(el) as Document, 'label').filter(
    (label) => contains(label, el) || (id && attr(label, 'for') === id),
  );
};

/** The names that browsers give to buttons without a value; in English here, as a script can't read the browser's own text. */
const DEFAULT_TEXT: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

/**
 * https://www.w3.org/TR/html-aam-1.0/#input-type-button-input-type-submit-and-input-type-reset-accessible-name-computation
 * and following
 */
const controlAlternative = (el: Element, role: string): Alternative | null => {
  const { value, multiple } = props(el as HTMLInputElement, 'value', 'multiple');
  const type = inputTypeOf(el);
  if (isValueButton(el)) {
    return given(hasAttr(el, 'value') ? value : DEFAULT_TEXT[type] || null);
  }
  if (type === 'image') {
    return given(attr(el, 'alt') || attr(el, 'value') || attr(el, 'title') || 'Submit');
  }
  if (type === 'file') return given(multiple ? 'Choose Files' : 'Choose File');
  if (!isTextOrDateField(el)) return null;
  const title = nonBlankAttr(el, 'title');
  if (title) return given(title);
  return given(attr(el, 'placeholder') || (isTextField(el, role) ? attr(el, 'aria-placeholder') : null));
};

const optionText = (option: HTMLOptionElement): Alternative | null => {
  const label = attr(option, 'label');
  if (label) return { text: label, isContent: true };
  return { text: collapse(prop(option, 'text')), isContent: true };
};

const tableAlternative = (
  table: HTMLTableElement,
  traversal: Traversal,
  cache: DomCache,
): Alternative | null => {
  const caption = related(prop(table, 'caption'), traversal, cache);
  return caption || given(attr(table, 'summary'));
};

/** https://www.w3.org/TR/svg-aam-1.0/#mapping_additional_nd */
const svgAlternative = (el: Element): Alternative | null => {
  const title = firstChildElement(el, 'title');
  const text = title && isSvg(title) ? textOf(title) : '';
  if (!isBlank(text)) return given(text);
  return tagOf(el) === 'a' ? given(attr(el, 'xlink:title')) : null;
};
