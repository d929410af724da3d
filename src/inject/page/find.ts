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

/** A line of a snapshot, `button "Save"`, which may be given as the value. */
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

/** The innermost elements with this name or text. */
const elementsNamedOrSaying = (
  value: string,
  exact: boolean | undefined,
  names: Names,
  cache: DomCache,
): Element[] => {
  const found = elementsWithText(value, exact, (el) => names.get(el) || '', cache);
  // The text may span elements, or be generated content.
  if (!found[0]) return [...new Set(elementsReading(value, exact, cache))];
  // A label names its control: where both match, only the control is listed.
  return found.filter((el) => controlOf(el) === el || !found.includes(controlOf(el)));
};

/** Whether an element has this name. The text of hidden elements counts too, since they have no accessible name from content. */
const isNamed = (
  el: Element,
  name: string,
  exact: boolean | undefined,
  names: Names,
  cache: DomCache,
): boolean => matchesText(names.get(el) || roleAndName(el, cache).name || readableTextOf(el), name, exact);

/** Finds elements by name or text, or by a locator of a test (`role`, `label`, `css`, …). */
export const find = checked('find', PAYLOAD, (agent, payload: FindPayload): Answer<PageFind> | Failure => {
  const { exact, limit = 20 } = payload;
  const printed = payload.by === undefined && payload.name === undefined && PRINTED.exec(payload.value);
  const [value, by, name] = printed
    ? [printed[1] as string, 'role' as const, printed[2]]
    : [payload.value, payload.by, payload.name];
  const from = placeOf(payload.after);
  const cache = createDomCache();
  let read: Names | undefined;
  /** The names of a snapshot, guessed ones too. Read only on demand: it takes a reading of the whole page. */
  const names = (): Names => {
    read ??= agent.names();
    return read;
  };
  const found =
    by === undefined
      ? elementsNamedOrSaying(value, exact, names(), cache)
      : elementsBy(by, value, exact, cache);
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
