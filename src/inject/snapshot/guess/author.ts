import { attr, attributeNamesOf, firstElementOf, neighboursOf, props, tagOf } from '../../dom/read.ts';
import { hasWord } from '../../dom/unicode-pattern.ts';
import { isHashed, wordsIn } from '../../element/author-words.ts';
import type { AccessibilityNode } from '../accessibility-node.ts';
import { isMark, tokensOf } from './current.ts';
import { FIELD_ROLE } from './label-beside.ts';

/** What stands in the code for tests and forms to know something by. */
const NAMES = ['data-testid', 'data-test', 'name', 'id', 'data-action'];

/** Classes of a button that say what it does have two parts and more: `ql-bold`, `toolbar__undo`. */
const PART = /^[a-z]+(?:[-_]+[a-z]{3,})+$/i;
const MOST_CLASSES = 3;

/** Px: what is larger is no button, and its classes say how it is laid out. */
const LARGEST_BUTTON = 64;

/** Classes of a field, of a cell, and of what is moved along a track, say how it is drawn. */
const isButton = ({ node, facts }: AccessibilityNode): boolean => {
  if (FIELD_ROLE.test(node.role) || /cell$/.test(node.role)) return false;
  const { width, height } = facts?.box || { width: Infinity, height: 0 };
  return node.tag === 'button' || (width <= LARGEST_BUTTON && height <= LARGEST_BUTTON);
};

/** The tag of what comes first in something, empty where nothing does. */
const innerTag = (el: Element): string => {
  const inner = firstElementOf(el);
  return inner ? tagOf(inner) : '';
};

/** What the next one is too is the kind of thing that they are; or it is how something is, and not what. */
const isKindOrState = (name: string, el: Element): boolean =>
  isMark(name) || neighboursOf(el).some((at) => tokensOf(at).includes(name));

/** Among things alike that are empty, or drawings, what each of them is comes first in its classes. */
const isOwnClass = (name: string, el: Element): boolean => {
  const isAlike = (at: Element): boolean => tagOf(at) === tagOf(el) && innerTag(at) === innerTag(el);
  return (
    !(name.includes('-') && firstElementOf(el)) && !isKindOrState(name, el) && neighboursOf(el).some(isAlike)
  );
};

const fromClass = (own: AccessibilityNode, el: Element): string => {
  const classes = tokensOf(el);
  if (classes.length > MOST_CLASSES || !isButton(own)) return '';
  const says = (name: string): boolean => PART.test(name) && !isKindOrState(name, el);
  const name = classes.find((name) => says(name) && wordsIn(name)) || '';
  const [first = ''] = classes;
  return wordsIn(name || (isOwnClass(first, el) ? first : ''));
};

/** What its author calls something that nothing else names. */
export const calledByAuthor = (own: AccessibilityNode, el: Element): string => {
  for (const name of NAMES) {
    const words = wordsIn(attr(el, name) || '');
    if (words) return words;
  }
  return fromClass(own, el);
};

/** Of several boxes to check that say nothing, what the one stands for. */
export const choiceOf = ({ node }: AccessibilityNode, el: Element): string => {
  if (node.checked === undefined) return '';
  const box = tagOf(el) === 'label' ? props(el as HTMLLabelElement, 'control').control : el;
  const value = (box && tagOf(box) === 'input' && attr(box, 'value')) || '';
  // What a box stands for that is given nothing (https://html.spec.whatwg.org/#dom-input-value-default-on).
  return value === 'on' && node.role !== 'radio' ? '' : value;
};

const LONGEST_KEPT = 24;

/** What a framework evaluates is no value: `click:$root.remove`; `10:30` is one. */
const EVALUATED = /[$({=;]|:\D/;

/** The seat or the hour that something without words stands for, as its page keeps it for a script: another for each beside it. */
export const keptFor = (el: Element): string =>
  attributeNamesOf(el)
    .filter((name) => /^data-(?!agent-)/.test(name))
    .map((name) => [attr(el, name) || '', neighboursOf(el).map((at) => attr(at, name))] as const)
    .filter(
      ([value, beside]) =>
        value.length <= LONGEST_KEPT &&
        hasWord(value) &&
        !isHashed(value) &&
        !EVALUATED.test(value) &&
        beside.some((other) => other && other !== value),
    )
    .map(([value]) => value)
    .join(' ');
