import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError, type wrapLanguageModel } from 'ai';
import { type ModelSettings, ServiceError } from '../contract/index.ts';
import { streamed } from './streamed.ts';

/** A language model of the AI SDK. */
export type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Most output tokens of one answer, unless the settings have `maxOutputTokens`. */
const OUTPUT_TOKENS = 8_192;

/** Retries of a call if the provider is busy or fails (429, 5xx, no connection). */
export const RETRIES = 3;

/** Timeout of one answer of a model (ms). */
export const ANSWER_MS = 120_000;

// Turns off warnings that the AI SDK prints to the console, past the log of this service.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** The settings of the model. @throws {ServiceError} `not_configured` if there are none */
export const requireModel = (settings: ModelSettings | undefined): ModelSettings => {
  if (settings) return settings;
  throw new ServiceError(
    'not_configured',
    'No model is configured. Start the service with the address and the name of an OpenAI-compatible one.',
  );
};

/** The name of the model for a request: `wanted` if the settings list it in `otherNames`, else the default one. */
export const nameFor = ({ name, otherNames = [] }: ModelSettings, wanted?: string): string =>
  wanted !== undefined && otherNames.includes(wanted) ? wanted : name;

/** Creates the client of the model. It follows no redirects, so that the key is sent to `baseUrl` only. */
export const openModel = (settings: ModelSettings, wanted?: string): Model => {
  const { baseUrl, key, stream = false } = settings;
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    ...(key && { apiKey: key }),
    includeUsage: true,
    fetch: (address, init) => fetch(address, { ...init, redirect: 'error' }),
  });
  const model = provider.chatModel(nameFor(settings, wanted));
  return stream ? streamed(model) : model;
};

export const outputTokens = ({ maxOutputTokens = OUTPUT_TOKENS }: ModelSettings): number => maxOutputTokens;

/** Credits that tokens cost. */
export const creditsFor = ({ creditsPer1000 }: ModelSettings, tokens: number): number =>
  (tokens * creditsPer1000) / 1000;

/** Longest message of the provider in an error (characters). */
const LONGEST_REASON = 200;

/** The error for clients when a call of the model has failed. Its message has neither the key nor the prompt. */
export const providerError = (thrown: unknown, { key }: ModelSettings): ServiceError => {
  if (thrown instanceof ServiceError) return thrown;
  const cause = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (cause instanceof ServiceError) return cause;
  if (APICallError.isInstance(cause)) {
    const { statusCode } = cause;
    if (statusCode === 401 || statusCode === 403)
      return new ServiceError('unavailable', "The model's provider refuses the key of this service.");
    const what = statusCode === undefined ? 'could not be reached' : `answered ${statusCode}`;
    return new ServiceError('unavailable', `The model's provider ${what}: ${reasonOf(cause, key)}`);
  }
  return new ServiceError('unavailable', `The model could not answer: ${reasonOf(cause, key)}`);
};

const reasonOf = (thrown: unknown, key: string | undefined): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const clean = key ? text.replaceAll(key, '***') : text;
  return clean.length > LONGEST_REASON ? `${clean.slice(0, LONGEST_REASON)}...` : clean;
};
