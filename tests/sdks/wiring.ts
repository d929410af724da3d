/**
 * How the tools are given to each SDK, as its users write it. Checked with its types, and played against a model that is
 * none (`tests/unit/tools-sdks.test.ts`).
 */
import type Anthropic from '@anthropic-ai/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import type OpenAI from 'openai';
import {
  type Tool,
  toAiSdk,
  toAnthropic,
  toMcp,
  toOpenAi,
  toOpenAiResponses,
} from '../../src/tools/index.ts';

/** What carries out the calls: a `ToolExecutor`. */
export interface Executor {
  readonly tools: readonly Tool[];
  execute(name: string, given: unknown): Promise<{ text: string; isError: boolean }>;
}

/** Chat Completions. */
export const chatRequest = ({ tools }: Executor): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
  model: 'any',
  messages: [{ role: 'user', content: 'Buy milk.' }],
  tools: toOpenAi(tools),
});

export const chatAnswer = async (
  executor: Executor,
  call: OpenAI.ChatCompletionMessageToolCall,
): Promise<OpenAI.ChatCompletionToolMessageParam> => {
  const { name, arguments: given } = call.type === 'function' ? call.function : { name: '', arguments: '' };
  return { role: 'tool', tool_call_id: call.id, content: (await executor.execute(name, given)).text };
};

/** Responses. */
export const responsesRequest = ({ tools }: Executor): OpenAI.Responses.ResponseCreateParamsNonStreaming => ({
  model: 'any',
  input: 'Buy milk.',
  tools: toOpenAiResponses(tools),
});

export const responsesAnswer = async (
  executor: Executor,
  call: OpenAI.Responses.ResponseFunctionToolCall,
): Promise<OpenAI.Responses.ResponseInputItem.FunctionCallOutput> => ({
  type: 'function_call_output',
  call_id: call.call_id,
  output: (await executor.execute(call.name, call.arguments)).text,
});

/** Messages. */
export const messagesRequest = ({ tools }: Executor): Anthropic.MessageCreateParamsNonStreaming => ({
  model: 'any',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Buy milk.' }],
  tools: toAnthropic(tools),
});

export const messagesAnswer = async (
  executor: Executor,
  call: Anthropic.ToolUseBlock,
): Promise<Anthropic.ToolResultBlockParam> => {
  const { text, isError } = await executor.execute(call.name, call.input);
  return { type: 'tool_result', tool_use_id: call.id, content: text, is_error: isError };
};

/** The AI SDK, with its own model that is none: it calls one tool, and says what that answered. */
export const playAiSdk = async (executor: Executor, name: string, given: object): Promise<string[]> => {
  const answers: string[] = [];
  let turn = 0;
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const usage = {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      };
      return turn++ === 0
        ? {
            content: [{ type: 'tool-call', toolCallId: 'c1', toolName: name, input: JSON.stringify(given) }],
            finishReason: { unified: 'tool-calls', raw: undefined },
            usage,
            warnings: [],
          }
        : {
            content: [{ type: 'text', text: 'Done.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          };
    },
  });
  const { text } = await generateText({
    model,
    prompt: 'Buy milk.',
    stopWhen: stepCountIs(3),
    tools: toAiSdk(executor.tools, jsonSchema, async (tool, input) => {
      const answer = (await executor.execute(tool, input)).text;
      answers.push(answer);
      return answer;
    }),
  });
  return [...answers, text];
};

/** A server of the Model Context Protocol, and the SDK's own client. */
export const playMcp = async (
  executor: Executor,
  name: string,
  given: Record<string, unknown>,
): Promise<{ names: string[]; content: unknown }> => {
  const server = new Server({ name: 'pages', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: toMcp(executor.tools) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError } = await executor.execute(params.name, params.arguments);
    return { content: [{ type: 'text', text }], isError };
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name, arguments: given });
  await client.close();
  return { names: tools.map((tool) => tool.name), content };
};
