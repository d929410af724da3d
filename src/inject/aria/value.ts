import type { DomCache } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { attr, elementsIn, holds, inputTypeOf, isSvg, listAttr, prop, props, textOf } from '../dom/read.ts';
import { drawnLines, plainText } from '../dom/text-lines.ts';
import { chosenOptions, rangeValue } from './embedded-value.ts';
import { attributeOrInternals } from './internals.ts';
import { contentOf, nameOf } from './name.ts';
import { isSecret, maskedValue } from './secret.ts';
import { isEditingHost } from './text-alternative.ts';
import { collapse, readable } from './white-space.ts';

/** The names of the selected options of a select or list box. */
export const chosenNames = (el: Element, cache: DomCache): string[] =>
  chosenOptions(el, cache).map((option) => nameOf(option, cache));

/** The current value of a field or range; empty where it has none. Secrets are masked. */
export const fieldValue = (el: Element, role: string, cache: DomCache): string => {
  // An element `input` in SVG is no field.
  const tag = isSvg(el) ? '' : tagOf(el);
  if (isSecret(el)) return maskedValue(prop(el as HTMLInputElement, 'value'));
  switch (tag) {
    case 'select':
      return joined(chosenNames(el, cache));
    case 'textarea':
      return drawnText(el) ?? prop(el as HTMLTextAreaElement, 'value');
    case 'input': {
      const { type, value, files } = props(el as HTMLInputElement, 'type', 'value', 'files');
      if (type === 'file') return joined(Array.from(files || []).map((file) => file.name));
      return /^(?:button|submit|reset|image|hidden|checkbox|radio)$/.test(type) ? '' : value;
    }
  }
  if (/^(?:textbox|searchbox|combobox)$/.test(role)) return drawnText(el) ?? contentAsValue(el, cache);
  return role === 'button' ? '' : rangeValue(el) || '';
};

const FIELD_TAGS = 'input, textarea, select';

/** The text of an editor that receives its keys in an invisible field, from its drawing surface. */
const drawnText = (field: Element): string | undefined => {
  const surface = drawingSurface(field);
  return surface && collapse(drawnLines(surface));
};

/** Buttons whose content is a symbol, such as `×`. */
const NAMED_BUTTON = 'button[aria-label], [role=button][aria-label]';

/** Icons whose `aria-label` repeats their class (the file name), such as the arrow of a combobox. */
const ICONS = '[role=img][class][aria-label]';

const LIST = '[role=listbox]';

const iconName = (el: Element): string => {
  const name = attr(el, 'aria-label') || '';
  return listAttr(el, 'class').includes(name) ? name : '';
};

/**
 * The texts in a combobox that are not part of its value: labels, names of fields, buttons (such as one that removes a
 * choice) and icons, and the choice as its list or a hidden select repeats it.
 */
const textsBesideValue = (box: Element, cache: DomCache): string[] => {
  const named = elementsIn(box, `input, textarea, ${NAMED_BUTTON}`);
  // A select without a choice repeats only its name.
  const chosen = (select: Element): string => chosenNames(select, cache).join(' ') || nameOf(select, cache);
  return elementsIn(box, 'label')
    .map((label) => contentOf(label, cache))
    .concat(named.map((el) => nameOf(el, cache)))
    .concat(elementsIn(box, ICONS).map(iconName))
    .concat(elementsIn(box, `select[tabindex="-1"], ${LIST}`).map(chosen));
};

/** The longest placeholder, characters. */
const MAX_PLACEHOLDER_CHARS = 200;

/**
 * Whether the visible content of an editor is only a placeholder from a style sheet: its own text is empty but for
 * characters without width.
 */
const isPlaceholder = (content: string, editor: Element): boolean =>
  content.length <= MAX_PLACEHOLDER_CHARS &&
  prop(editor as HTMLElement, 'isContentEditable') === true &&
  !plainText(textOf(editor)).trim() &&
  !holds(editor, 'img, svg, input, [aria-label]');

/** The text content of an editor or other box, without a placeholder. */
export const contentOfEditor = (el: Element, cache: DomCache): string => {
  // With the editor as target, tables in it are read too: the text of a name leaves them out.
  const content = readable(contentOf(el, cache, isEditingHost(el) ? el : null));
  return content && isPlaceholder(content, el) ? '' : content;
};

/** The text of a box without its label, buttons and other texts that are not its value. */
const contentAsValue = (box: Element, cache: DomCache): string => {
  const content = readable(plainText(contentOfEditor(box, cache)));
  if (!content) return '';
  // A box may begin with its own label. An `aria-label` that is not its name describes the value and is kept.
  const ownLabel = collapse(attr(box, 'aria-label') || '');
  const names = holds(box, `${FIELD_TAGS}, ${NAMED_BUTTON}, ${ICONS}, ${LIST}`)
    ? textsBesideValue(box, cache)
    : [];
  if (names.length === 0) {
    const startsWithLabel = ownLabel && content.startsWith(ownLabel) && ownLabel === nameOf(box, cache);
    const rest = startsWithLabel ? /^[*:]?(?: (.*))?$/.exec(content.slice(ownLabel.length)) : null;
    return rest ? rest[1] || '' : content;
  }
  let value = ` ${content} `;
  for (const name of names) if (name) value = value.replace(` ${collapse(plainText(name))} `, () => ' ');
  // Where only the list shows the choice, that is the value.
  return value.trim() || joined(Array.from(new Set(chosenNames(box, cache).filter(Boolean))));
};

const joined = (values: string[]): string => values.join(', ');

/** The placeholder of a field, unless it is the field's name already. */
export const placeholderOf = (el: Element, _role: string, cache: DomCache): string => {
  const hint = collapse(attr(el, 'placeholder') || attr(el, 'aria-placeholder') || '');
  return hint && hint !== nameOf(el, cache) ? hint : '';
};

/** A range without bounds goes from 0 to 100 (https://html.spec.whatwg.org/#range-state-(type=range)). */
const BOUNDS_OF_RANGE = { min: 0, max: 100 };

/** The minimum or maximum of a range, where there is one (https://www.w3.org/TR/wai-aria-1.2/#aria-valuemax). */
export const boundOf = (el: Element, end: 'min' | 'max'): number | undefined => {
  const tag = tagOf(el);
  if (tag === 'meter' || tag === 'progress') return (el as HTMLMeterElement)[end];
  const name = `aria-value${end}` as const;
  const bound = Number.parseFloat(attributeOrInternals(el, name, attr(el, tag === 'input' ? end : name)));
  if (Number.isFinite(bound)) return bound;
  return inputTypeOf(el) === 'range' ? BOUNDS_OF_RANGE[end] : undefined;
};
