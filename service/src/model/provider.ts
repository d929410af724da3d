import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, RetryError, type wrapLanguageModel } from 'ai';
import { type ModelSettings, ServiceError } from '../contract/index.ts';
import { streamed } from './streamed.ts';

/** A model as the AI SDK calls it. */
export type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Most tokens of one answer, unless the settings say otherwise. */
const OUTPUT_TOKENS = 8_192;

/** Attempts after the first one where the provider is busy or fails (429, 5xx, no connection). */
export const RETRIES = 3;

/** A model that has said nothing for so long is given up (ms). */
export const ANSWER_MS = 120_000;

// What it prints is no log of this service.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** @throws {ServiceError} `not_configured` */
export const requireModel = (settings: ModelSettings | undefined): ModelSettings => {
  if (settings) return settings;
  throw new ServiceError(
    'not_configured',
    'No model is configured. Start the service with the address and the name of an OpenAI-compatible one.',
  );
};

/** The model's name for a request: another one than the default only where the settings list it. */
export const nameFor = ({ name, otherNames = [] }: ModelSettings, wanted?: string): string =>
  wanted !== undefined && otherNames.includes(wanted) ? wanted : name;

/** The model at the address of the settings. The key goes there only: no redirect is followed. */
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

/** What tokens cost. */
export const creditsFor = ({ creditsPer1000 }: ModelSettings, tokens: number): number =>
  (tokens * creditsPer1000) / 1000;

const LONGEST_REASON = 200;

/** What went wrong with the provider, without its key and without what was sent. */
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
