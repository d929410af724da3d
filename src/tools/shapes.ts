import type { Parameter, Tool } from './tools.ts';

/**
 * JSON Schema of a tool's arguments: an object without further properties. It is a type alias without readonly members,
 * since SDKs accept only that where they declare any JSON Schema.
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

/** The shape for OpenAI's Chat Completions and most other vendors. */
export type OpenAiTool = {
  type: 'function';
  function: { name: string; description: string; parameters: ArgumentsSchema };
};

/** The shape for OpenAI's Responses. Not strict, since arguments may be left out. */
export type OpenAiResponsesTool = {
  type: 'function';
  name: string;
  description: string;
  parameters: ArgumentsSchema;
  strict: false;
};

/** The shape for Anthropic's Messages API. */
export type AnthropicTool = { name: string; description: string; input_schema: ArgumentsSchema };

/** The shape in which an MCP server lists a tool. */
export type McpTool = {
  name: string;
  description: string;
  inputSchema: ArgumentsSchema;
  /** Present only on tools that change nothing: false is the default. */
  annotations?: { readOnlyHint: true };
};

/** `AbortSignal`, where the platform's types have it: this module depends on no platform. */
type AbortSignalLike = typeof globalThis extends { AbortSignal: { prototype: infer Own } } ? Own : unknown;

/** Declared here, since every platform has it. */
declare const btoa: (binary: string) => string;

/** The output of a tool in the AI SDK: a text, or a text with an image (`data` is base64). */
export type AiSdkOutput = string | { text: string; data: string; mediaType: string };

/** The shape for the AI SDK. */
export type AiSdkTool<Schema> = {
  description: string;
  inputSchema: Schema;
  execute: (given: unknown, how?: { abortSignal?: AbortSignalLike | undefined }) => Promise<AiSdkOutput>;
  /** Present only on the tool that returns an image. */
  toModelOutput?: (answered: { output: AiSdkOutput }) => AiSdkModelOutput;
};

type AiSdkModelOutput =
  | { type: 'text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string })[];
    };

/** The result of `execute`: a text, or the answer of a `ToolExecutor`. */
type ToolOutput = string | { text: string; picture?: { bytes: Uint8Array; mimeType: string } | undefined };

/** JSON Schema of a tool's arguments. */
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

const READ_ONLY = /^web_(?:snapshot|find|read|query|screenshot|wait|page_tools)$/;
const REVERSIBLE = /^web_(?:open|back|forward|reload|hover|scroll|scroll_into_view|dialog|tabs|close)$/;

/** Whether a tool changes neither the page nor the session's place. */
export const isReading = ({ name }: Tool): boolean => READ_ONLY.test(name);

/** Whether a tool's effect may be irreversible, since a page's buttons may do anything. */
export const isDestructive = ({ name }: Tool): boolean => !READ_ONLY.test(name) && !REVERSIBLE.test(name);

/** Tools in the shape of an MCP server's list. */
export const toMcp = (tools: readonly Tool[]): McpTool[] =>
  tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: schemaOf(tool),
    ...(isReading(tool) && { annotations: { readOnlyHint: true } }),
  }));

const toOutput = (answer: ToolOutput): AiSdkOutput => {
  if (typeof answer === 'string') return answer;
  const { text, picture } = answer;
  if (!picture) return text;
  const data = btoa(Array.from(picture.bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { text, data, mediaType: picture.mimeType };
};

const toModelOutput = ({ output }: { output: AiSdkOutput }): AiSdkModelOutput => {
  if (typeof output === 'string') return { type: 'text', value: output };
  const { text, data, mediaType } = output;
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'image-data', data, mediaType },
    ],
  };
};

/**
 * Tools for the AI SDK: `toAiSdk(executor.tools, jsonSchema, (...call) => executor.execute(...call))`.
 *
 * @param jsonSchema the SDK's own function of that name
 * @param execute executes a call, and cancels it when the SDK's signal is aborted
 */
export const toAiSdk = <Schema>(
  tools: readonly Tool[],
  jsonSchema: (schema: ArgumentsSchema) => Schema,
  execute: (name: string, given: unknown, signal?: AbortSignalLike) => Promise<ToolOutput>,
): Record<string, AiSdkTool<Schema>> =>
  Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: jsonSchema(schemaOf(tool)),
        execute: async (given, how) => toOutput(await execute(tool.name, given, how?.abortSignal)),
        ...(tool.name === 'web_screenshot' && { toModelOutput }),
      },
    ]),
  );
