import { until } from '../../../tests/cli/support.ts';
import type { Job } from '../../src/contract/index.ts';
import { openAgentStage } from '../../tests/support/agent-stage.ts';
import { browsersOf } from '../../tests/support/browsers.ts';

/** What became of agents that ran at once. Times in ms. */
export interface AgentFigures {
  jobs: number;
  completed: number;
  cancelled: number;
  exhausted: number;
  other: string[];
  ms: number;
  /** From the cancel until the job is over: with a model that thinks, and with a browser that is closed. */
  cancelMs: Record<'think' | 'stay', { median: number; most: number }>;
  mostBrowsers: number;
  /** Tokens that the provider has counted for jobs that were not cancelled, and those that were charged. */
  tokens: { counted: number; charged: number };
  /** Jobs that have used more credits than they may. */
  beyondLimit: number;
  browsersLeft: number;
  requestsLeft: number;
}

type Kind = 'read' | 'browse' | 'poor' | 'think' | 'stay';

/** Of ten: five read, one works in a browser, two have few credits, one is cancelled at the model, one in a browser. */
const KINDS: readonly Kind[] = [
  'read',
  'read',
  'read',
  'read',
  'read',
  'browse',
  'poor',
  'poor',
  'think',
  'stay',
];

const CREDITS: Readonly<Record<Kind, number>> = { read: 50, browse: 100, poor: 8, think: 100, stay: 100 };

const BROWSERS = 4;
const HOUR_MS = 3_600_000;

const summary = (times: number[]) => {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, most: sorted.at(-1) ?? 0 };
};

export const runAgents = async (count: number): Promise<AgentFigures> => {
  const stage = await openAgentStage(
    { '/': `<title>Home</title><h1>Otters</h1><p>${'They swim in rivers. '.repeat(100)}` },
    { browserConcurrency: BROWSERS },
  );
  const { model, site, store } = stage;
  const url = `${site.url}/`;
  const call = (name: string, given: object) => ({ toolCalls: [{ name, arguments: given }] });
  const finish = call('finish', { result: { answer: 'Otters' } });
  let counted = 0;
  /** Each answer is counted by what was sent and what comes back, as the server itself would. */
  const counting =
    (turns: readonly object[]) =>
    ({ step, request }: Parameters<Exclude<Parameters<typeof model.script>[1], readonly unknown[]>>[0]) => {
      const prompt = Math.ceil(JSON.stringify([request.messages, request.tools]).length / 4);
      const completion = Math.min(60, request.max_tokens ?? 60);
      counted += prompt + completion;
      const turn = request.tools?.length === 1 ? finish : turns[Math.min(step, turns.length - 1)];
      return { ...turn, usage: { prompt, completion } };
    };
  const scrape = call('scrape', { url });
  model.script('read', counting([scrape, scrape, finish]));
  model.script('poor', counting([scrape]));
  model.script('browse', counting([call('web_open', { url }), call('web_read', {}), finish]));
  model.script('think', [{ delayMs: HOUR_MS }]);
  model.script('stay', [call('web_open', { url }), { delayMs: HOUR_MS }]);

  const kindOf = (index: number): Kind => KINDS[index % KINDS.length] ?? 'read';
  const jobs: Job[] = [];
  for (let index = 0; index < count; index++)
    jobs.push(await stage.job({ prompt: `${kindOf(index)} ${index}`, maxCredits: CREDITS[kindOf(index)] }));

  const from = performance.now();
  const cancelTimes: Record<'think' | 'stay', number[]> = { think: [], stay: [] };
  const ends = jobs.map((job) =>
    stage.end(job).then(
      () => 'completed',
      (thrown: { code?: string; message: string }) => thrown.code ?? thrown.message,
    ),
  );
  let mostBrowsers = 0;
  const look = setInterval(() => {
    mostBrowsers = Math.max(mostBrowsers, browsersOf(process.pid, 'first').length);
  }, 500);
  const cancels = jobs.map(async (job, index) => {
    const kind = kindOf(index);
    if (kind !== 'think' && kind !== 'stay') return;
    const steps = kind === 'think' ? 1 : 2;
    const asked = () =>
      model.requests.filter(({ messages }) => messages.some(({ content }) => content === `${kind} ${index}`))
        .length;
    await until(() => asked() >= steps, `the steps of ${kind}`, HOUR_MS);
    const at = performance.now();
    store.cancel(job.id);
    await ends[index];
    cancelTimes[kind].push(performance.now() - at);
  });
  const outcomes = await Promise.all(ends);
  await Promise.all(cancels);
  clearInterval(look);
  const ms = Math.round(performance.now() - from);
  const used = await Promise.all(jobs.map(({ id }) => store.get(id)));
  const charged = used
    .filter((_, index) => !['think', 'stay'].includes(kindOf(index)))
    .reduce((sum, job) => sum + (job?.tokensUsed ?? 0), 0);
  const figures: AgentFigures = {
    jobs: count,
    completed: outcomes.filter((one) => one === 'completed').length,
    cancelled: outcomes.filter((one) => one === 'cancelled').length,
    exhausted: outcomes.filter((one) => one === 'credits_exhausted').length,
    other: outcomes.filter((one) => !['completed', 'cancelled', 'credits_exhausted'].includes(one)),
    ms,
    cancelMs: { think: summary(cancelTimes.think), stay: summary(cancelTimes.stay) },
    mostBrowsers,
    tokens: { counted, charged },
    beyondLimit: used.filter((job) => job && job.creditsUsed > (job.maxCredits ?? 0)).length,
    browsersLeft: browsersOf(process.pid).length,
    requestsLeft: model.open,
  };
  await stage.close();
  return figures;
};
