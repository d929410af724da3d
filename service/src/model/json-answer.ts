import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ServiceError } from '../contract/index.ts';

export type JsonSchema = Record<string, unknown>;

/** Validates a value. @returns what is wrong, as text for the model that made the value; undefined if it is valid */
export type Check = (value: unknown) => string | undefined;

/**
 * Longest time of one validation (ms). A `pattern` of a client's schema may backtrack without end on the text of a page;
 * for the value see `TIMEOUT_MS` in patterns.ts.
 */
const CHECK_MS = 2000;
/** Most validation errors that the model is shown. */
const MOST_ERRORS = 10;

/**
 * The classes of Ajv to try for a `$schema` URI. Without a URI of an older draft both: `prefixItems` is of 2020-12 only,
 * `items` with a list of schemas is of the older drafts only.
 */
const compilers = (uri: unknown) => {
  const isOlder = typeof uri === 'string' && /draft-0\d/.test(uri);
  return isOlder ? [Ajv] : [Ajv2020, Ajv];
};

/** Validation errors as one text. */
const wordsOf = (errors: readonly ErrorObject[]): string =>
  errors
    .slice(0, MOST_ERRORS)
    .map(({ instancePath, message, params }) => {
      const more = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
      return `${instancePath || 'the value'} ${message ?? 'is not valid'}${more}`;
    })
    .join('; ');

/** Compiles a JSON Schema. @throws {ServiceError} `bad_request` if it is not valid */
export const checkOf = (schema: JsonSchema): Check => {
  // The class of Ajv decides the draft. Ajv would refuse a `$schema` that it does not know.
  const { $schema, $id: _, ...rest } = schema;
  let reason = '';
  for (const Compiler of compilers($schema)) {
    try {
      const ajv = new Compiler({ strict: false, allErrors: true, logger: false });
      addFormats.default(ajv as Ajv);
      const validate = ajv.compile(rest);
      return (value) => {
        const isValid = (): boolean => {
          const result: unknown = validate(value);
          return result === true;
        };
        try {
          if (runInNewContext('isValid()', { isValid }, { timeout: CHECK_MS })) return undefined;
        } catch {
          return 'the value could not be checked in time';
        }
        return wordsOf(validate.errors ?? []);
      };
    } catch (thrown) {
      reason ||= String((thrown as Error).message).slice(0, 300);
    }
  }
  throw new ServiceError('bad_request', `The schema is not a valid JSON Schema: ${reason}.`);
};

/** Parses the JSON value in an answer of a model: the whole text, a fenced code block, or the part between brackets. */
export const parseAnswer = (text: string): { value: unknown } | { error: string } => {
  const trimmed = text.trim();
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/.exec(trimmed)?.[1];
  const start = trimmed.search(/[{[]/);
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'));
  const candidates = [trimmed, fenced, start >= 0 && end > start ? trimmed.slice(start, end + 1) : undefined];
  let error = 'it is empty';
  for (const candidate of candidates) {
    if (!candidate) continue;
    try {
      return { value: JSON.parse(candidate) };
    } catch (thrown) {
      error = String((thrown as Error).message).slice(0, 200);
    }
  }
  return { error: `it is no JSON: ${error}` };
};
