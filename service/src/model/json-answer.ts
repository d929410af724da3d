import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ServiceError } from '../contract/index.ts';

export type JsonSchema = Record<string, unknown>;

/** What is wrong with a value, for the model that made it; `undefined` where it is valid. */
export type Check = (value: unknown) => string | undefined;

/** Patterns of a schema come from the client, and may take for ever on the text of a page; see `TIMEOUT_MS` of patterns.ts (ms). */
const CHECK_MS = 2000;
const MOST_ERRORS = 10;

/** Both are needed: `items` with a list of schemas is of the older drafts, `$defs` and `prefixItems` of 2020-12. */
const compilers = (uri: unknown) => {
  const isOlder = typeof uri === 'string' && /draft-0\d/.test(uri);
  return isOlder ? [Ajv] : [Ajv2020, Ajv];
};

const wordsOf = (errors: readonly ErrorObject[]): string =>
  errors
    .slice(0, MOST_ERRORS)
    .map(({ instancePath, message, params }) => {
      const more = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
      return `${instancePath || 'the value'} ${message ?? 'is not valid'}${more}`;
    })
    .join('; ');

/** @throws {ServiceError} `bad_request` where it is no JSON Schema */
export const checkOf = (schema: JsonSchema): Check => {
  // The meaning of its parts is told by the class; an address of another draft would not be found.
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

/** The JSON value in an answer of a model, which may stand in a code block or between sentences. */
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
