import { toJson } from '../../../render/to-json.ts';
import { cut } from '../../dom/cut.ts';
import { has, isOf, isRecord } from '../../payload.ts';

/** Deeper levels of an input are not checked. */
const MAX_DEPTH = 20;

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/**
 * The first violation of a JSON Schema, in the words of the schema; undefined where none is found. Checked are types,
 * enumerations, bounds, required and unknown properties; the rest is left to the tool.
 */
export const problemOf = (schema: unknown, value: unknown, path = 'input', depth = 0): string | undefined => {
  if (!isRecord(schema) || depth > MAX_DEPTH) return undefined;
  const { type, properties, minimum, maximum, enum: listed, const: only } = schema;
  const shown = (given: unknown): string => cut(toJson(given), 150);
  const wrong = (words: string, right: unknown): string =>
    `${path} must be ${words} ${shown(right)}, not ${shown(value)}`;
  const isRight = (one: unknown): boolean =>
    one === 'integer' ? Number.isInteger(value) : isOf(value, String(one));
  if (type !== undefined && !listOf(type).some(isRight)) return wrong('of type', type);
  const choices = only === undefined ? listed : [only];
  if (Array.isArray(choices) && !choices.some((typeName) => toJson(typeName) === toJson(value)))
    return wrong('one of', choices);
  if (isOf(value, 'number')) {
    if ((value as number) < (minimum as number)) return wrong('at least', minimum);
    if ((value as number) > (maximum as number)) return wrong('at most', maximum);
  }
  let found: string | undefined;
  const look = (at: unknown, below: unknown, name: string): void => {
    found ||= problemOf(at, below, path + name, depth + 1);
  };
  if (isRecord(value)) {
    for (const name of Array.isArray(schema.required) ? schema.required : [])
      if (!has(value, name)) found ||= `${path}.${name} is missing`;
    for (const name of Object.keys(value)) {
      if (has(properties, name)) look(properties[name], value[name], `.${name}`);
      else if (schema.additionalProperties === false && !schema.patternProperties)
        found ||= `there is no ${path}.${name}`;
    }
  } else if (Array.isArray(value))
    value.forEach((one, i) => {
      look(schema.items, one, `[${i}]`);
    });
  const others = listOf(schema.anyOf ?? schema.oneOf).map((choice) =>
    problemOf(choice, value, path, depth + 1),
  );
  return found || (others.every(Boolean) ? others[0] : undefined);
};
