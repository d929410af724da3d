import { jsonSchema, type Tool, tool } from 'ai';
import { type Check, checkOf, type JsonSchema } from '../model/json-answer.ts';

export const FINISH = 'finish';

/** The first result, and one repair. */
const MOST_ATTEMPTS = 2;

export type Finished = { value: unknown } | { invalid: string };

/** Whether values of the schema can be the arguments of a tool, which are always an object. */
const isObjectSchema = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && typeof properties === 'object';

/** A schema of tool arguments with the field `result`. `$defs` stay at the root, where `$ref`s of the schema find them. */
const wrapped = (schema: JsonSchema): JsonSchema => {
  const { $defs, definitions, $schema: _, ...result } = schema;
  return {
    type: 'object',
    properties: { result },
    required: ['result'],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
};

const ANY_RESULT: JsonSchema = {
  type: 'object',
  description: 'An object whose fields are named after what was asked for.',
  additionalProperties: true,
};

/** The tool that ends a task with its result, which must be valid for the schema; one repair is allowed. */
export class Finish {
  readonly tool: Tool;
  #check: Check | undefined;
  #isWrapped: boolean;
  #attempts = 0;
  #finished: Finished | undefined;

  /** @throws {ServiceError} `bad_request` if `schema` is not a valid JSON Schema */
  constructor(readonly schema: JsonSchema | undefined) {
    this.#check = schema && checkOf(schema);
    this.#isWrapped = !schema || !isObjectSchema(schema);
    const toolSchema = schema && isObjectSchema(schema) ? schema : wrapped(schema ?? ANY_RESULT);
    const { $schema: _, ...plain } = toolSchema;
    this.tool = tool({
      description: 'End the task with its result. Call it once, alone, when you know all that was asked for.',
      inputSchema: jsonSchema<unknown>(plain),
      execute: async (input: unknown) => this.accept(input),
    });
  }

  /** The result that the task has ended with; undefined while it runs. */
  get finished(): Finished | undefined {
    return this.#finished;
  }

  /** Whether the first result was invalid and its repair is still awaited. */
  get isRepairing(): boolean {
    return this.#attempts > 0 && this.#finished === undefined;
  }

  /** Takes the arguments of a call of the tool. @returns the tool result that the model reads */
  accept(input: unknown): string {
    if (this.#finished) return 'The task has ended.';
    const value = this.#isWrapped ? (input as { result?: unknown } | undefined)?.result : input;
    return this.take(value);
  }

  /** Checks a result by the schema and takes it if it is valid. @returns the tool result that the model reads */
  take(value: unknown): string {
    this.#attempts++;
    const error = value === undefined ? '"result" is missing' : this.#check?.(value);
    if (error === undefined) {
      this.#finished = { value };
      return 'Done.';
    }
    if (this.#attempts >= MOST_ATTEMPTS) this.#finished = { invalid: error };
    return `Error: the result is not valid: ${error}. Mend it, and call ${FINISH} again.`;
  }
}
