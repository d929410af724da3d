import type { FindBy } from '../../contract.ts';
import { oneLine } from '../../render/core.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { readableTextOf } from '../aria/secret.ts';
import { allElements } from '../dom/all-elements.ts';
import { cut, errorText } from '../dom/cut.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { flatParentAcrossFrames, frameDocument, isElement, isText, shadowRootOf } from '../dom/flat-tree.ts';
import { isValueButton } from '../dom/input-type.ts';
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
import { foldCase } from './any-case.ts';

/** How a text is compared: `true`: equal; `anyCase`: equal but for case; else: contains it, in any case. */
export type Exactness = boolean | 'anyCase' | undefined;

/** Whether a text, as it is printed, matches another one. */
export const matchesText = (text: string, wanted: string, exact: Exactness): boolean => {
  const normalize = exact === true ? oneLine : foldCase;
  const [shown, sought] = [normalize(text), normalize(wanted)];
  return exact ? shown === sought : shown.includes(sought);
};

type Root = Document | ShadowRoot;

type Test = (el: Element, value: string, exact: Exactness, cache: DomCache) => boolean;

const byAttribute =
  (...names: string[]): Test =>
  (el, value, exact) =>
    names.some((name) => matchesText(attr(el, name) || '', value, exact));

const LABELLED =
  'input, textarea, select, meter, progress, output, [contenteditable], [aria-label], [aria-labelledby]';

const ownText = (el: Element): string => {
  if (tagOf(el) !== 'input') return isNeverRendered(tagOf(el)) ? '' : readableTextOf(el);
  return isValueButton(el) ? prop(el as HTMLInputElement, 'value') : '';
};

/** The text nodes that are children of an element. */
const childText = (el: Element): string =>
  Array.from(childNodesOf(el), (node) => (isText(node) ? node.data : ' ')).join('');

/**
 * By text. An exact match may also be the child text alone: the label of an item above its own sub-list, which may be
 * closed.
 */
const byText: Test = (el, value, exact) => {
  const text = ownText(el);
  return (
    matchesText(text, value, exact) ||
    (!!exact && matchesText(text, value, false) && matchesText(childText(el), value, exact))
  );
};

const TESTS: Readonly<Record<Exclude<FindBy, 'xpath'>, Test>> = {
  role: (el, value, _exact, cache) => roleOf(el, cache) === (value === 'img' ? 'image' : value.toLowerCase()),
  text: byText,
  label: (el, value, exact, cache) => matches(el, LABELLED) && matchesText(nameOf(el, cache), value, exact),
  placeholder: byAttribute('placeholder', 'aria-placeholder'),
  alt: byAttribute('alt'),
  title: byAttribute('title'),
  testid: (el, value) =>
    ['testid', 'test-id', 'test', 'cy', 'qa'].some((name) => attr(el, `data-${name}`) === value),
  css: (el, value) => matches(el, value),
};

/** The values of `by` in a search for elements. */
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

/**
 * Finds by a path whose parts are joined by ` >>> `, as queries return it: each part is searched in the shadow root or
 * frame of the elements before.
 */
const byPath = (path: string, step: (root: Root, part: string) => ArrayLike<Element>): Element[] => {
  let roots: Root[] = [document];
  let found: Element[] = [];
  for (const part of path.split(' >>> ')) {
    found = roots.reduce<Element[]>((all, root) => all.concat(Array.from(step(root, part))), []);
    roots = found.map((el) => shadowRootOf(el) || frameDocument(el)).filter((root) => !!root);
  }
  return found;
};

/** The innermost elements that pass a test. Goes through them from the end, so that ancestors of a match are not tested. */
const innermost = (all: readonly Element[], test: (el: Element) => boolean): Element[] => {
  const ancestorsOfFound = new Set<Element>();
  const found: Element[] = [];
  for (let i = all.length - 1; i >= 0; i--) {
    const el = all[i] as Element;
    if (ancestorsOfFound.has(el) || !test(el)) continue;
    found.push(el);
    for (
      let at = flatParentAcrossFrames(el);
      at && !ancestorsOfFound.has(at);
      at = flatParentAcrossFrames(at)
    )
      ancestorsOfFound.add(at);
  }
  return found.reverse();
};

/**
 * The elements whose text contains another one in any case. The text of elements below one that does not contain it is not
 * read.
 */
const containing = (all: readonly Element[], value: string): Element[] => {
  const notContaining = new Set<Element | null>();
  const found: Element[] = [];
  let last: string | undefined;
  for (const el of all) {
    const text = notContaining.has(parentElementOf(el)) && !isValueButton(el) ? '' : ownText(el);
    // An element mostly has the text of the box around it: then it is not matched again.
    last = text === last || matchesText(text, value, false) ? text : undefined;
    if (last === undefined) notContaining.add(el);
    else found.push(el);
  }
  return found;
};

/** Whether a search would find the element; always false for an XPath, which can't be tested on a single element. */
export const isFoundBy = (
  by: FindBy,
  el: Element,
  value: string,
  exact: Exactness,
  cache: DomCache,
): boolean => by !== 'xpath' && TESTS[by](el, value, exact, cache);

const TEXT_METHODS = ['text', 'label', 'placeholder', 'alt', 'title'] as const;

/**
 * The innermost elements with a text as their content, a label or another text attribute, or as their shown name; exact
 * matches first.
 */
export const elementsWithText = (
  value: string,
  exact: boolean | undefined,
  nameOfShown: (el: Element) => string,
  cache: DomCache,
): Element[] => {
  const all = allElements(document);
  const withText = new Set(containing(all, value));
  const test = (el: Element, isWhole: boolean | undefined): boolean =>
    matchesText(nameOfShown(el), value, isWhole) ||
    TEXT_METHODS.some((by) => (by !== 'text' || withText.has(el)) && TESTS[by](el, value, isWhole, cache));
  const found = innermost(all, (el) => test(el, exact));
  const whole = new Set(found.filter((el) => exact || test(el, true)));
  return [...whole, ...found.filter((el) => !whole.has(el))];
};

/** The elements that match, hidden ones included; frames and shadow roots are searched too, but not by XPath. */
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
    return by === 'text' ? innermost(containing(all, value), test) : all.filter(test);
  } catch (error) {
    const why = errorText(error);
    return wrongArgument('value', `"${cut(value, 60)}" can't be read as ${by}: ${why}.`);
  }
};
