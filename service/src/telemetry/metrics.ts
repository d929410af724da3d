import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Job, PageOutcome, Queues } from '../contract/index.ts';

/** Histogram buckets for the duration of requests (s): from an answer from memory to the scrape of a slow page. */
const DURATIONS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120];

/** The metrics for Prometheus. Labels have few possible values: neither tenants nor URLs are among them. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #started: Counter<'kind'>;
  readonly #ended: Counter<'kind' | 'status'>;
  readonly #pages: Counter<'engine' | 'outcome'>;
  readonly #credits: Counter;
  readonly #tokens: Counter;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#requests = new Histogram({
      name: 'inpage_http_request_duration_seconds',
      help: 'Requests of the API.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATIONS,
      registers,
    });
    this.#started = new Counter({
      name: 'inpage_jobs_started_total',
      help: 'Jobs that were taken.',
      labelNames: ['kind'],
      registers,
    });
    this.#ended = new Counter({
      name: 'inpage_jobs_ended_total',
      help: 'Jobs that have ended, by their status.',
      labelNames: ['kind', 'status'],
      registers,
    });
    this.#pages = new Counter({
      name: 'inpage_pages_total',
      help: 'Pages that were worked on: static, in a browser, or from the cache.',
      labelNames: ['engine', 'outcome'],
      registers,
    });
    this.#credits = new Counter({ name: 'inpage_credits_total', help: 'Credits charged.', registers });
    this.#tokens = new Counter({ name: 'inpage_tokens_total', help: 'Tokens of models.', registers });
  }

  requestDone(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  jobStarted({ kind }: Job): void {
    this.#started.inc({ kind });
  }

  jobEnded({ kind, status }: Pick<Job, 'kind' | 'status'>): void {
    this.#ended.inc({ kind, status });
  }

  pageDone(outcome: PageOutcome): void {
    if ('error' in outcome) this.#pages.inc({ engine: 'none', outcome: 'failed' });
    else {
      const { engine, cacheState } = outcome.document.metadata;
      this.#pages.inc({ engine: cacheState === 'hit' ? 'cache' : engine, outcome: 'done' });
    }
  }

  charged(credits: number, tokens: number): void {
    this.#credits.inc(Math.max(0, credits));
    this.#tokens.inc(Math.max(0, tokens));
  }

  /** Adds a gauge of the lengths of the queues, which are read when Prometheus scrapes. */
  watchQueues(queues: Pick<Queues, 'counts'>): void {
    const gauge: Gauge<'state'> = new Gauge({
      name: 'inpage_queue_tasks',
      help: 'Tasks in the queues, by their state.',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        for (const [state, count] of Object.entries(await queues.counts())) gauge.set({ state }, count);
      },
    });
  }

  /** Adds a gauge of the pages that this process is loading in browsers. */
  watchBrowsers(count: () => number): void {
    const gauge: Gauge = new Gauge({
      name: 'inpage_browsers',
      help: 'Browsers that are open.',
      registers: [this.registry],
      collect() {
        gauge.set(count());
      },
    });
  }
}
