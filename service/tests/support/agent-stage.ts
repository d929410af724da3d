import { GuardProxy } from '../../../cli/src/guard/guard-proxy.ts';
import { UrlGuard } from '../../../cli/src/guard/url-guard.ts';
import { openSite, type Site } from '../../../tests/cli/support.ts';
import { chromiumPath } from '../../../tests/support/chromium.ts';
import { type AgentResult, createAgentRunner } from '../../src/agent/agent.ts';
import {
  agentRequest,
  type Fetched,
  type Fetcher,
  type Job,
  type Scraper,
  ServiceError,
  type Settings,
} from '../../src/contract/index.ts';
import { jobOf, type MemoryStore, memoryStore } from './memory-store.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { testSettings } from './settings.ts';

/** Checks addresses like the guard and fetches by plain HTTP: the tests are about what is done with the answers. */
export const plainFetcher = (settings: Settings): Fetcher => {
  const guard = new UrlGuard({
    privateHosts: settings.allowPrivate,
    ...(settings.allowHosts && { hosts: settings.allowHosts }),
  });
  const proxy = new GuardProxy(guard);
  const ask = async (url: string, init: RequestInit): Promise<Fetched> => {
    const response = await fetch(url, init);
    const body = Buffer.from(await response.arrayBuffer());
    return {
      url: response.url,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      contentType: response.headers.get('content-type') ?? '',
      body,
      text: body.toString(),
    };
  };
  const given = (headers?: Record<string, string>, signal?: AbortSignal): RequestInit => ({
    ...(headers && { headers }),
    ...(signal && { signal }),
  });
  return {
    proxyUrl: () => proxy.address(),
    check(url) {
      const verdict = guard.judge(url);
      if (verdict.allowed) return verdict.url;
      throw new ServiceError('url_blocked', verdict.reason);
    },
    get: (url, options) => ask(url, given(options?.headers, options?.signal)),
    post: (url, body, options) =>
      ask(url, { ...given(options?.headers, options?.signal), method: 'POST', body }),
    close: () => proxy.close(),
  };
};

/** Returns pages as they are sent, without their tags. */
export const plainScraper = (fetcher: Fetcher): Scraper => ({
  browsers: 0,
  async scrape(given, _, { signal }) {
    const { url, status, text } = await fetcher.get(fetcher.check(given), { signal });
    const markdown = text
      .replace(/<h1>(.*?)<\/h1>/g, '\n# $1\n')
      .replace(/<title>.*?<\/title>|<[^>]*>/g, ' ')
      .trim();
    const metadata = {
      sourceURL: given,
      url,
      title: /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '',
      statusCode: status,
      engine: 'static' as const,
      creditsUsed: 1,
    };
    return { document: { markdown, metadata }, links: [], credits: 1 };
  },
  async close() {},
});

export interface AgentStage {
  settings: Settings;
  model: ModelServer;
  site: Site;
  store: MemoryStore;
  fetcher: Fetcher;
  /** Creates a job for a request; `end` runs it. */
  job(request: Record<string, unknown>, more?: Partial<Job>): Promise<Job>;
  end(job: Job, stopping?: AbortSignal): Promise<AgentResult>;
  run(request: Record<string, unknown>, more?: Partial<Job>): Promise<AgentResult>;
  /** What a tool has shown to the model, in the order of the calls. */
  seen(job: Job, tool: string): string[];
  close(): Promise<void>;
}

/** Opens an agent with a scripted model and a site on this machine. */
export const openAgentStage = async (
  pages: Parameters<typeof openSite>[0],
  more: Partial<Settings> = {},
): Promise<AgentStage> => {
  const model = await startModelServer();
  const site = await openSite(pages);
  const settings = testSettings({
    dataFolder: '',
    browser: await chromiumPath(),
    model: { baseUrl: model.baseUrl, name: 'scripted', key: 'secret-key', creditsPer1000: 1 },
    ...more,
  });
  const fetcher = plainFetcher(settings);
  const store = memoryStore();
  const runner = createAgentRunner({ settings, store, fetcher, scraper: plainScraper(fetcher) });
  const stage: AgentStage = {
    settings,
    model,
    site,
    store,
    fetcher,
    async job(given, overrides) {
      const request = agentRequest.parse(given);
      const job = jobOf('agent', request, { maxCredits: request.maxCredits, ...overrides });
      await store.create(job);
      return job;
    },
    async end(job, stopping = new AbortController().signal) {
      const cancel = store.watchCancel(job.id);
      try {
        return (await runner(job, AbortSignal.any([stopping, cancel.signal]))) as AgentResult;
      } finally {
        cancel.release();
      }
    },
    async run(given, overrides) {
      return stage.end(await stage.job(given, overrides));
    },
    seen: (job, tool) =>
      store
        .eventsOf(job.id)
        .filter((event) => event.type === 'tool-result')
        .map(({ data }) => data as { tool: string; text: string })
        .filter((data) => data.tool === tool)
        .map(({ text }) => text),
    async close() {
      await fetcher.close();
      await site.close();
      await model.close();
    },
  };
  return stage;
};
