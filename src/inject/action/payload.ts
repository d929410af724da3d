import { type Failure, fail } from '../agent.ts';

/** What a field of a payload may be: types of JavaScript, and `array`. */
type Spec = Readonly<Record<string, string>>;

const kindOfValue = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Every action takes these. */
const COMMON: Spec = { timeoutMs: 'number', document: 'string' };

const inWords = (spec: Spec): string[] => Object.keys(spec).map((name) => `${name}: ${spec[name]}`);

/**
 * The fields of a payload, checked against a spec such as `{text: 'string'}`; a plain value counts as the first
 * field. `!` marks what must be there. `invalid_argument` says what would have been right.
 */
export const readPayload = (
  kind: string,
  payload: unknown,
  spec: Spec,
): Readonly<Record<string, unknown>> | Failure => {
  const names = Object.keys(spec);
  const wrong = (argument: string, message: string): Failure =>
    fail('invalid_argument', `${message} ${kind} takes {${inWords(spec).join(', ').replace(/!/g, '')}}.`, {
      argument,
      valid: names,
    });
  let given = (payload ?? {}) as Record<string, unknown>;
  if (kindOfValue(given) !== 'object') {
    const [first] = names;
    if (first === undefined) return wrong('payload', 'There is nothing to give here.');
    given = { [first]: given };
  }
  const all: Spec = { ...spec, ...COMMON };
  for (const name of Object.keys(given)) {
    const types = Object.keys(all).includes(name) ? (all[name] as string) : undefined;
    if (!types) return wrong(name, `There is no "${name.slice(0, 40)}".`);
    const value = given[name];
    const kindOf = kindOfValue(value);
    const fits = types.replace('!', '').split(' or ').includes(kindOf);
    if (value !== undefined && (!fits || Number.isNaN(value)))
      return wrong(name, `${name} is of the wrong type.`);
  }
  for (const name of names) {
    if ((spec[name] as string).includes('!') && given[name] === undefined)
      return wrong(name, `${name} is missing.`);
  }
  return given;
};
