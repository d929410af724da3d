import type { Point } from '../../contract.ts';
import { quoteJson } from '../../render/to-json.ts';
import { say } from '../../render/words.ts';
import type { Parameter, Tool } from '../../tools/index.ts';

/** Arguments that don't fit the tool's schema: the message is for the model. */
export class WrongArgument extends Error {}

/** Most characters of an unknown argument's name in a message. */
const SHOWN_CHARS = 40;

const isRight = (value: unknown, type: Parameter['type']): boolean =>
  type === 'array'
    ? Array.isArray(value) && value.every((entry) => typeof entry === 'string')
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
        throw new WrongArgument(`There is no argument ${quoteJson(say(name, SHOWN_CHARS))}. ${takes}`);
      check(name, value, parameter);
    }
    for (const name of required)
      if (!this.#fields.has(name)) throw new WrongArgument(`The argument "${name}" is missing. ${takes}`);
  }

  /** A string; empty where it is absent. */
  text(name: string): string {
    return (this.#fields.get(name) as string | undefined) ?? '';
  }

  /** The given arguments among `names`, as a payload. */
  pick(...names: string[]): Record<string, unknown> {
    return Object.fromEntries(
      names.filter((name) => this.#fields.has(name)).map((name) => [name, this.#fields.get(name)]),
    );
  }

  number(name: string): number | undefined {
    return this.#fields.get(name) as number | undefined;
  }

  /** The arguments `x` and `y` (CSS px from the element's top left corner) as the field `name` of a payload; undefined without them. */
  place(name: string): Record<string, Point> | undefined {
    const [x, y] = [this.number('x'), this.number('y')];
    return x === undefined && y === undefined ? undefined : { [name]: { x: x ?? 0, y: y ?? 0 } };
  }

  /** A number, truncated to a whole one of at least 1. */
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
