import { jsonSchema, type Tool, tool } from 'ai';
import { type Check, checkOf, type JsonSchema } from '../model/json-answer.ts';

export const FINISH = 'finish';

/** The first answer, and one that mends it. */
const MOST_ATTEMPTS = 2;

export type Finished = { value: unknown } | { invalid: string };

/** A schema whose values can be arguments of a tool as they are. */
const isObjectSchema = ({ type, properties }: JsonSchema): boolean =>
  type === 'object' && typeof properties === 'object';

/** The schema of a field `result`; what its references name stays at the root. */
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

  /** @throws {ServiceError} `bad_request` where it is no JSON Schema */
  constructor(readonly schema: JsonSchema | undefined) {
    this.#check = schema && checkOf(schema);
    this.#isWrapped = !schema || !isObjectSchema(schema);
    const given = schema && isObjectSchema(schema) ? schema : wrapped(schema ?? ANY_RESULT);
    const { $schema: _, ...plain } = given;
    this.tool = tool({
      description: 'End the task with its result. Call it once, alone, when you know all that was asked for.',
      inputSchema: jsonSchema<unknown>(plain),
      execute: async (input: unknown) => this.accept(input),
    });
  }

  /** What the task has ended with. */
  get finished(): Finished | undefined {
    return this.#finished;
  }

  /** An answer was not valid, and another one is wanted. */
  get isRepairing(): boolean {
    return this.#attempts > 0 && this.#finished === undefined;
  }

  /** Takes what the tool was called with, and answers what the model is told. */
  accept(input: unknown): string {
    if (this.#finished) return 'The task has ended.';
    const value = this.#isWrapped ? (input as { result?: unknown } | undefined)?.result : input;
    return this.take(value);
  }

  /** Takes a result. */
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
