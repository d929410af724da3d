import type { QueryKind, QueryOk } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure, metaOf } from '../agent.ts';
import { attrsOf } from '../aria/attrs.ts';
import { contentOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { isSecret } from '../aria/secret.ts';
import { statesOf } from '../aria/states.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { attr } from '../dom/read.ts';
import { lookUp } from '../snapshot/lookup.ts';
import { cut } from '../snapshot/text.ts';
import { safeOuterHtml } from './outer-html.ts';

type Answer = string | Record<string, string>;
type Reader = (el: Element, pass: Pass, limit: number) => Answer;

/** Every attribute as it stands in the markup; secrets are masked. */
const allAttributes = (el: Element, limit: number): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const name of Element.prototype.getAttributeNames.call(el)) {
    if (name !== 'value' || !isSecret(el)) all[name] = attr(el, name) ?? '';
  }
  return { ...all, ...attrsOf(el, limit) };
};

const READERS: { readonly [K in QueryKind]: Reader } = {
  text: (el, pass) => contentOf(el, pass),
  value: (el, pass) => statesOf(el, roleOf(el, pass), pass).value ?? '',
  attrs: (el, _pass, limit) => allAttributes(el, limit),
  outerHTML: (el) => safeOuterHtml(el),
};

const KINDS = Object.keys(READERS) as QueryKind[];

const isKind = (kind: unknown): kind is QueryKind => KINDS.includes(kind as QueryKind);

const LIMIT_CHARS = 4000;

const limitOf = (payload: unknown): number | Failure => {
  const limit = (payload as { limitChars?: unknown } | undefined)?.limitChars ?? LIMIT_CHARS;
  return typeof limit === 'number' && limit >= 1
    ? limit
    : fail('invalid_argument', 'limitChars must be a number from 1 up.', { argument: 'limitChars' });
};

const cutAnswer = (answer: Answer, limit: number): Pick<QueryOk, 'value' | 'truncated' | 'totalChars'> => {
  if (typeof answer === 'string') {
    const whole = { value: cut(answer, limit) };
    return answer.length > limit ? { ...whole, truncated: true, totalChars: answer.length } : whole;
  }
  const value: Record<string, string> = {};
  let truncated = false;
  for (const name of Object.keys(answer)) {
    const text = answer[name] as string;
    truncated = truncated || text.length > limit;
    value[name] = cut(text, limit);
  }
  return { value, ...(truncated && { truncated }) };
};

/** Asks about one element without touching it. */
export const query = (agent: Agent, spelled: unknown, kind: unknown, payload: unknown): QueryOk | Failure => {
  if (!isKind(kind)) {
    return fail(
      'unsupported_kind',
      `There is no query "${cut(String(kind), 40)}". Valid: ${KINDS.join(', ')}.`,
      { valid: KINDS },
    );
  }
  const limit = limitOf(payload);
  if (isFailure(limit)) return limit;
  const found = lookUp(agent, spelled, payload);
  if (isFailure(found)) return found;
  const pass = createPass(document, limit);
  const answer = READERS[kind](found.element, pass, limit);
  return { ok: true, type: 'query', meta: metaOf(agent), ref: found.ref, kind, ...cutAnswer(answer, limit) };
};
