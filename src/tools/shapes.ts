import type { Parameter, Tool } from './tools.ts';

/**
 * JSON Schema of a tool's arguments: one object, nothing besides what is listed. A type, not an interface, and nothing of
 * it is readonly: so the SDKs take it where they want any JSON Schema.
 */
export type ArgumentsSchema = {
  type: 'object';
  properties: Record<string, ParameterSchema>;
  required?: string[];
  additionalProperties: false;
};

/** JSON Schema of one argument. */
export type ParameterSchema = {
  type: Parameter['type'];
  description?: string;
  enum?: string[];
  items?: { type: 'string' };
};

/** As Chat Completions and most other vendors take it. */
export type OpenAiTool = {
  type: 'function';
  function: { name: string; description: string; parameters: ArgumentsSchema };
};

/** As OpenAI's Responses take it. Not strict: arguments may be left out. */
export type OpenAiResponsesTool = {
  type: 'function';
  name: string;
  description: string;
  parameters: ArgumentsSchema;
  strict: false;
};

/** As the Messages API takes it. */
export type AnthropicTool = { name: string; description: string; input_schema: ArgumentsSchema };

/** As a server of the Model Context Protocol lists it. */
export type McpTool = {
  name: string;
  description: string;
  inputSchema: ArgumentsSchema;
  /** Only of those that change nothing: false is the default. */
  annotations?: { readOnlyHint: true };
};

/** As the AI SDK takes it. */
export type AiSdkTool<Schema> = {
  description: string;
  inputSchema: Schema;
  execute: (given: unknown) => Promise<string>;
};

/** JSON Schema of what a tool takes. */
export const schemaOf = ({ parameters, required }: Tool): ArgumentsSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(parameters).map(([name, { enum: valid, ...rest }]) => [
      name,
      { ...rest, ...(valid && { enum: [...valid] }) },
    ]),
  ),
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
});

/** Tools in the shape of OpenAI's Chat Completions. */
export const toOpenAi = (tools: readonly Tool[]): OpenAiTool[] =>
  tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: schemaOf(tool) },
  }));

/** Tools in the shape of OpenAI's Responses. */
export const toOpenAiResponses = (tools: readonly Tool[]): OpenAiResponsesTool[] =>
  tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: schemaOf(tool),
    strict: false,
  }));

/** Tools in the shape of Anthropic's tool use. */
export const toAnthropic = (tools: readonly Tool[]): AnthropicTool[] =>
  tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: schemaOf(tool) }));

const READING = /^web_(?:snapshot|find|read|query|screenshot|wait|page_tools)$/;
const UNDONE = /^web_(?:open|back|forward|reload|hover|scroll|scroll_into_view|dialog|tabs|close)$/;

/** Whether a tool changes nothing, neither the page nor where the session is. */
export const isReading = ({ name }: Tool): boolean => READING.test(name);

/** Whether a tool may do what can't be undone, on a page whose buttons may mean anything. */
export const isDestructive = ({ name }: Tool): boolean => !READING.test(name) && !UNDONE.test(name);

/** Tools as a server of the Model Context Protocol lists them. */
export const toMcp = (tools: readonly Tool[]): McpTool[] =>
  tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: schemaOf(tool),
    ...(isReading(tool) && { annotations: { readOnlyHint: true } }),
  }));

/**
 * Tools for the AI SDK: `toAiSdk(executor.tools, jsonSchema, async (name, given) => (await executor.execute(name, given)).text)`.
 *
 * @param jsonSchema the SDK's own function of that name
 * @param execute carries out a call, and gives the text for the model
 */
export const toAiSdk = <Schema>(
  tools: readonly Tool[],
  jsonSchema: (schema: ArgumentsSchema) => Schema,
  execute: (name: string, given: unknown) => Promise<string>,
): Record<string, AiSdkTool<Schema>> =>
  Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: jsonSchema(schemaOf(tool)),
        execute: (given: unknown) => execute(tool.name, given),
      },
    ]),
  );
