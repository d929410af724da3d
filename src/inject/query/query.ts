import type { QueryKind, QueryOk, QueryPayload, QueryValue } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure, metaOf, nameInWords } from '../agent.ts';
import { attrsOf } from '../aria/attrs.ts';
import { contentOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { isSecret } from '../aria/secret.ts';
import { statesOf } from '../aria/states.ts';
import { fieldValue } from '../aria/value.ts';
import { allElements } from '../dom/all-elements.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr, closestTo, matches, tagOf } from '../dom/read.ts';
import { createViewport, viewBoxOf } from '../dom/view-box.ts';
import { isRecord, readPayload, type Spec, wrongArgument } from '../payload.ts';
import { checkedState, isEditable, isEnabled, isVisible } from '../snapshot/element-state.ts';
import { labelOf, lookUp } from '../snapshot/lookup.ts';
import { pathOf } from '../snapshot/path.ts';
import { cut } from '../snapshot/text.ts';
import { describe } from './describe.ts';
import { safeMarkup } from './markup.ts';
import { MAX_OPTIONS, optionsOf } from './options.ts';
import { selectorOf } from './selector.ts';
import { stylesOf } from './styles.ts';

/** What a reader works with. */
interface Question {
  agent: Agent;
  pass: Pass;
  limit: number;
  payload: QueryPayload;
}

type Reader = (el: Element, question: Question) => QueryValue | Failure;

/** An option of which nobody may know whether it is chosen. */
const isOfSecret = (el: Element): boolean => {
  const select = closestTo(el, 'select');
  return select !== null && isSecret(select);
};

/** Every attribute as it stands in the markup but `srcdoc`; secrets are masked, hidden fields have no value. */
const allAttributes: Reader = (el, { limit }) => {
  const all: Record<string, string> = {};
  const isHidden = isSecret(el) || attr(el, 'type')?.toLowerCase() === 'hidden';
  for (const name of Element.prototype.getAttributeNames.call(el)) {
    const isTold = name === 'value' ? !isHidden : name === 'selected' ? !isOfSecret(el) : name !== 'srcdoc';
    if (isTold) all[name] = attr(el, name) ?? '';
  }
  return { ...all, ...attrsOf(el, limit) };
};

const boxOf: Reader = (el, { agent, pass }) =>
  viewBoxOf(el, createViewport(), { width: 0, height: 0 }) ??
  fail('not_visible', `${nameInWords(labelOf(agent, el, pass))} has no box.`);

const isChecked: Reader = (el, { agent, pass }) =>
  checkedState(el, pass) ??
  fail('not_checkable', `${nameInWords(labelOf(agent, el, pass))} is nothing that can be checked.`);

const count: Reader = (el, { payload: { selector = '' } }) => {
  try {
    // Also where nothing is below: is it a selector at all?
    matches(el, selector);
    return allElements(el).filter((one) => matches(one, selector)).length;
  } catch {
    return wrongArgument('selector', `"${cut(selector, 60)}" is no CSS selector.`);
  }
};

const HOLDS_VALUE = /^(?:input|textarea|select)$/;

const READERS: { readonly [K in QueryKind]: Reader } = {
  // The text of a field is its value: what is between its tags is where it began, and may be a secret.
  text: (el, { pass }) =>
    HOLDS_VALUE.test(tagOf(el)) ? fieldValue(el, roleOf(el, pass), pass) : contentOf(el, pass),
  value: (el, { pass }) => statesOf(el, roleOf(el, pass), pass).value ?? '',
  attrs: allAttributes,
  html: (el) => safeMarkup(el, 'innerHTML'),
  outerHTML: (el) => safeMarkup(el, 'outerHTML'),
  styles: (el, { pass, payload }) => stylesOf(el, pass, payload.properties),
  box: boxOf,
  xpath: (el) => pathOf(el),
  selector: (el) => selectorOf(el),
  options: (el, { agent, pass, limit }) => optionsOf(agent, el, pass, limit),
  describe: (el, { agent, pass }) => describe(agent, el, pass),
  isVisible: (el, { pass }) => isVisible(el, pass),
  isEnabled: (el, { pass }) => isEnabled(el, pass),
  isChecked,
  isEditable: (el, { pass }) => isEditable(el, pass),
  count,
};

const KINDS = Object.keys(READERS) as QueryKind[];

const LIMIT: Spec = { limitChars: 'count' };

/** What some take beside `limitChars`, first what a payload that is no object stands for. */
const PAYLOADS: { readonly [K in QueryKind]?: Spec } = {
  styles: { properties: 'strings', ...LIMIT },
  count: { selector: 'string!', ...LIMIT },
};

const LIMIT_CHARS = 4000;

/** Every string of an answer within the limit. */
const limited = (value: QueryValue, limit: number): Pick<QueryOk, 'value' | 'truncated' | 'totalChars'> => {
  if (typeof value === 'string')
    return value.length > limit
      ? { value: cut(value, limit), truncated: true, totalChars: value.length }
      : { value };
  if (Array.isArray(value))
    return value.length > MAX_OPTIONS ? { value: value.slice(0, MAX_OPTIONS), truncated: true } : { value };
  if (!isRecord(value)) return { value };
  const shown: Record<string, unknown> = {};
  let truncated = false;
  for (const name of Object.keys(value)) {
    const text: unknown = value[name];
    const isLong = typeof text === 'string' && text.length > limit;
    truncated = truncated || isLong;
    shown[name] = isLong ? cut(text, limit) : text;
  }
  return { value: shown as unknown as QueryValue, ...(truncated && { truncated }) };
};

/** Asks about one element without touching it. */
export const query = (agent: Agent, spelled: unknown, kind: unknown, given: unknown): QueryOk | Failure => {
  if (!KINDS.includes(kind as QueryKind)) {
    const words = `There is no query "${cut(String(kind), 40)}". Valid: ${KINDS.join(', ')}.`;
    return fail('unsupported_kind', words, { valid: KINDS });
  }
  const known = kind as QueryKind;
  const payload = readPayload<QueryPayload>(known, given, PAYLOADS[known] ?? LIMIT);
  if (isFailure(payload)) return payload;
  const found = lookUp(agent, spelled, payload);
  if (isFailure(found)) return found;
  const limit = payload.limitChars ?? LIMIT_CHARS;
  const pass = createPass(document, limit);
  const value = READERS[known](found.element, { agent, pass, limit, payload });
  if (isFailure(value)) return value;
  return {
    ok: true,
    type: 'query',
    meta: metaOf(agent),
    ref: found.ref,
    kind: known,
    ...limited(value, limit),
  };
};
