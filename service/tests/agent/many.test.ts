import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../tests/cli/support.ts';
import { type AgentStage, openAgentStage } from '../support/agent-stage.ts';
import { browsersOf } from '../support/browsers.ts';

const JOBS = 20;

let stage: AgentStage;

beforeAll(async () => {
  stage = await openAgentStage({ '/': '<title>Home</title><h1>Otters</h1>' }, { browserConcurrency: 2 });
});

afterAll(() => stage.close());

it(`keeps ${JOBS} tasks at once apart and within their credits, and cancels half of them`, async () => {
  const { site, model, store } = stage;
  model.script('hang', [
    { toolCalls: [{ name: 'scrape', arguments: { url: `${site.url}/` } }] },
    { delayMs: 600_000 },
  ]);
  model.script('browse', ({ step, seen }) => ({
    toolCalls: [
      step === 0
        ? { name: 'web_open', arguments: { url: `${site.url}/` } }
        : { name: 'finish', arguments: { result: { answer: /Otters/.exec(seen)?.[0] } } },
    ],
  }));
  const jobs = await Promise.all(
    Array.from({ length: JOBS }, (_, index) => {
      const kind = index % 2 === 0 ? 'hang' : index % 10 === 1 ? 'browse' : 'read';
      return stage.job({ prompt: `${kind} ${index} ${site.url}/`, maxCredits: 100 + index });
    }),
  );
  const ends = jobs.map((job) => stage.end(job).catch((thrown: { code: string }) => thrown.code));
  const hanging = jobs.filter((_, index) => index % 2 === 0);
  await until(() => model.open >= hanging.length, 'all that hang');
  for (const job of hanging) store.cancel(job.id);
  const results = await Promise.all(ends);
  expect(results).toEqual(
    jobs.map((_, index) => (index % 2 === 0 ? 'cancelled' : { data: { answer: 'Otters' } })),
  );
  expect(browsersOf(process.pid)).toEqual([]);
  await until(() => model.open === 0, 'the end of all requests');
  for (const { id, maxCredits = 0 } of jobs)
    expect((await store.get(id))?.creditsUsed ?? 0).toBeLessThanOrEqual(maxCredits);
});
