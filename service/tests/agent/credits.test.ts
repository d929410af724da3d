import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JobBudget } from '../../src/agent/budget.ts';
import { PromptBound } from '../../src/model/meter.ts';
import { type AgentStage, openAgentStage } from '../support/agent-stage.ts';
import { jobOf, memoryStore } from '../support/memory-store.ts';

let stage: AgentStage;

beforeAll(async () => {
  stage = await openAgentStage({ '/': `<title>Home</title><h1>Otters</h1><p>${'They swim. '.repeat(200)}` });
});

afterAll(() => stage.close());

const RUNS = 25;
let count = 0;

interface Provider {
  maxCredits: number;
  creditsPer1000: number;
  /** Bytes per token in prompts: at least 1. */
  bytesPerToken: number;
  /** Tokens of each answer, as far as `max_tokens` allows. */
  answers: number[];
  /** Tokens that the provider counts in addition. */
  beyond?: number;
}

/** Runs an agent that continues as long as it can. Returns what the provider has counted. */
const spend = async ({ maxCredits, creditsPer1000, bytesPerToken, answers, beyond = 0 }: Provider) => {
  let counted = 0;
  const word = `provider ${++count}.`;
  stage.model.script(word, ({ step, request }) => {
    const sent = Buffer.byteLength(JSON.stringify([request.messages, request.tools]));
    // The service's own prompt and tools are plain English: at least four bytes per token.
    const own = Buffer.byteLength(JSON.stringify([request.messages[0], request.tools]));
    const prompt = Math.ceil(own / Math.max(4, bytesPerToken) + (sent - own) / bytesPerToken) + beyond;
    const completion = Math.min(answers[step % answers.length] ?? 1, request.max_tokens ?? 0) + beyond;
    counted += prompt + completion;
    return {
      toolCalls:
        request.tools?.length === 1
          ? [{ name: 'finish', arguments: { result: { step } } }]
          : [{ name: 'scrape', arguments: { url: `${stage.site.url}/` } }],
      usage: { prompt, completion },
    };
  });
  const model = stage.settings.model;
  if (!model) throw new Error('The stage has a model.');
  model.creditsPer1000 = creditsPer1000;
  const job = await stage.job({ prompt: word, maxCredits });
  const ended = await stage.end(job).then(
    () => 'completed',
    (thrown: { code?: string }) => thrown.code,
  );
  const { creditsUsed, tokensUsed = 0, warning } = (await stage.store.get(job.id)) ?? job;
  const pages = stage.store
    .eventsOf(job.id)
    .filter(({ type, data }) => type === 'charged' && (data as { what: string }).what === 'page').length;
  return { creditsUsed, tokensUsed, counted, pages, ended, warning };
};

const providers = fc.record({
  maxCredits: fc.double({ min: 0.001, max: 60, noNaN: true }),
  creditsPer1000: fc.double({ min: 0, max: 5, noNaN: true }),
  bytesPerToken: fc.double({ min: 1, max: 8, noNaN: true }),
  answers: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 4 }),
});

/** Two providers with which the task surely completes, and surely runs out of credits. */
const ENOUGH: Provider = { maxCredits: 30, creditsPer1000: 0, bytesPerToken: 4, answers: [100] };
const TOO_FEW: Provider = { maxCredits: 0.1, creditsPer1000: 1, bytesPerToken: 4, answers: [10] };

it('never exceed the limit, and count each token', async () => {
  const ends = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(providers, async (provider) => {
      const { creditsUsed, tokensUsed, counted, pages, ended } = await spend(provider);
      ends.add(ended);
      expect(creditsUsed).toBeLessThanOrEqual(provider.maxCredits);
      expect(tokensUsed).toBe(counted);
      expect(creditsUsed).toBeCloseTo(pages + (tokensUsed * provider.creditsPer1000) / 1000, 6);
      expect(['completed', 'credits_exhausted', 'invalid_output']).toContain(ended);
    }),
    { numRuns: RUNS, examples: [[ENOUGH], [TOO_FEW]] },
  );
  expect(ends).toContain('completed');
  expect(ends).toContain('credits_exhausted');
});

it('never exceed the limit with a provider that counts more tokens than it was allowed', async () => {
  const beyond = fc.integer({ min: 1_000, max: 100_000 });
  await fc.assert(
    fc.asyncProperty(providers, beyond, async (provider, more) => {
      const { creditsUsed } = await spend({ ...provider, beyond: more });
      expect(creditsUsed).toBeLessThanOrEqual(provider.maxCredits);
    }),
    { numRuns: RUNS },
  );
});

it('are not spent where not even the first step is affordable', async () => {
  const before = stage.model.requests.length;
  const { ended, creditsUsed } = await spend(TOO_FEW);
  expect([ended, creditsUsed]).toEqual(['credits_exhausted', 0]);
  expect(stage.model.requests).toHaveLength(before);
});

it('that are nearly used up end the task with a result', async () => {
  const { ended, pages } = await spend({ ...ENOUGH, creditsPer1000: 1 });
  expect(ended).toBe('completed');
  expect(pages).toBeGreaterThan(1);
});

it('are charged once for tokens that a provider counts beyond its limit', async () => {
  const store = memoryStore();
  const job = jobOf('agent', {}, { maxCredits: 10 });
  await store.create(job);
  const model = { baseUrl: '', name: '', creditsPer1000: 1 };
  const budget = new JobBudget(store, job, model, async () => {});
  expect(budget.left()).toBe(9_999);
  await budget.spend(1_000_000, 0);
  expect((await store.get(job.id))?.creditsUsed).toBe(9.999);
  expect(budget.left()).toBe(0);
  expect(budget.isExhausted).toBe(true);
});

it('are estimated by bytes first, then by what the provider has counted', () => {
  const bound = new PromptBound();
  const size = { messages: 2, promptBytes: 8_000, toolBytes: 4_000 };
  const first = bound.of(size);
  bound.learn(size, 2_500);
  expect(bound.of(size)).toBe(2_500);
  expect(bound.of({ ...size, messages: 3, promptBytes: 8_100 })).toBe(2_616);
  // A shorter prompt belongs to another conversation.
  expect(bound.of({ ...size, promptBytes: 7_000 })).toBeGreaterThan(first - 1_001);
});
