import { wrapLanguageModel } from 'ai';
import { ServiceError } from '../contract/index.ts';
import type { Model } from './provider.ts';

/** What a job may still spend on a model. */
export interface TokenBudget {
  /** Tokens that may still be used; `Infinity` without a limit. */
  left(): number;
  /** Counts what a call has used. */
  spend(input: number, output: number): Promise<void>;
}

/** What a provider may put around a message, and around all of them, in tokens. */
const AROUND_MESSAGE = 16;
const AROUND_PROMPT = 64;

/** An answer that is shorter is of no use. */
const FEWEST_OUTPUT = 64;

/** Bytes of a token, where a provider counts none, or a call was cut off. */
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
 * Bounds the tokens of prompts from above. A token is a byte at least; and of what a provider has counted once, the
 * beginning of the next prompt, its own count is taken.
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

  /** What the provider has counted for a prompt. */
  learn(size: Size, tokens: number): void {
    this.#last = { ...size, tokens };
  }
}

export interface MeteredModel {
  model: Model;
  /** Most tokens that the next prompt can have if `more` bytes are added to the last one. */
  boundWith(more: number): number;
}

/**
 * A model whose calls stay within a budget: before each one the longest answer is chosen so that prompt and answer fit
 * for certain.
 *
 * Calls throw {@link ServiceError} `credits_exhausted` when not even a short answer fits.
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
          // The provider has read the prompt by now.
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
