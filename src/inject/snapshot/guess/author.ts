import {
  attr,
  attributeNamesOf,
  firstElementOf,
  neighboursOf,
  props,
  tagOf,
  tokensOf,
} from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { isHashed, wordsIn } from '../../element/author-words.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { isMark } from './current.ts';
import { FIELD_ROLE } from './label-beside.ts';

/** Attributes that tests, forms and scripts know an element by. */
const NAMING_ATTRIBUTES = ['data-testid', 'data-test', 'name', 'id', 'data-action'];

/** Classes that say what a button does have two parts or more: `ql-bold`, `toolbar__undo`. */
const NAMING_CLASS = /^[A-Za-z]+(?:[-_]+[A-Za-z][a-z]{2,}(?:[A-Z][a-z]+)*)+$/;
const MAX_CLASSES = 3;

/** Px: the classes of a larger element say how it is laid out. */
const MAX_BUTTON_SIZE = 64;

/** Whether the classes may say what the node does. Those of a field, a cell or a handle say how it is drawn. */
const mayBeNamedByClass = ({ node, facts }: AccessibilityNode): boolean => {
  if (FIELD_ROLE.test(node.role) || /cell$/.test(node.role)) return false;
  const { width, height } = facts?.box || { width: Infinity, height: 0 };
  return node.tag === 'button' || (width <= MAX_BUTTON_SIZE && height <= MAX_BUTTON_SIZE);
};

/** The tags of an element and of its first child element. */
const tagsOf = (el: Element): string => [el, firstElementOf(el)].map((at) => at && tagOf(at)).join();

/**
 * Whether a class says what kind of thing this is (a sibling has it, too), or its state (`is-active`), and not what
 * it is for.
 */
const isSharedOrState = (name: string, el: Element): boolean =>
  isMark(name) || neighboursOf(el).some((at) => tokensOf(at).includes(name));

/**
 * Whether the first class of an element names it: its siblings look alike (same tag, same first child) and have other
 * classes.
 */
const isNamedByFirstClass = (name: string, el: Element): boolean => {
  return (
    !(name.includes('-') && firstElementOf(el)) &&
    !isSharedOrState(name, el) &&
    neighboursOf(el).some((at) => tagsOf(at) === tagsOf(el))
  );
};

const nameByClass = (own: AccessibilityNode, el: Element): string => {
  const classes = tokensOf(el);
  if (classes.length > MAX_CLASSES || !mayBeNamedByClass(own)) return '';
  const isNaming = (name: string): boolean => NAMING_CLASS.test(name) && !isSharedOrState(name, el);
  const name = classes.find((name) => isNaming(name) && wordsIn(name)) || '';
  const [first = ''] = classes;
  return wordsIn(name || (isNamedByFirstClass(first, el) ? first : ''));
};

/**
 * The words by which the author names an element: a test id, a name, an id, or a class. Empty where a script made
 * them.
 */
export const authorNameOf = (own: AccessibilityNode, el: Element): string => {
  for (const name of NAMING_ATTRIBUTES) {
    const words = wordsIn(attr(el, name) || '');
    if (words) return words;
  }
  return nameByClass(own, el);
};

/** The `value` of a checkbox or radio: of several without a label, what it stands for. */
export const valueOfCheckable = ({ node }: AccessibilityNode, el: Element): string => {
  if (node.checked === undefined) return '';
  const box = tagOf(el) === 'label' ? props(el as HTMLLabelElement, 'control').control : el;
  const value = (box && tagOf(box) === 'input' && attr(box, 'value')) || '';
  // `on` is the value of a checkbox that has none (https://html.spec.whatwg.org/#dom-input-value-default-on).
  return value === 'on' && node.role !== 'radio' ? '' : value;
};

const MAX_VALUE_CHARS = 24;

/** Expressions that a framework evaluates (`click:$root.remove`) are no values; `10:30` is one. */
const EXPRESSION = /[$({=;]|:\D/;

/**
 * The value that an element without words stands for, such as a seat or an hour, from its `data-` attributes: only an
 * attribute whose value differs from a sibling's.
 */
export const valueInDataAttributes = (el: Element): string =>
  attributeNamesOf(el)
    .filter((name) => /^data-(?!agent-)/.test(name))
    .map((name) => [attr(el, name) || '', neighboursOf(el).map((at) => attr(at, name))] as const)
    .filter(
      ([value, siblingValues]) =>
        value.length <= MAX_VALUE_CHARS &&
        hasWord(value) &&
        !isHashed(value) &&
        !EXPRESSION.test(value) &&
        siblingValues.some((other) => other && other !== value),
    )
    .map(([value]) => value)
    .join(' ');
