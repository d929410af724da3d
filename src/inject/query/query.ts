import type { QueryKind, QueryOk, QueryPayload, QueryValue } from '../../contract.ts';
import { type Agent, metaOf } from '../agent.ts';
import { attrsOf } from '../aria/attrs.ts';
import { contentOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { isSecret } from '../aria/secret.ts';
import { statesOf } from '../aria/states.ts';
import { fieldValue } from '../aria/value.ts';
import { allElements } from '../dom/all-elements.ts';
import { cut } from '../dom/cut.ts';
import { createDomCache, type DomCache } from '../dom/dom-cache.ts';
import { isField } from '../dom/input-type.ts';
import { isString } from '../dom/is-string.ts';
import { attr, attributeNamesOf, closestTo, keyword, matches } from '../dom/read.ts';
import { viewBoxOf } from '../dom/view-box.ts';
import { checkedState, isEditable, isEnabled, isVisible } from '../element/element-state.ts';
import { inWords, lookUp } from '../element/lookup.ts';
import { pathOf } from '../element/path.ts';
import {
  isRecord,
  LIMITED,
  nextPlace,
  placeOf,
  readPayload,
  type Spec,
  unknownKind,
  wrongArgument,
} from '../payload.ts';
import { type Failure, fail, isFailure } from '../result.ts';
import { describe } from './describe.ts';
import { safeMarkup } from './markup.ts';
import { MAX_OPTIONS, optionsOf } from './options.ts';
import { selectorOf } from './selector.ts';
import { stylesOf } from './styles.ts';

/** The input of a reader beside the element. */
interface ReadContext {
  agent: Agent;
  cache: DomCache;
  limit: number;
  /** Most characters that are needed of any string: readers may cut behind them. */
  reach: number;
  payload: QueryPayload;
}

type Reader = (el: Element, context: ReadContext) => QueryValue | Failure;

/** Whether an element is an option of a secret select, whose choice must not be shown. */
const isSecretOption = (el: Element): boolean => {
  const select = closestTo(el, 'select');
  return !!select && isSecret(select);
};

/** Every attribute but `srcdoc`, with live values where there are any; secrets are masked, hidden fields have no value. */
const allAttributes: Reader = (el, { reach }) => {
  const all: Record<string, string> = {};
  const isHidden = isSecret(el) || keyword(el, 'type') === 'hidden';
  for (const name of attributeNamesOf(el)) {
    const mayShow =
      name === 'value' ? !isHidden : name === 'selected' ? !isSecretOption(el) : name !== 'srcdoc';
    if (mayShow) all[name] = attr(el, name) || '';
  }
  return { ...all, ...attrsOf(el, reach) };
};

const boxOf: Reader = (el, { agent, cache }) =>
  viewBoxOf(el) || fail('not_visible', `${inWords(agent, el, cache)} has no box.`);

const isChecked: Reader = (el, { agent, cache }) =>
  checkedState(el, cache) ?? fail('not_checkable', `${inWords(agent, el, cache)} can't be checked.`);

const count: Reader = (el, { payload: { selector = '' } }) => {
  try {
    // Throws for an invalid selector even where the element has no descendants.
    matches(el, selector);
    return allElements(el).filter((descendant) => matches(descendant, selector)).length;
  } catch {
    return wrongArgument('selector', `"${cut(selector, 60)}" is no CSS selector.`);
  }
};

const READERS: { readonly [K in QueryKind]: Reader } = {
  // The text of a field is its live value: its content is only the initial value, and may be a secret.
  text: (el, { cache }) => (isField(el) ? fieldValue(el, roleOf(el, cache), cache) : contentOf(el, cache)),
  value: (el, { cache }) => statesOf(el, roleOf(el, cache), cache).value || '',
  attrs: allAttributes,
  html: (el) => safeMarkup(el, 'innerHTML'),
  outerHTML: (el) => safeMarkup(el, 'outerHTML'),
  styles: (el, { cache, payload }) => stylesOf(el, cache, payload.properties),
  box: boxOf,
  xpath: (el) => pathOf(el),
  selector: (el) => selectorOf(el),
  options: (el, { agent, cache, limit }) => optionsOf(agent, el, cache, limit),
  describe: (el, { agent, cache }) => describe(agent, el, cache),
  isVisible: (el, { cache }) => isVisible(el, cache),
  isEnabled: (el, { cache }) => isEnabled(el, cache),
  isChecked,
  isEditable: (el, { cache }) => isEditable(el, cache),
  count,
};

const KINDS = Object.keys(READERS) as QueryKind[];

/** The payloads that have more than `limitChars`. A payload that is no object is taken for the first field. */
const PAYLOADS: { readonly [K in QueryKind]?: Spec } = {
  styles: { properties: 'strings', ...LIMITED },
  count: { selector: 'string!', ...LIMITED },
};

const LIMIT_CHARS = 4000;

/** A part of a text with at most `limit` characters, its ellipsis included, and where the next part begins. */
const partOf = (text: string, from: number, limit: number): { part: string; after?: number } => {
  const rest = text.slice(from);
  if (rest.length <= limit) return { part: rest };
  const part = limit > 1 ? cut(rest, limit) : rest.slice(0, 1);
  return { part, after: from + Math.max(1, Math.min(limit, part.length) - 1) };
};

/** A value with every string cut to `limit` characters, from character `from` on. */
const limited = (
  value: QueryValue,
  from: number,
  limit: number,
): Pick<QueryOk, 'value' | 'truncated' | 'totalChars' | 'after'> => {
  if (isString(value)) {
    const { part, after } = partOf(value, from, limit);
    if (after === undefined) return { value: part };
    return { value: part, truncated: true, totalChars: value.length, after };
  }
  if (Array.isArray(value)) {
    const next = nextPlace(from + MAX_OPTIONS, value.length);
    return { value: value.slice(from, from + MAX_OPTIONS), ...(next.after && { truncated: true, ...next }) };
  }
  if (!isRecord(value)) return { value };
  const shown: Record<string, unknown> = {};
  let next = Infinity;
  for (const name of Object.keys(value)) {
    const text: unknown = value[name];
    if (!isString(text)) shown[name] = text;
    else if (from === 0 || text.length > from) {
      const { part, after } = partOf(text, from, limit);
      shown[name] = part;
      next = Math.min(after || Infinity, next);
    }
  }
  return { value: shown as unknown as QueryValue, ...(next < Infinity && { truncated: true, after: next }) };
};

/** The verb `query`: reads one element and changes nothing. */
export const query = (agent: Agent, spelled: unknown, kind: unknown, given: unknown): QueryOk | Failure => {
  if (!KINDS.includes(kind as QueryKind)) return unknownKind('query', kind, KINDS);
  const known = kind as QueryKind;
  const payload = readPayload<QueryPayload>(known, given, PAYLOADS[known] || LIMITED);
  if (isFailure(payload)) return payload;
  const found = lookUp(agent, spelled, payload);
  if (isFailure(found)) return found;
  const limit = payload.limitChars || LIMIT_CHARS;
  const from = placeOf(payload.after);
  const reach = from + limit + 1;
  const cache = createDomCache(reach);
  const value = READERS[known](found.element, { agent, cache, limit, reach, payload });
  if (isFailure(value)) return value;
  return {
    ok: true,
    type: 'query',
    meta: metaOf(agent),
    ref: found.ref,
    kind: known,
    ...limited(value, from, limit),
  };
};
