import type { DomCache } from '../dom/dom-cache.ts';
import { drawingSurface } from '../dom/drawing-surface.ts';
import { tagOf } from '../dom/flat-tree.ts';
import { attr, elementsIn, holds, inputTypeOf, isSvg, listAttr, prop, props, textOf } from '../dom/read.ts';
import { drawnLines, plainText } from '../dom/text-lines.ts';
import { chosenOptions, rangeValue } from './embedded-value.ts';
import { saidOf } from './internals.ts';
import { contentOf, nameOf } from './name.ts';
import { isSecret, maskedValue } from './secret.ts';
import { isEditingHost } from './text-alternative.ts';
import { collapse, readable } from './white-space.ts';

/** What the chosen options of a select or a list are called. */
export const chosenNames = (el: Element, cache: DomCache): string[] =>
  chosenOptions(el, cache).map((option) => nameOf(option, cache));

/** What a field or a range holds now; empty where it holds nothing or is neither. Secrets are masked. */
export const fieldValue = (el: Element, role: string, cache: DomCache): string => {
  // What is called `input` in a drawing is none, and holds nothing.
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

/** Of an editor that takes its keys in a field which nobody sees. */
const drawnText = (field: Element): string | undefined => {
  const surface = drawingSurface(field);
  return surface && collapse(drawnLines(surface));
};

/** Buttons that are drawn as a sign: `×`. */
const NAMED_BUTTON = 'button[aria-label], [role=button][aria-label]';

/** Some sets of icons are named by their files, in the class and for readers: the arrow of a combobox. */
const ICONS = '[role=img][class][aria-label]';

const LIST = '[role=listbox]';

const iconName = (el: Element): string => {
  const name = attr(el, 'aria-label') || '';
  return listAttr(el, 'class').includes(name) ? name : '';
};

/** What names the box or the field in it, takes a choice back, or is said once more by its list or the select that it stands for. */
const besidesValue = (box: Element, cache: DomCache): string[] => {
  const named = elementsIn(box, `input, textarea, ${NAMED_BUTTON}`);
  // One of several that holds nothing is told by its name.
  const chosen = (select: Element): string => chosenNames(select, cache).join(' ') || nameOf(select, cache);
  return elementsIn(box, 'label')
    .map((label) => contentOf(label, cache))
    .concat(named.map((el) => nameOf(el, cache)))
    .concat(elementsIn(box, ICONS).map(iconName))
    .concat(elementsIn(box, `select[tabindex="-1"], ${LIST}`).map(chosen));
};

/** Placeholders are short. */
const LONGEST_PLACEHOLDER = 200;

/** What a style sheet writes into an editor that is empty but for marks without a width is a placeholder, and no part of it. */
const isPlaceholder = (content: string, editor: Element): boolean =>
  content.length <= LONGEST_PLACEHOLDER &&
  prop(editor as HTMLElement, 'isContentEditable') === true &&
  !plainText(textOf(editor)).trim() &&
  !holds(editor, 'img, svg, input, [aria-label]');

/** What an editor or a box says that it holds. */
export const contentOfEditor = (el: Element, cache: DomCache): string => {
  // Names leave tables out, and an editor holds them.
  const content = readable(contentOf(el, cache, isEditingHost(el) ? el : null));
  return content && isPlaceholder(content, el) ? '' : content;
};

/** What a box says, but for what is not its value. */
const contentAsValue = (box: Element, cache: DomCache): string => {
  const content = readable(plainText(contentOfEditor(box, cache)));
  if (!content) return '';
  // Its own label may be drawn in it, before what it holds; one that does not name it says what that is.
  const own = collapse(attr(box, 'aria-label') || '');
  const names = holds(box, `${FIELD_TAGS}, ${NAMED_BUTTON}, ${ICONS}, ${LIST}`)
    ? besidesValue(box, cache)
    : [];
  if (names.length === 0) {
    const isDrawn = own && content.startsWith(own) && own === nameOf(box, cache);
    const rest = isDrawn ? /^[*:]?(?: (.*))?$/.exec(content.slice(own.length)) : null;
    return rest ? rest[1] || '' : content;
  }
  let said = ` ${content} `;
  for (const name of names) if (name) said = said.replace(` ${collapse(plainText(name))} `, () => ' ');
  // Where the list alone shows what is chosen, that is the value.
  return said.trim() || joined(Array.from(new Set(chosenNames(box, cache).filter(Boolean))));
};

const joined = (values: string[]): string => values.join(', ');

/** The hint in an empty field, unless it is the field's name already. */
export const placeholderOf = (el: Element, _role: string, cache: DomCache): string => {
  const hint = collapse(attr(el, 'placeholder') || attr(el, 'aria-placeholder') || '');
  return hint && hint !== nameOf(el, cache) ? hint : '';
};

/** A range without bounds goes from 0 to 100 (https://html.spec.whatwg.org/#range-state-(type=range)). */
const BOUNDS_OF_RANGE = { min: 0, max: 100 };

/** The least or greatest value, where there is one (https://www.w3.org/TR/wai-aria-1.2/#aria-valuemax). */
export const boundOf = (el: Element, end: 'min' | 'max'): number | undefined => {
  const tag = tagOf(el);
  if (tag === 'meter' || tag === 'progress') return (el as HTMLMeterElement)[end];
  const name = `aria-value${end}` as const;
  const bound = Number.parseFloat(saidOf(el, name, attr(el, tag === 'input' ? end : name)));
  if (Number.isFinite(bound)) return bound;
  return inputTypeOf(el) === 'range' ? BOUNDS_OF_RANGE[end] : undefined;
};
