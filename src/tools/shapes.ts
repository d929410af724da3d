import type { Parameter, Tool } from './tools.ts';

/** JSON Schema of a tool's arguments: one object, nothing besides what is listed. */
export interface ArgumentsSchema {
  type: 'object';
  properties: Readonly<Record<string, Parameter>>;
  required?: readonly string[];
  additionalProperties: false;
}

/** As Chat Completions and most other vendors take it. */
export interface OpenAiTool {
  type: 'function';
  function: { name: string; description: string; parameters: ArgumentsSchema };
}

/** As the Messages API takes it. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ArgumentsSchema;
}

/** JSON Schema of what a tool takes. */
export const schemaOf = ({ parameters, required }: Tool): ArgumentsSchema => ({
  type: 'object',
  properties: parameters,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** Tools in the shape of OpenAI's function calling. */
export const toOpenAi = (tools: readonly Tool[]): OpenAiTool[] =>
  tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: schemaOf(tool) },
  }));

/** Tools in the shape of Anthropic's tool use. */
export const toAnthropic = (tools: readonly Tool[]): AnthropicTool[] =>
  tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: schemaOf(tool) }));
