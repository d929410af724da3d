import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { LookupAll } from '../../cli/src/guard/guard-proxy.ts';
import { createAgentRunner } from './agent/agent.ts';
import { buildApp } from './api/app.ts';
import { consolePage as builtConsole } from './api/console-page.ts';
import { errorOf, failureOf } from './api/errors.ts';
import { addProbes } from './api/routes/probes.ts';
import {
  type Fetcher,
  type JobKind,
  type JobRunner,
  type Reader,
  type Settings,
  STATUS_OF,
} from './contract/index.ts';
import { createMapRunner } from './crawl/map.ts';
import { startWorker } from './crawl/worker.ts';
import { createFetcher } from './fetch/fetcher.ts';
import { type Backend, openBackend } from './jobs/backend.ts';
import { createExtractRunner } from './model/extract.ts';
import { createReader } from './model/reader.ts';
import { createSearchRunner } from './model/search.ts';
import { Access } from './safety/access.ts';
import { LocalCounters, RedisCounters } from './safety/counters.ts';
import { KeyRing, type TenantLimits } from './safety/keys.ts';
import { createLog, type Logger } from './safety/log.ts';
import { createScraper } from './scrape/scraper.ts';
import { Metrics } from './telemetry/metrics.ts';
import { startTraces } from './telemetry/traces.ts';
import { watchBackend } from './telemetry/watched-backend.ts';

export type Role = 'api' | 'worker';

export interface ServiceOptions {
  /** `api`: takes requests; `worker`: processes jobs. */
  roles: readonly Role[];
  /** Default and 0: a free port. A process that is only a worker listens only if a port is given, for probes and metrics. */
  port?: number;
  /** Address to listen to. Default 127.0.0.1; any address that is not of this machine alone needs API keys. */
  host?: string;
  /** File of the API keys. Default: `keys.json` in the data folder. */
  keyFile?: string;
  /** The list of API keys as JSON, used instead of the file. */
  keyText?: string | undefined;
  /** Base URL under which clients reach the service, for URLs in its answers. Default: that of the request. */
  publicUrl?: string;
  trustProxy?: string[];
  metricsToken?: string | undefined;
  log?: Logger;
  /** HTML of the console. Default: the built one. */
  consolePage?: string;
  /** Replaces DNS in tests. */
  lookup?: LookupAll;
}

export interface RunningService {
  /** URL that the service listens to; empty if it does not listen. */
  address: string;
  app: FastifyInstance | undefined;
  /** Stops taking requests, finishes tasks or gives them back to the queue, and closes everything. */
  stop(): Promise<void>;
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);

/** Closes the parts of a service. A failure is logged and does not keep the other parts from closing. */
class Closing {
  readonly #steps: { name: string; close: () => Promise<unknown> }[] = [];
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Adds a part that has been opened. Parts are closed in reverse order. */
  add(name: string, close: () => Promise<unknown>): void {
    this.#steps.unshift({ name, close });
  }

  async run(): Promise<void> {
    for (const { name, close } of this.#steps.splice(0))
      await close().catch((error: unknown) => this.#log.error({ err: error }, `closing ${name} has failed`));
  }
}

/** The HTTP server of a process that is only a worker: probes and metrics. */
const probesOnly = (
  backend: Backend,
  metrics: Metrics,
  log: Logger,
  metricsToken: string | undefined,
): FastifyInstance => {
  const app = Fastify({ logger: false });
  app.log.level = 'silent';
  app.setErrorHandler((thrown, _, reply) => {
    const error = errorOf(thrown);
    log.warn({ err: thrown }, 'a probe has failed');
    return reply.code(STATUS_OF[error.code]).send(failureOf(error));
  });
  addProbes(app, { store: backend.store, metrics, metricsToken });
  return app;
};

/** How long open requests may take when the service stops (ms): shorter than the time that service managers allow. */
const DRAIN_MS = 20_000;

/** Closes the HTTP server when its requests are answered, at the latest after `DRAIN_MS`. */
const closeApp = async (app: FastifyInstance): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
};

interface Parts {
  settings: Settings;
  backend: Backend;
  fetcher: Fetcher;
  reader: Reader | undefined;
  metrics: Metrics;
  closing: Closing;
  log: Logger;
}

/** Starts the worker of this process with all that it needs. */
const startWork = async (parts: Parts): Promise<void> => {
  const { settings, backend, fetcher, reader, metrics, closing, log } = parts;
  const { store } = backend;
  const scraper = createScraper({ settings, fetcher, store, ...(reader && { reader }) });
  closing.add('browsers', () => scraper.close());
  metrics.watchBrowsers(() => scraper.browsers);
  const common = { settings, store, fetcher, scraper, ...(reader && { reader }) };
  const map = createMapRunner(common);
  const runners: Partial<Record<JobKind, JobRunner>> = {
    map,
    search: createSearchRunner(common),
    extract: createExtractRunner({ ...common, map }),
    agent: createAgentRunner({ ...common, queues: backend.queues }),
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'work has failed');
  const worker = await startWorker({ settings, backend, scraper, fetcher, runners, onError });
  closing.add('the worker', () => worker.stop());
};

/** Starts the service in this process, in one or both of its roles. */
export const startService = async (settings: Settings, options: ServiceOptions): Promise<RunningService> => {
  const { roles, port, host = '127.0.0.1', keyText, publicUrl, trustProxy, metricsToken } = options;
  const { keyFile = join(settings.dataFolder, 'keys.json'), log = createLog() } = options;
  const isApi = roles.includes('api');
  const keys = new KeyRing(keyFile, keyText);
  if (isApi && keys.isEmpty && !LOOPBACK_HOSTS.has(host))
    throw new Error(
      `Without API keys the service listens to 127.0.0.1 only, not to ${host}. \`inpage-service keys add NAME\` makes one.`,
    );
  const closing = new Closing(log);
  try {
    closing.add('traces', startTraces());
    const metrics = new Metrics();
    const counters = settings.redis
      ? new RedisCounters(settings.redis, settings.prefix)
      : new LocalCounters(join(settings.dataFolder, 'usage.json'));
    const access = new Access(keys, counters, settings.prefix);
    closing.add('counters', () => access.close());
    const opened = await openBackend(settings, {
      onError: (error) => log.warn({ err: error }, 'a connection has failed and is tried again'),
    });
    closing.add('jobs', () => opened.close());
    metrics.watchQueues(opened.queues);
    const limitsOf = (tenant: string): TenantLimits => keys.limitsOf(tenant);
    const backend = watchBackend(opened, { access, metrics, limitsOf });
    const fetcher = createFetcher(settings, options.lookup);
    closing.add('the guard', () => fetcher.close());
    const reader = settings.model && createReader(settings.model);
    if (roles.includes('worker'))
      await startWork({ settings, backend, fetcher, reader, metrics, closing, log });
    if (!isApi && port === undefined) return { address: '', app: undefined, stop: () => closing.run() };
    const app = isApi
      ? await buildApp({
          settings,
          backend,
          fetcher,
          access,
          telemetry: { metrics, log, metricsToken },
          consolePage: options.consolePage ?? builtConsole(),
          ...(reader && { reader }),
          ...(publicUrl && { publicUrl }),
          ...(trustProxy && { trustProxy }),
        })
      : probesOnly(backend, metrics, log, metricsToken);
    closing.add('the api', () => closeApp(app));
    return { address: await app.listen({ port: port ?? 0, host }), app, stop: () => closing.run() };
  } catch (error) {
    await closing.run();
    throw error;
  }
};
