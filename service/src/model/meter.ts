import { wrapLanguageModel } from 'ai';
import { ServiceError } from '../contract/index.ts';
import type { Model } from './provider.ts';

/** The tokens that a job may use. */
export interface TokenBudget {
  /** Tokens that may still be used; `Infinity` without a limit. */
  left(): number;
  /** Charges the tokens that a call has used. */
  spend(input: number, output: number): Promise<void>;
}

/** Most tokens that a provider's chat template adds per message, and once per prompt. */
const AROUND_MESSAGE = 16;
const AROUND_PROMPT = 64;

/** Fewest output tokens for which a call is worth making. */
const FEWEST_OUTPUT = 64;

/** Average bytes of a token, to estimate usage that the provider does not report, or that an aborted call had. */
const BYTES_PER_TOKEN = 4;

interface Size {
  messages: number;
  promptBytes: number;
  toolBytes: number;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const sizeOf = ({ prompt, tools }: { prompt: readonly unknown[]; tools?: unknown }): Size => ({
  messages: prompt.length,
  promptBytes: bytesOf(prompt),
  toolBytes: bytesOf(tools),
});

/**
 * Computes upper bounds for the tokens of prompts. A token has at least one byte, so bytes bound tokens. A prompt that
 * continues the last one gets the provider's count for that part, and only its new bytes are added.
 */
export class PromptBound {
  #last: (Size & { tokens: number }) | undefined;

  of(size: Size): number {
    const last = this.#last;
    if (last && size.messages >= last.messages && size.promptBytes >= last.promptBytes)
      return (
        last.tokens +
        (size.promptBytes - last.promptBytes) +
        Math.max(0, size.toolBytes - last.toolBytes) +
        AROUND_MESSAGE * (size.messages - last.messages)
      );
    return size.promptBytes + size.toolBytes + AROUND_MESSAGE * size.messages + AROUND_PROMPT;
  }

  /** Remembers how many tokens the provider has counted for a prompt. */
  learn(size: Size, tokens: number): void {
    this.#last = { ...size, tokens };
  }
}

export interface MeteredModel {
  model: Model;
  /** Upper bound for the tokens of the next prompt, if it has two messages and `more` bytes more than the last one. */
  boundWith(more: number): number;
}

/**
 * Wraps a model so that its calls stay within a budget: each call gets a `maxOutputTokens` with which prompt and answer
 * certainly fit.
 *
 * Calls throw {@link ServiceError} `credits_exhausted` if not even a short answer fits.
 */
export const metered = (model: Model, budget: TokenBudget, mostOutput: number): MeteredModel => {
  const bound = new PromptBound();
  let last: Size = { messages: 0, promptBytes: 0, toolBytes: 0 };
  const wrapped = wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v3',
      async transformParams({ params }) {
        last = sizeOf(params);
        const room = budget.left() - bound.of(last);
        if (room < FEWEST_OUTPUT)
          throw new ServiceError(
            'credits_exhausted',
            'What is left of the credits is too little for another step. Raise maxCredits.',
          );
        const wanted = params.maxOutputTokens ?? mostOutput;
        return { ...params, maxOutputTokens: Math.min(wanted, mostOutput, room) };
      },
      async wrapGenerate({ doGenerate, params }) {
        const size = sizeOf(params);
        const guessed = Math.ceil((size.promptBytes + size.toolBytes) / BYTES_PER_TOKEN);
        try {
          const result = await doGenerate();
          const { inputTokens, outputTokens } = result.usage;
          if (inputTokens.total !== undefined) bound.learn(size, inputTokens.total);
          await budget.spend(
            inputTokens.total ?? guessed,
            outputTokens.total ?? Math.ceil(bytesOf(result.content) / BYTES_PER_TOKEN),
          );
          return result;
        } catch (thrown) {
          // An aborted call is charged for its prompt, which the provider has already processed.
          if (params.abortSignal?.aborted) await budget.spend(guessed, 0);
          throw thrown;
        }
      },
    },
  });
  return {
    model: wrapped,
    boundWith: (more) =>
      bound.of({ ...last, messages: last.messages + 2, promptBytes: last.promptBytes + more }),
  };
};
