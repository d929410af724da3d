import { jsonSchema, type ToolSet, tool } from 'ai';
import { toAiSdk } from '../../../src/tools/index.ts';
import {
  type ScrapeContext,
  type Scraper,
  ServiceError,
  type Settings,
  scrapeOptions,
} from '../contract/index.ts';
import { betweenBoundaries, cutText } from '../model/page-text.ts';
import { searchWeb } from '../model/search-providers.ts';
import type { JobBrowser } from './browser.ts';
import { type JobBudget, PAGE_CREDITS } from './budget.ts';
import { FINISH, type Finish } from './finish.ts';
import type { JobLog } from './job-log.ts';
import type { JobUrls } from './job-urls.ts';
import { offeredTools, type Permission, reasonAgainst } from './permissions.ts';

/** Limits for the length of one tool result that the model reads (characters). */
const MOST_CHARS = 14_000;
const FEWEST_CHARS = 2_000;

/**
 * How many characters of one tool result the model reads: at most a quarter of the tokens that are left, because a
 * character may be a token.
 */
export const answerChars = (budget: Pick<JobBudget, 'left'>): number =>
  Math.max(FEWEST_CHARS, Math.min(MOST_CHARS, Math.floor(budget.left() / 4)));

/** Results of one search. */
const RESULTS = 8;

export interface AgentToolsOptions {
  settings: Settings;
  fetcher: Parameters<typeof searchWeb>[0]['fetcher'];
  scraper: Scraper;
  browser: JobBrowser;
  urls: JobUrls;
  budget: JobBudget;
  log: JobLog;
  finish: Finish;
  permission: Permission;
  mark: string;
  context: ScrapeContext;
}

interface Answer {
  text: string;
  isError: boolean;
  /** The text is of the service itself, not of a page, so it is not put between boundaries. */
  isOwn?: boolean;
  url?: string;
}

const refused = (reason: string): Answer => ({ text: `Error: ${reason}`, isError: true, isOwn: true });

const NO_CREDITS = refused(`the credits of this task are used up. Call ${FINISH} with what you have found.`);

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');

/** The tools of one job. Calls are executed one after the other; each is checked, charged and logged. */
export class AgentTools {
  readonly tools: ToolSet;
  #before: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: AgentToolsOptions) {
    const { settings, permission, finish, urls } = options;
    const textSchema = (description: string) => ({ type: 'string' as const, description });
    const serviceTool = (
      name: string,
      description: string,
      parameter: string,
      parameterDescription: string,
    ) =>
      tool({
        description,
        inputSchema: jsonSchema<unknown>({
          type: 'object',
          properties: { [parameter]: textSchema(parameterDescription) },
          required: [parameter],
          additionalProperties: false,
        }),
        execute: (given: unknown) => this.#run(name, given),
      });
    this.tools = {
      ...toAiSdk(offeredTools(permission), jsonSchema, (name, given) => this.#run(name, given)),
      scrape: serviceTool(
        'scrape',
        'Read the main part of a page as Markdown, by its address.',
        'url',
        'Whole.',
      ),
      ...(settings.search &&
        !urls.hosts && {
          search: serviceTool('search', 'Search the web.', 'query', 'As for a search engine.'),
        }),
      [FINISH]: tool({
        ...finish.tool,
        execute: (given: unknown) => this.#log(FINISH, given, async () => ownAnswer(finish.accept(given))),
      }),
    } as ToolSet;
  }

  #run(name: string, given: unknown): Promise<string> {
    return this.#log(name, given, () => this.#answer(name, given));
  }

  /** Executes and logs a call after all calls before it: they share the current page of the session. */
  #log(name: string, given: unknown, work: () => Promise<Answer>): Promise<string> {
    const run = async (): Promise<string> => {
      const { log, mark, context, budget } = this.options;
      context.signal.throwIfAborted();
      await log.add('tool-call', { tool: name, input: given });
      const { text, isError, isOwn, url } = await work();
      const { text: kept, note } = cutText(text, answerChars(budget));
      const seen = isOwn ? kept : `${betweenBoundaries(kept, mark)}${note ? `\n${note}` : ''}`;
      await log.add('tool-result', { tool: name, text: seen, isError, ...(url && { url }) });
      return seen;
    };
    const result = this.#before.then(run, run);
    this.#before = result.catch(() => undefined);
    return result;
  }

  async #answer(name: string, given: unknown): Promise<Answer> {
    const { context } = this.options;
    const fields = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
    try {
      if (name === 'scrape') return await this.#scrape(String(fields.url ?? ''));
      if (name === 'search') return await this.#search(String(fields.query ?? ''));
      return await this.#browse(name, fields);
    } catch (thrown) {
      context.signal.throwIfAborted();
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return refused(reason.slice(0, 500));
    }
  }

  async #scrape(address: string): Promise<Answer> {
    const { urls, budget, scraper, browser, context } = this.options;
    const verdict = urls.judge(address);
    if (!verdict.allowed) return refused(verdict.reason);
    if (!(await budget.page())) return NO_CREDITS;
    // Only the job's browser has a guard that checks redirects by the job's list of sites; the scraper's guard has none.
    if (urls.hosts) {
      const { text, isError } = await browser.read(verdict.url);
      return { text, isError, url: browser.url };
    }
    const { document, credits } = await scraper.scrape(
      verdict.url,
      scrapeOptions.parse({ formats: ['markdown'] }),
      context,
    );
    const { url, statusCode, title } = document.metadata;
    const finalVerdict = urls.judge(url);
    if (!finalVerdict.allowed) return refused(finalVerdict.reason);
    if (credits > PAGE_CREDITS) await budget.page(credits - PAGE_CREDITS);
    const head = `${title ?? ''}\n${url} (${statusCode})\n\n`;
    return { text: head + (document.markdown ?? ''), isError: statusCode >= 400, url };
  }

  async #search(query: string): Promise<Answer> {
    const { settings, fetcher, budget, context, urls } = this.options;
    if (query.trim() === '') return refused('"query" is missing.');
    if (!(await budget.page())) return NO_CREDITS;
    const found = await searchWeb(
      { settings, fetcher, signal: context.signal },
      { query, kind: 'web', limit: RESULTS },
    );
    const lines = found
      .filter(({ url }) => urls.judge(url).allowed)
      .map(({ title, url, description }) => `- ${title}\n  ${url}\n  ${description ?? ''}`);
    return { text: lines.join('\n') || 'Nothing was found.', isError: false };
  }

  async #browse(name: string, fields: Record<string, unknown>): Promise<Answer> {
    const { permission, browser, budget, urls } = this.options;
    const reason = reasonAgainst(permission, name, fields);
    if (reason !== undefined) return refused(reason);
    const opens = name === 'web_open' || (name === 'web_tabs' && fields.action === 'open');
    if (opens) {
      const verdict = urls.judge(String(fields.url ?? ''));
      if (!verdict.allowed) return refused(verdict.reason);
      if (!(await budget.page())) return NO_CREDITS;
    }
    const urlBefore = withoutFragment(browser.url);
    const { text, isError } = await browser.execute(name, fields);
    const url = browser.url;
    const isNewPage = withoutFragment(url) !== urlBefore && url !== 'about:blank';
    if (!opens && isNewPage && !(await budget.page())) return NO_CREDITS;
    return { text, isError, url };
  }
}

const ownAnswer = (text: string): Answer => ({ text, isError: text !== 'Done.', isOwn: true });

/** Whether an error is the end of the credits, at which a job ends with the result it has. */
export const isExhausted = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError && thrown.code === 'credits_exhausted';
