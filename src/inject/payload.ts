import { cut } from './dom/cut.ts';
import { isString } from './dom/is-string.ts';
import { type Failure, fail } from './result.ts';

/**
 * The fields of a payload and their types: of JavaScript, {@link SPECIAL} ones, `number from 1`, a choice such as
 * `up|down`, or a record of numbers such as `{x, y}`; ` or ` joins types.
 */
export type Spec = Readonly<Record<string, string>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a record has an own property of this name: `Object.prototype` does not count. */
export const has = (holder: unknown, name: unknown): holder is Record<string, unknown> =>
  isRecord(holder) && Object.keys(holder).includes(name as string);

/** The type of `after`: how many characters, matches or elements earlier answers have printed. */
export const AFTER = 'number that the last answer gave';

/** The fields of kinds that answer with a part of a list. */
export const LISTED = { limit: 'number from 1', after: AFTER };

/** The fields of kinds that answer with a part of a text. */
export const LIMITED = { limitChars: 'number from 1', after: AFTER };

const SPECIAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  [AFTER]: (value) => (isString(value) || isOf(value, 'number')) && /^\d*$/.test(String(value)),
  strings: (value) => Array.isArray(value) && value.every(isString),
  record: (value) => isRecord(value) && Object.keys(value).every((key) => isString(value[key])),
};

/** Fields of every payload. */
const COMMON: Spec = { timeoutMs: 'number', document: 'string' };

/** The type of a field whose name has the same type in every payload. */
const namedType = (name: string): string | undefined =>
  /(?:^m|M)s$/.test(name) ? 'ms from 0' : /^(?:from|position)$/.test(name) ? '{x, y}' : undefined;

/** For each field, those that can't be given with it: one of the two would be ignored. */
const EITHER: Spec = {
  text: 'value start end',
  value: 'label index values',
  label: 'index values',
  index: 'values',
  to: 'dx dy',
  direction: 'dx dy',
};

const typeNameOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

export const isOf = (value: unknown, type: string): boolean =>
  type.includes(' from ')
    ? (value as number) >= Number(type.slice(-1)) && isOf(value, 'number')
    : has(SPECIAL, type)
      ? (SPECIAL[type] as (value: unknown) => boolean)(value)
      : type.startsWith('{')
        ? isRecord(value) && (type.match(/\w+/g) as string[]).every((name) => isOf(value[name], 'number'))
        : type.includes('|')
          ? isString(value) && type.split('|').includes(value as string)
          : typeNameOf(value) === type && !Number.isNaN(value);

export const wrongArgument = (argument: string, message: string, valid?: readonly string[]): Failure =>
  fail('invalid_argument', message, { argument, ...(valid && { valid: valid.slice() }) });

export const noneInScope = (scope: string): Failure =>
  wrongArgument('scope', `Nothing in the page matches the scope "${cut(scope, 60)}".`);

/** The failure for an unknown kind of a verb. `what`: `action`, `query` and the like. */
export const unknownKind = (what: string, kind: unknown, valid: readonly string[]): Failure =>
  fail('unsupported_kind', `There is no ${what} "${cut(String(kind), 40)}". Valid: ${valid.join(', ')}.`, {
    valid: valid.slice(),
  });

/**
 * The fields of a payload, checked against a spec such as `{text: 'string!'}`; a plain value counts as the first
 * field. `!` marks a field that must be there and not empty. The failure, `invalid_argument`, lists the valid fields.
 */
export const readPayload = <T = Readonly<Record<string, unknown>>>(
  kind: string,
  payload: unknown,
  spec: Spec,
): T | Failure => {
  const names = Object.keys(spec);
  const all: Spec = { ...spec, ...COMMON };
  const typeOf = (name: string): string => (namedType(name) || (all[name] as string)).replace('!', '');
  const wrong = (argument: string, message: string, valid: readonly string[] = names): Failure =>
    wrongArgument(
      argument,
      `${message} ${kind} takes {${names.map((name) => `${name}: ${typeOf(name)}`).join(', ')}}.`,
      valid,
    );
  let given = (payload ?? {}) as Record<string, unknown>;
  if (!isRecord(given)) {
    const [first] = names;
    if (first === undefined) return wrong('payload', 'There is nothing to give here.');
    given = { [first]: given };
  }
  for (const name of Object.keys(given)) {
    if (!has(all, name)) return wrong(name, `There is no "${cut(name, 40)}".`);
    const type = typeOf(name);
    const value = given[name];
    if (value !== undefined && !type.split(' or ').some((option) => isOf(value, option)))
      return wrong(name, `${name} is of the wrong type.`, type.includes('|') ? type.split(/\|| or /) : names);
    const other = value !== undefined && EITHER[name]?.split(' ').find((field) => given[field] !== undefined);
    if (other) return wrong(other, `${name} and ${other} are not given together.`);
  }
  for (const name of names) {
    if ((spec[name] as string).includes('!') && (given[name] === undefined || given[name] === ''))
      return wrong(name, `${name} is missing.`);
  }
  return given as T;
};

/** The position to continue from, by a checked `after`: how many characters, matches or elements have been printed. */
export const placeOf = (after: number | string | undefined): number => Number(after || 0);

/** The field `after` of an answer that ends before everything was printed; none where it is complete. */
export const nextPlace = (end: number, total: number): { after?: number } =>
  end < total ? { after: end } : {};
