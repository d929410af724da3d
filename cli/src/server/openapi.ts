import { z } from 'zod';
import { version } from '../version.ts';

const problem = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string().describe('A word of a closed list: docs/cli.md has them with their status.'),
    message: z.string().describe('What is wrong, and what to do next.'),
  }),
});

/** Schemas of the responses of every operation. */
export const answerSchemas = {
  '2xx': z
    .looseObject({ ok: z.literal(true), text: z.string().optional().describe('For a model, or a person.') })
    .describe('Done.'),
  '4xx': problem.describe('The request, or the page, is against it.'),
  '5xx': problem.describe('The browser or the page did not answer.'),
};

/** The head of the OpenAPI document. */
export const documentOptions = {
  openapi: '3.1.0' as const,
  info: {
    title: 'inpage',
    description: 'Reads and operates web pages in sessions of a real browser.',
    version: version,
  },
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } },
  security: [{ token: [] }],
};

const toJson = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

interface Described {
  schema?: unknown;
  url: string;
}

/** Turns the zod schemas of a route into JSON schemas, for the OpenAPI document. */
export const toDocument = ({ schema, url }: Described): { schema: never; url: string } => {
  const { params, querystring, body, response, ...rest } = (schema ?? {}) as Record<string, unknown>;
  const input = (one: unknown): Record<string, unknown> => toJson(one as z.ZodType, 'input');
  const responses = Object.entries((response ?? {}) as Record<string, z.ZodType>).map(([status, one]) => [
    status,
    toJson(one, 'output'),
  ]);
  return {
    schema: {
      ...rest,
      ...(params ? { params: input(params) } : {}),
      ...(querystring ? { querystring: input(querystring) } : {}),
      ...(body ? { body: input(body) } : {}),
      ...(responses.length > 0 && { response: Object.fromEntries(responses) }),
    } as never,
    url,
  };
};
