import { generateText, type ModelMessage } from 'ai';
import { type ModelSettings, type Reader, type ScrapeContext, ServiceError } from '../contract/index.ts';
import { checkOf, parseAnswer } from './json-answer.ts';
import { betweenBoundaries, boundaryRule, cutText, newMark } from './page-text.ts';
import { ANSWER_MS, creditsFor, openModel, outputTokens, providerError, RETRIES } from './provider.ts';

/** Most characters of pages in one prompt, unless the settings have `maxPromptChars`: about 50,000 tokens. */
const PROMPT_CHARS = 200_000;

/** Average characters of a token, to estimate what is charged before the provider has counted. */
const CHARS_PER_TOKEN = 4;

/** The first answer, and one repair. */
const ROUNDS = 2;

const SUMMARY =
  'You summarize web pages. Answer with the summary alone, in the language of the page: two to five sentences of what it ' +
  'says, without an introduction.';

const JSON_ALONE =
  'You read data out of web pages. Answer with one JSON value alone, without any other text.';

const FAITHFUL =
  'Take values from the page as they stand there, invent nothing, and use null or leave out what is not there.';

interface Answer {
  text: string;
  tokens: number;
}

/** Creates a reader that uses the model of the settings. */
export const createReader = (settings: ModelSettings): Reader => {
  const model = openModel(settings);
  const limit = settings.maxPromptChars ?? PROMPT_CHARS;

  const ask = async (
    system: string,
    messages: ModelMessage[],
    { charge, signal }: Pick<ScrapeContext, 'charge' | 'signal'>,
  ): Promise<Answer> => {
    const estimate = Math.ceil((system.length + JSON.stringify(messages).length) / CHARS_PER_TOKEN);
    await pay(charge, estimate);
    try {
      const { text, totalUsage } = await generateText({
        model,
        system,
        messages,
        maxOutputTokens: outputTokens(settings),
        maxRetries: RETRIES,
        timeout: ANSWER_MS,
        abortSignal: signal,
      });
      const counted = (totalUsage.inputTokens ?? 0) + (totalUsage.outputTokens ?? 0);
      const tokens = counted || estimate + Math.ceil(text.length / CHARS_PER_TOKEN);
      await pay(charge, tokens - estimate);
      return { text, tokens: Math.max(tokens, estimate) };
    } catch (thrown) {
      if (signal.aborted) throw new ServiceError('cancelled', 'The job was cancelled, or its time was over.');
      throw providerError(thrown, settings);
    }
  };

  const pay = async (charge: ScrapeContext['charge'], tokens: number): Promise<void> => {
    if (!charge || tokens <= 0 || (await charge(creditsFor(settings, tokens), tokens))) return;
    throw new ServiceError('credits_exhausted', 'The limit of credits is reached. Raise maxCredits.');
  };

  const pageMessage = (text: string, mark: string): string => {
    const { text: kept, note } = cutText(text, limit);
    return `${betweenBoundaries(kept, mark)}${note ? `\n${note}` : ''}`;
  };

  return {
    async summary(text, context) {
      const mark = newMark();
      const answer = await ask(
        `${SUMMARY}\n${boundaryRule(mark)}`,
        [{ role: 'user', content: pageMessage(text, mark) }],
        context,
      );
      if (answer.text.trim() === '')
        throw new ServiceError('invalid_output', 'The model gave no summary. Try again, or another model.');
      return { text: answer.text.trim(), tokens: answer.tokens };
    },

    async json(text, { schema, prompt }, { systemPrompt, ...context }) {
      const check = schema && checkOf(schema);
      const mark = newMark();
      const shape = schema
        ? `It must be valid for this JSON Schema:\n${JSON.stringify(schema)}`
        : 'It is an object whose fields are named after what is asked for.';
      const system = [JSON_ALONE, FAITHFUL, systemPrompt, shape, boundaryRule(mark)]
        .filter(Boolean)
        .join('\n');
      const task = prompt ?? 'Read what the schema asks for.';
      const messages: ModelMessage[] = [{ role: 'user', content: `${task}\n\n${pageMessage(text, mark)}` }];
      let tokens = 0;
      let reason = '';
      for (let round = 0; round < ROUNDS; round++) {
        const answer = await ask(system, messages, context);
        tokens += answer.tokens;
        const parsed = parseAnswer(answer.text);
        const error = 'error' in parsed ? parsed.error : check?.(parsed.value);
        if (error === undefined && 'value' in parsed) return { value: parsed.value, tokens };
        reason = error ?? '';
        messages.push(
          { role: 'assistant', content: answer.text || '(nothing)' },
          {
            role: 'user',
            content: `That answer is not valid: ${reason}. Answer again, with all of the JSON.`,
          },
        );
      }
      throw new ServiceError(
        'invalid_output',
        `The model's answer is not valid after one repair: ${reason.slice(0, 500)}. Simplify the schema, or use another model.`,
      );
    },
  };
};
