import { type Failure, fail } from './agent.ts';
import { cut } from './snapshot/text.ts';

/** What an argument must be, in code, in words and, where it is a choice, all of them. */
export type Check = readonly [
  isRight: (value: unknown) => boolean,
  wanted: string,
  valid?: readonly string[] | undefined,
];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

export const TEXT: Check = [isText, 'a text'];
export const FLAG: Check = [(value) => typeof value === 'boolean', 'true or false'];
export const COUNT: Check = [(value) => (value as number) >= 1, 'a number from 1 up'];
export const AMOUNT: Check = [(value) => Number.isFinite(value), 'a number'];
export const MS: Check = [(value) => typeof value === 'number' && value >= 0, 'a number of milliseconds'];
export const TEXTS: Check = [(value) => Array.isArray(value) && value.every(isText), 'a list of texts'];
export const RECORD: Check = [
  (value) => isRecord(value) && Object.keys(value).every((key) => typeof value[key] === 'string'),
  'an object of texts',
];

export const oneOf = (...valid: string[]): Check => [
  (value) => valid.includes(value as string),
  `one of ${valid.join(', ')}`,
  valid,
];

/** Of use to every verb: the document that was seen, and how long `run` may take. */
const COMMON: Readonly<Record<string, Check>> = { document: TEXT, timeoutMs: MS };

export const wrongArgument = (argument: string, message: string, valid?: readonly string[]): Failure =>
  fail('invalid_argument', message, { argument, ...(valid && { valid: valid.slice() }) });

/**
 * The payload of a verb if all of it is known and right. A payload that is no object stands for the first
 * argument; `needed` must be there. Absent arguments are absent or undefined.
 */
export const readPayload = <T>(
  verb: string,
  given: unknown,
  checks: Readonly<Record<string, Check>>,
  needed: readonly string[] = [],
): Partial<T> | Failure => {
  const names = Object.keys(checks);
  const payload: Record<string, unknown> =
    given === undefined || given === null
      ? {}
      : isRecord(given)
        ? { ...given }
        : { [names[0] ?? 'payload']: given };
  const known: Readonly<Record<string, Check>> = { ...COMMON, ...checks };
  for (const name of Object.keys(payload).concat(needed)) {
    const value = payload[name];
    if (value === undefined && !needed.includes(name)) continue;
    const check = Object.keys(known).includes(name) ? known[name] : undefined;
    if (!check) {
      const valid = names.length > 0 ? `Valid: ${names.join(', ')}.` : 'It takes none.';
      return wrongArgument(name, `${verb} has no argument "${cut(name, 40)}". ${valid}`, names);
    }
    if (!check[0](value)) return wrongArgument(name, `${name} of ${verb} must be ${check[1]}.`, check[2]);
  }
  return payload as Partial<T>;
};
