import type { FindBy, FindPayload, PageFind } from '../../contract.ts';
import { type Agent, type Failure, isFailure } from '../agent.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { textWithoutSecrets } from '../aria/secret.ts';
import { allElements } from '../dom/all-elements.ts';
import { flatParentAcrossFrames, frameDocument, isElement, shadowRootOf } from '../dom/flat-tree.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr, documentOf, findAll, matches, props, tagOf } from '../dom/read.ts';
import { isNeverRendered } from '../dom/rendered.ts';
import { readPayload, wrongArgument } from '../payload.ts';
import { isVisible } from '../snapshot/element-state.ts';
import { labelWithRef, roleAndName } from '../snapshot/lookup.ts';
import { cut } from '../snapshot/text.ts';
import { says } from './matcher.ts';
import type { Answer } from './page.ts';

type Root = Document | ShadowRoot;

type Test = (el: Element, value: string, exact: boolean | undefined, pass: Pass) => boolean;

const byAttribute =
  (...names: string[]): Test =>
  (el, value, exact) =>
    names.some((name) => says(attr(el, name) ?? '', value, exact));

const LABELLED =
  'input, textarea, select, meter, progress, output, [contenteditable], [aria-label], [aria-labelledby]';

const BUTTON_TYPE = /^(?:button|submit|reset)$/;

const ownText = (el: Element): string => {
  if (tagOf(el) !== 'input') return isNeverRendered(tagOf(el)) ? '' : textWithoutSecrets(el);
  const { type, value } = props(el as HTMLInputElement, 'type', 'value');
  return BUTTON_TYPE.test(type) ? value : '';
};

const TESTS: Readonly<Record<Exclude<FindBy, 'xpath'>, Test>> = {
  role: (el, value, _exact, pass) => roleOf(el, pass) === (value === 'img' ? 'image' : value.toLowerCase()),
  text: (el, value, exact) => says(ownText(el), value, exact),
  label: (el, value, exact, pass) => matches(el, LABELLED) && says(nameOf(el, pass), value, exact),
  placeholder: byAttribute('placeholder', 'aria-placeholder'),
  alt: byAttribute('alt'),
  title: byAttribute('title'),
  testid: (el, value) =>
    ['testid', 'test-id', 'test', 'cy', 'qa'].some((name) => attr(el, `data-${name}`) === value),
  css: (el, value) => matches(el, value),
};

const WAYS = Object.keys(TESTS).concat('xpath');

const PAYLOAD = {
  value: 'string!',
  by: WAYS.join('|'),
  name: 'string',
  exact: 'boolean',
  hidden: 'boolean',
  limit: 'count',
};

const byXPath = (root: Root, path: string): Element[] => {
  const found: Element[] = [];
  const doc = (documentOf(root) ?? root) as Document;
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
    roots = found.map((el) => shadowRootOf(el) ?? frameDocument(el)).filter((root) => root != null);
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

/** The elements that match, hidden ones included; frames and shadow roots are searched (not by XPath). */
export const elementsBy = (
  by: FindBy,
  value: string,
  exact: boolean | undefined,
  pass: Pass,
): Element[] | Failure => {
  try {
    if (by === 'xpath') return byPath(value, byXPath);
    if (by === 'css' && value.includes('>>>')) return byPath(value, findAll);
    const all = allElements(document);
    const test = (el: Element): boolean => TESTS[by](el, value, exact, pass);
    return by === 'text' ? innermost(all, test) : all.filter(test);
  } catch (error) {
    const why = cut(String((error as Error).message), 120);
    return wrongArgument('value', `"${cut(value, 60)}" can't be read as ${by}: ${why}.`);
  }
};

/** Hidden elements have no accessible name of their content. */
const isCalled = (el: Element, name: string, exact: boolean | undefined, pass: Pass): boolean =>
  says(roleAndName(el, pass).name || textWithoutSecrets(el), name, exact);

/** Elements by what a person or a test calls them. */
export const find = (agent: Agent, given: unknown): Answer<PageFind> | Failure => {
  const payload = readPayload<FindPayload>('find', given, PAYLOAD);
  if (isFailure(payload)) return payload;
  const { value, by = 'text', name, exact, limit = 20 } = payload;
  const pass = createPass(document, 200);
  const found = elementsBy(by, value, exact, pass);
  if (isFailure(found)) return found;
  const named = name === undefined ? found : found.filter((el) => isCalled(el, name, exact, pass));
  const shown = payload.hidden ? named : named.filter((el) => isVisible(el, pass));
  const hidden = named.length - shown.length;
  return {
    elements: shown.slice(0, limit).map((el) => labelWithRef(agent, el, pass)),
    total: shown.length,
    ...(hidden > 0 && { hidden }),
  };
};
