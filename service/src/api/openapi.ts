import { z } from 'zod';

const failure = z.object({
  success: z.literal(false),
  error: z.string().describe('What is wrong, and what to do next.'),
  code: z.string().describe('A word of a closed list: docs/service.md has them with their status.'),
  details: z.unknown().optional(),
});

/** Answers of every route in the OpenAPI document, by status. */
export const answerSchemas = {
  '2xx': z.looseObject({ success: z.literal(true) }).describe('Done.'),
  '4xx': failure.describe('The request, or the page, is against it.'),
  '5xx': failure.describe('The page did not answer, or the service has failed.'),
};

/** The parts of the OpenAPI document beside its paths. */
export const documentOptions = (version: string) => ({
  openapi: '3.1.0' as const,
  info: {
    title: 'inpage-service',
    description:
      "Scrapes, crawls, maps and extracts web pages; the requests are those of Firecrawl's API v2.",
    version,
  },
  components: { securitySchemes: { key: { type: 'http' as const, scheme: 'bearer' } } },
  security: [{ key: [] }],
});

const toJson = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

/** Converts the zod schemas of a route to JSON Schema for the OpenAPI document. */
export const toDocument = ({ schema, url }: { schema?: unknown; url: string }) => {
  const { params, querystring, body, response, ...rest } = (schema ?? {}) as Record<string, unknown>;
  const input = (part: unknown): Record<string, unknown> => toJson(part as z.ZodType, 'input');
  const responses = Object.entries((response ?? {}) as Record<string, z.ZodType>).map(([status, answer]) => [
    status,
    toJson(answer, 'output'),
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
