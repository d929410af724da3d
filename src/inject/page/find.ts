import type { FindPayload, PageFind } from '../../contract.ts';
import { readableTextOf } from '../aria/secret.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { controlOf } from '../dom/labels.ts';
import { isVisible } from '../element/element-state.ts';
import { elementsBy, elementsWithText, matchesText, WAYS } from '../element/find-elements.ts';
import { labelWithRef, roleAndName } from '../element/lookup.ts';
import { LISTED, nextPlace, placeOf } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';
import { elementsReading } from '../snapshot/page-text.ts';
import { checked } from './checked.ts';
import type { Answer } from './page.ts';

export { elementsBy };

/** What a snapshot prints of an element: a line of it may be what is looked for. */
const PRINTED = /^(\w+) ~?"(.+)"$/;

const PAYLOAD = {
  value: 'string!',
  by: WAYS.join('|'),
  name: 'string',
  exact: 'boolean',
  hidden: 'boolean',
  ...LISTED,
};

type Names = ReadonlyMap<Element, string>;

/** The innermost elements that are called so, or say it. */
const elementsCalled = (
  value: string,
  exact: boolean | undefined,
  names: Names,
  cache: DomCache,
): Element[] => {
  const found = elementsWithText(value, exact, (el) => names.get(el) || '', cache);
  // A text may be read across elements, or written by a style sheet.
  if (!found[0]) return [...new Set(elementsReading(value, exact, cache))];
  // A label says what its control is called; the control is what is meant.
  return found.filter((el) => controlOf(el) === el || !found.includes(controlOf(el)));
};

/** Hidden elements have no accessible name of their content. */
const isNamed = (
  el: Element,
  name: string,
  exact: boolean | undefined,
  names: Names,
  cache: DomCache,
): boolean => matchesText(names.get(el) || roleAndName(el, cache).name || readableTextOf(el), name, exact);

/** Elements by what a snapshot, a person or a test calls them. */
export const find = checked('find', PAYLOAD, (agent, payload: FindPayload): Answer<PageFind> | Failure => {
  const { exact, limit = 20 } = payload;
  const printed = payload.by === undefined && payload.name === undefined && PRINTED.exec(payload.value);
  const [value, by, name] = printed
    ? [printed[1] as string, 'role' as const, printed[2]]
    : [payload.value, payload.by, payload.name];
  const from = placeOf(payload.after);
  const cache = createDomCache();
  let read: Names | undefined;
  /** Reads the page: where all have names of their own, they are not asked for. */
  const names = (): Names => {
    read ??= agent.names();
    return read;
  };
  const found =
    by === undefined ? elementsCalled(value, exact, names(), cache) : elementsBy(by, value, exact, cache);
  if (isFailure(found)) return found;
  const named = name === undefined ? found : found.filter((el) => isNamed(el, name, exact, names(), cache));
  const shown = payload.hidden ? named : named.filter((el) => isVisible(el, cache));
  const hidden = named.length - shown.length;
  return {
    elements: shown.slice(from, from + limit).map((el) => {
      const label = labelWithRef(agent, el, cache);
      const guess = label.name ? undefined : names().get(el);
      return { ...label, ...(guess && { name: guess }) };
    }),
    total: shown.length,
    ...(hidden > 0 && { hidden }),
    ...nextPlace(from + limit, shown.length),
  };
});
