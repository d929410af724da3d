import type { Point } from '../../contract.ts';
import { quoteJson } from '../../render/to-json.ts';
import { say } from '../../render/words.ts';
import type { Parameter, Tool } from '../../tools/index.ts';

/** Arguments that are no good: the message is for the model. */
export class WrongArgument extends Error {}

/** Names that a model has made up are shown up to here. */
const SHOWN = 40;

const isRight = (value: unknown, type: Parameter['type']): boolean =>
  type === 'array'
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === type && !Array.isArray(value) && (type !== 'number' || Number.isFinite(value));

const check = (name: string, value: unknown, { type, enum: valid }: Parameter): void => {
  const wanted = type === 'array' ? 'a list of strings' : `a${type === 'object' ? 'n' : ''} ${type}`;
  if (!isRight(value, type)) throw new WrongArgument(`The argument "${name}" must be ${wanted}.`);
  if (valid && !valid.includes(value as string))
    throw new WrongArgument(`The argument "${name}" must be one of: ${valid.join(', ')}.`);
};

/** The arguments of a call, checked against the tool's schema; null counts as absent. */
export class ToolArguments {
  readonly #fields: ReadonlyMap<string, unknown>;

  /** @throws {WrongArgument} if something is missing, unknown or of the wrong type */
  constructor({ name: tool, parameters, required }: Tool, given: Readonly<Record<string, unknown>>) {
    const known = new Map(Object.entries(parameters));
    const names = [...known.keys()].map((name) => (required.includes(name) ? name : `${name} (optional)`));
    const takes = `${tool} takes: ${names.join(', ') || 'nothing'}.`;
    this.#fields = new Map(
      Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
    );
    for (const [name, value] of this.#fields) {
      const parameter = known.get(name);
      if (!parameter)
        throw new WrongArgument(`There is no argument ${quoteJson(say(name, SHOWN))}. ${takes}`);
      check(name, value, parameter);
    }
    for (const name of required)
      if (!this.#fields.has(name)) throw new WrongArgument(`The argument "${name}" is missing. ${takes}`);
  }

  /** Empty where it is absent. */
  text(name: string): string {
    return (this.#fields.get(name) as string | undefined) ?? '';
  }

  /** Those of the names that were given, by name: a payload. */
  pick(...names: string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.filter((name) => this.#fields.has(name)).map((name) => [name, this.#fields.get(name)]),
    );
  }

  number(name: string): number | undefined {
    return this.#fields.get(name) as number | undefined;
  }

  /** A place in an element, px from its top left corner, as the field `name` of a payload; absent without `x` and `y`. */
  place(name: string): Record<string, Point> | undefined {
    const [x, y] = [this.number('x'), this.number('y')];
    return x === undefined && y === undefined ? undefined : { [name]: { x: x ?? 0, y: y ?? 0 } };
  }

  /** A whole number from 1 up. */
  count(name: string): number | undefined {
    const number = this.number(name);
    return number === undefined ? undefined : Math.max(1, Math.trunc(number));
  }

  flag(name: string): boolean {
    return this.#fields.get(name) === true;
  }

  record(name: string): Record<string, unknown> {
    return (this.#fields.get(name) as Record<string, unknown> | undefined) ?? {};
  }

  texts(name: string): string[] {
    return (this.#fields.get(name) as string[] | undefined) ?? [];
  }
}
