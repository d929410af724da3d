/**
 * The shapes against the newest versions of the SDKs, which want a newer Node than the tests have: their types are
 * checked, they are not run.
 */
import { jsonSchema, type ToolSet } from 'ai-next';
import type OpenAI from 'openai-next';
import { type Tool, toAiSdk, toOpenAi, toOpenAiResponses } from '../../src/tools/index.ts';

export const chatTools = (tools: readonly Tool[]): OpenAI.ChatCompletionTool[] => toOpenAi(tools);

export const responsesTools = (tools: readonly Tool[]): OpenAI.Responses.Tool[] => toOpenAiResponses(tools);

export const aiSdkTools = (
  tools: readonly Tool[],
  execute: (name: string, given: unknown) => Promise<string>,
): ToolSet => toAiSdk(tools, jsonSchema, execute);
