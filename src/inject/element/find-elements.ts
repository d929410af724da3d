import type { FindBy } from '../../contract.ts';
import { oneLine } from '../../render/core.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { readableTextOf } from '../aria/secret.ts';
import { allElements } from '../dom/all-elements.ts';
import { cut, wordsOfError } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatParentAcrossFrames, frameDocument, isElement, isText, shadowRootOf } from '../dom/flat-tree.ts';
import { isInputButton } from '../dom/input-type.ts';
import {
  attr,
  childNodesOf,
  documentOf,
  findAll,
  matches,
  parentElementOf,
  prop,
  tagOf,
} from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { wrongArgument } from '../payload.ts';
import type { Failure } from '../result.ts';
import { inAnyCase } from './any-case.ts';

/** How a text is sought: word for word, whole in any case, or as a part in any case. */
export type Exactness = boolean | 'anyCase' | undefined;

/** Whether a text, as it is printed, holds another one in any case; `exact`: is the same. */
export const says = (text: string, wanted: string, exact: Exactness): boolean => {
  const form = exact === true ? oneLine : inAnyCase;
  const [shown, sought] = [form(text), form(wanted)];
  return exact ? shown === sought : shown.includes(sought);
};

type Root = Document | ShadowRoot;

type Test = (el: Element, value: string, exact: Exactness, cache: DomCache) => boolean;

const byAttribute =
  (...names: string[]): Test =>
  (el, value, exact) =>
    names.some((name) => says(attr(el, name) || '', value, exact));

const LABELLED =
  'input, textarea, select, meter, progress, output, [contenteditable], [aria-label], [aria-labelledby]';

const ownText = (el: Element): string => {
  if (tagOf(el) !== 'input') return isNeverRendered(tagOf(el)) ? '' : readableTextOf(el);
  return isInputButton(el) ? prop(el as HTMLInputElement, 'value') : '';
};

/** What stands right in an element, not in what is inside of it. */
const textRightIn = (el: Element): string =>
  Array.from(childNodesOf(el), (node) => (isText(node) ? node.data : ' ')).join('');

/** Word for word, an item says also what it is called above a list of its own, which may be closed. */
const saysInText: Test = (el, value, exact) => {
  const text = ownText(el);
  return (
    says(text, value, exact) || (!!exact && says(text, value, false) && says(textRightIn(el), value, exact))
  );
};

const TESTS: Readonly<Record<Exclude<FindBy, 'xpath'>, Test>> = {
  role: (el, value, _exact, cache) => roleOf(el, cache) === (value === 'img' ? 'image' : value.toLowerCase()),
  text: saysInText,
  label: (el, value, exact, cache) => matches(el, LABELLED) && says(nameOf(el, cache), value, exact),
  placeholder: byAttribute('placeholder', 'aria-placeholder'),
  alt: byAttribute('alt'),
  title: byAttribute('title'),
  testid: (el, value) =>
    ['testid', 'test-id', 'test', 'cy', 'qa'].some((name) => attr(el, `data-${name}`) === value),
  css: (el, value) => matches(el, value),
};

/** The ways to find elements by. */
export const WAYS = Object.keys(TESTS).concat('xpath');

const byXPath = (root: Root, path: string): Element[] => {
  const found: Element[] = [];
  const doc = (documentOf(root) || root) as Document;
  const result = Document.prototype.evaluate.call(doc, path, root, null, 7 /* ordered snapshot */, null);
  for (let i = 0; i < result.snapshotLength; i++) {
    const node = result.snapshotItem(i);
    if (isElement(node)) found.push(node);
  }
  return found;
};

/** Steps into the shadow root or the frame of what was found so far stand between ` >>> `, as queries give them. */
const byPath = (path: string, step: (root: Root, part: string) => ArrayLike<Element>): Element[] => {
  let roots: Root[] = [document];
  let found: Element[] = [];
  for (const part of path.split(' >>> ')) {
    found = roots.reduce<Element[]>((all, root) => all.concat(Array.from(step(root, part))), []);
    roots = found.map((el) => shadowRootOf(el) || frameDocument(el)).filter((root) => !!root);
  }
  return found;
};

/** The innermost of those that pass a test. From the end, so that what is around them need not be asked. */
const innermost = (all: readonly Element[], test: (el: Element) => boolean): Element[] => {
  const around = new Set<Element>();
  const found: Element[] = [];
  for (let i = all.length - 1; i >= 0; i--) {
    const el = all[i] as Element;
    if (around.has(el) || !test(el)) continue;
    found.push(el);
    for (let at = flatParentAcrossFrames(el); at && !around.has(at); at = flatParentAcrossFrames(at))
      around.add(at);
  }
  return found.reverse();
};

/** Those whose text holds another one in any case. What stands in one that does not is not read: it holds it neither. */
const holding = (all: readonly Element[], value: string): Element[] => {
  const without = new Set<Element | null>();
  const found: Element[] = [];
  let last: string | undefined;
  for (const el of all) {
    const text = without.has(parentElementOf(el)) && !isInputButton(el) ? '' : ownText(el);
    // Boxes around one another mostly say the same.
    last = text === last || says(text, value, false) ? text : undefined;
    if (last === undefined) without.add(el);
    else found.push(el);
  }
  return found;
};

/** Whether an element is found by it. An XPath says nothing of one element. */
export const isFoundBy = (
  by: FindBy,
  el: Element,
  value: string,
  exact: Exactness,
  cache: DomCache,
): boolean => by !== 'xpath' && TESTS[by](el, value, exact, cache);

const SAYING = ['text', 'label', 'placeholder', 'alt', 'title'] as const;

/** The innermost elements that say a text in any way, or are called so; those first that say it word for word. */
export const elementsSaying = (
  value: string,
  exact: boolean | undefined,
  nameOfShown: (el: Element) => string,
  cache: DomCache,
): Element[] => {
  const all = allElements(document);
  const holders = new Set(holding(all, value));
  const test = (el: Element, isWhole: boolean | undefined): boolean =>
    says(nameOfShown(el), value, isWhole) ||
    SAYING.some((by) => (by !== 'text' || holders.has(el)) && TESTS[by](el, value, isWhole, cache));
  const found = innermost(all, (el) => test(el, exact));
  const whole = new Set(found.filter((el) => exact || test(el, true)));
  return [...whole, ...found.filter((el) => !whole.has(el))];
};

/** The elements that match, hidden ones included; frames and shadow roots are searched (not by XPath). */
export const elementsBy = (
  by: FindBy,
  value: string,
  exact: Exactness,
  cache: DomCache,
): Element[] | Failure => {
  try {
    if (by === 'xpath') return byPath(value, byXPath);
    if (by === 'css' && value.includes('>>>')) return byPath(value, findAll);
    const all = allElements(document);
    const test = (el: Element): boolean => TESTS[by](el, value, exact, cache);
    return by === 'text' ? innermost(holding(all, value), test) : all.filter(test);
  } catch (error) {
    const why = wordsOfError(error);
    return wrongArgument('value', `"${cut(value, 60)}" can't be read as ${by}: ${why}.`);
  }
};
