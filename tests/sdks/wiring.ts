/**
 * How the tools are given to each SDK, as its users write it. Checked with its types, and played against a model that is
 * none (`tests/unit/tools-sdks.test.ts`).
 */
import Anthropic from '@anthropic-ai/sdk';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { InMemoryTransport as InMemoryTransport2, Server as Server2 } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { generateText, jsonSchema, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import OpenAI from 'openai';
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
  execute(name: string, given: unknown, signal?: AbortSignal): Promise<Answer>;
}

/** A `ToolAnswer`; the picture is `web_screenshot`'s. */
interface Answer {
  text: string;
  isError: boolean;
  picture?: Picture;
}

interface Picture {
  bytes: Uint8Array;
  mimeType: 'image/png' | 'image/jpeg' | 'image/webp';
}

const base64 = ({ bytes }: Picture): string => Buffer.from(bytes).toString('base64');
const dataUrl = (picture: Picture): string => `data:${picture.mimeType};base64,${base64(picture)}`;

/** Chat Completions. */
export const chatRequest = ({ tools }: Executor): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
  model: 'any',
  messages: [{ role: 'user', content: 'Buy milk.' }],
  tools: toOpenAi(tools),
});

export const chatAnswer = async (
  executor: Executor,
  call: OpenAI.ChatCompletionMessageToolCall,
): Promise<OpenAI.ChatCompletionMessageParam[]> => {
  const { name, arguments: given } = call.type === 'function' ? call.function : { name: '', arguments: '' };
  const { text, picture } = await executor.execute(name, given);
  return [
    { role: 'tool', tool_call_id: call.id, content: text },
    // A tool's message has no room for a picture.
    ...(picture
      ? [
          {
            role: 'user' as const,
            content: [{ type: 'image_url' as const, image_url: { url: dataUrl(picture) } }],
          },
        ]
      : []),
  ];
};

export const playChat = async (baseURL: string, executor: Executor): Promise<string> => {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const { messages, ...request } = chatRequest(executor);
  for (;;) {
    const { choices } = await client.chat.completions.create({ ...request, messages });
    const message = choices[0]?.message;
    if (!message?.tool_calls?.length) return message?.content ?? '';
    messages.push(message);
    const answers = await Promise.all(message.tool_calls.map((call) => chatAnswer(executor, call)));
    // All answers first, then the pictures.
    const isPicture = ({ role }: OpenAI.ChatCompletionMessageParam): boolean => role === 'user';
    messages.push(...answers.flat().filter((one) => !isPicture(one)), ...answers.flat().filter(isPicture));
  }
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
): Promise<OpenAI.Responses.ResponseInputItem.FunctionCallOutput> => {
  const { text, picture } = await executor.execute(call.name, call.arguments);
  return {
    type: 'function_call_output',
    call_id: call.call_id,
    output: picture
      ? [
          { type: 'input_text', text },
          { type: 'input_image', image_url: dataUrl(picture), detail: 'auto' },
        ]
      : text,
  };
};

export const playResponses = async (baseURL: string, executor: Executor): Promise<string> => {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  let request = responsesRequest(executor);
  for (;;) {
    const response = await client.responses.create(request);
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return response.output_text;
    const input = await Promise.all(calls.map((call) => responsesAnswer(executor, call)));
    request = { ...request, previous_response_id: response.id, input };
  }
};

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
  const { text, isError, picture } = await executor.execute(call.name, call.input);
  const image = picture && { type: 'base64' as const, media_type: picture.mimeType, data: base64(picture) };
  return {
    type: 'tool_result',
    tool_use_id: call.id,
    content: image
      ? [
          { type: 'text', text },
          { type: 'image', source: image },
        ]
      : text,
    is_error: isError,
  };
};

export const playMessages = async (baseURL: string, executor: Executor): Promise<string> => {
  const client = new Anthropic({ baseURL, apiKey: 'none', maxRetries: 0 });
  const { messages, ...request } = messagesRequest(executor);
  for (;;) {
    const { content } = await client.messages.create({ ...request, messages });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const answers = await Promise.all(calls.map((call) => messagesAnswer(executor, call)));
    messages.push({ role: 'assistant', content }, { role: 'user', content: answers });
  }
};

/** The AI SDK, with its own model that is none: it calls one tool, and says what it was told of that. */
export const playAiSdk = async (
  executor: Executor,
  name: string,
  given: object,
  abortSignal?: AbortSignal,
): Promise<unknown[]> => {
  const told: unknown[] = [];
  let turn = 0;
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      for (const { role, content } of prompt)
        if (role === 'tool')
          for (const part of content) if (part.type === 'tool-result') told.push(part.output);
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
    ...(abortSignal && { abortSignal }),
    tools: toAiSdk(executor.tools, jsonSchema, (...call) => executor.execute(...call)),
  });
  return [...told, text];
};

/** A server of the Model Context Protocol with the first SDK, and that SDK's own client: protocols of 2025. */
export const playMcp = async (
  executor: Executor,
  name: string,
  given: Record<string, unknown>,
): Promise<{ names: string[]; content: unknown }> => {
  const server = new Server({ name: 'pages', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: toMcp(executor.tools) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const { text, isError, picture } = await executor.execute(params.name, params.arguments);
    const image = picture && { type: 'image', data: base64(picture), mimeType: picture.mimeType };
    return { content: [{ type: 'text', text }, ...(image ? [image] : [])], isError };
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name, arguments: given });
  await client.close();
  return { names: tools.map((tool) => tool.name), content };
};

/** The same with the second SDK, whose servers have clients of all protocols: here one of 2026-07-28. */
export const playMcp2: typeof playMcp = async (executor, name, given) => {
  const [clientSide, transport] = InMemoryTransport2.createLinkedPair();
  const serve = (): Server2 => {
    const server = new Server2({ name: 'pages', version: '1.0.0' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: toMcp(executor.tools) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const { text, isError, picture } = await executor.execute(params.name, params.arguments, mcpReq.signal);
      const image = picture && {
        type: 'image' as const,
        data: base64(picture),
        mimeType: picture.mimeType,
      };
      return { content: [{ type: 'text', text }, ...(image ? [image] : [])], isError };
    });
    return server;
  };
  serveStdio(serve, { transport });
  const client = new Client2(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(clientSide);
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name, arguments: given });
  await client.close();
  return { names: tools.map((tool) => tool.name), content };
};
