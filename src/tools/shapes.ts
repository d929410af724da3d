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

/** `AbortSignal`, where there is one: these modules are of no platform. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own } } ? Own : unknown;

/** As every platform has it. */
declare const btoa: (binary: string) => string;

/** What a call answers in the AI SDK: a text, or a text with a picture (`data` is base64). */
export type AiSdkOutput = string | { text: string; data: string; mediaType: string };

/** As the AI SDK takes it. */
export type AiSdkTool<Schema> = {
  description: string;
  inputSchema: Schema;
  execute: (given: unknown, how?: { abortSignal?: Signal | undefined }) => Promise<AiSdkOutput>;
  /** Only of the tool that answers with a picture. */
  toModelOutput?: (answered: { output: AiSdkOutput }) => AiSdkModelOutput;
};

type AiSdkModelOutput =
  | { type: 'text'; value: string }
  | {
      type: 'content';
      value: ({ type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string })[];
    };

/** What carries out a call gives its text, or what a `ToolExecutor` answers. */
type Answered = string | { text: string; picture?: { bytes: Uint8Array; mimeType: string } | undefined };

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

const toOutput = (answer: Answered): AiSdkOutput => {
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
 * @param execute carries out a call, and gives it up where the SDK's own signal is aborted
 */
export const toAiSdk = <Schema>(
  tools: readonly Tool[],
  jsonSchema: (schema: ArgumentsSchema) => Schema,
  execute: (name: string, given: unknown, signal?: Signal) => Promise<Answered>,
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
