import { generateText, type ModelMessage, type StepResult, type ToolSet } from 'ai';
import {
  type AgentRequest,
  type Fetcher,
  type Job,
  type JobRunner,
  type JobStore,
  type ModelSettings,
  type Queues,
  type Scraper,
  ServiceError,
  type Settings,
} from '../contract/index.ts';
import { Slots } from '../fetch/slots.ts';
import { parseAnswer } from '../model/json-answer.ts';
import { type MeteredModel, metered } from '../model/meter.ts';
import { newMark } from '../model/page-text.ts';
import {
  ANSWER_MS,
  nameFor,
  openModel,
  outputTokens,
  providerError,
  RETRIES,
  requireModel,
} from '../model/provider.ts';
import { JobBrowser } from './browser.ts';
import { JobBudget } from './budget.ts';
import { FINISH, Finish } from './finish.ts';
import { JobLog } from './job-log.ts';
import { JobUrls, sitesOf, startAddresses } from './job-urls.ts';
import { permitted } from './permissions.ts';
import { systemPrompt, taskPrompt } from './prompt.ts';
import { AgentTools, answerChars, isExhausted } from './tools.ts';

export interface AgentRunnerOptions {
  settings: Settings;
  store: JobStore;
  fetcher: Fetcher;
  scraper: Scraper;
  /** Where messages to webhooks are queued. Default: none are sent. */
  queues?: Queues;
}

/** The `result` of a job of kind `agent`. */
export interface AgentResult {
  data: unknown;
}

/** How often a model that stopped without calling `finish` is asked to call it. */
const MOST_REMINDERS = 1;

/** Estimate of the most output tokens of a step that only calls a tool; used to reserve credits for the last step. */
const STEP_TOKENS = 1_000;

const REMINDER = `Call ${FINISH} with the result now.`;

/**
 * Runs jobs of kind `agent`: a model uses tools on web pages until it calls `finish`, within limits of steps, credits
 * and permissions.
 *
 * A run returns {@link AgentResult} or throws {@link ServiceError}: `not_configured`, `bad_request`, `url_blocked`,
 * `credits_exhausted`, `invalid_output`, `unavailable`, `cancelled`.
 */
export const createAgentRunner = (options: AgentRunnerOptions): JobRunner => {
  const slots = new Slots(options.settings.browserConcurrency);
  return async (job, signal): Promise<AgentResult> => {
    const run = new AgentRun(options, slots, job, signal);
    try {
      return await run.work();
    } catch (thrown) {
      throw signal.aborted ? new ServiceError('cancelled', 'The job was cancelled.') : thrown;
    } finally {
      await run.close();
    }
  };
};

class AgentRun {
  readonly #request: AgentRequest;
  readonly #model: ModelSettings;
  readonly #finish: Finish;
  readonly #log: JobLog;
  readonly #budget: JobBudget;
  #browser: JobBrowser | undefined;
  #steps = 0;
  /** Size of the messages of the last step, as JSON. */
  #bytes = 0;
  #lastText = '';

  constructor(
    private readonly options: AgentRunnerOptions,
    private readonly slots: Slots,
    private readonly job: Job,
    private readonly signal: AbortSignal,
  ) {
    const { settings, store, queues } = options;
    this.#request = job.request as AgentRequest;
    this.#model = requireModel(settings.model);
    this.#finish = new Finish(this.#request.schema);
    this.#log = new JobLog(job, store, queues);
    this.#budget = new JobBudget(store, job, this.#model, (charge) => this.#log.add('charged', charge));
  }

  async work(): Promise<AgentResult> {
    const { settings, fetcher } = this.options;
    const { prompt, strictConstrainToURLs, allow, model } = this.#request;
    const addresses = startAddresses(this.#request.urls, fetcher);
    const hosts = strictConstrainToURLs ? sitesOf(addresses) : undefined;
    const urls = new JobUrls(settings, fetcher, hosts);
    const permission = permitted(allow, settings.agentMay);
    const mark = newMark();
    const name = nameFor(this.#model, model);
    await this.#log.add('started', {
      prompt,
      urls: addresses,
      ...(hosts && { hosts }),
      allow: permission,
      model: name,
    });
    if (model !== undefined && model !== name)
      await this.#warn(`The model ${model.slice(0, 80)} is not offered here; ${name} was used.`);
    this.#browser = new JobBrowser({
      settings,
      fetcher,
      urls,
      permission,
      slots: this.slots,
      signal: this.signal,
    });
    const { tools } = new AgentTools({
      settings,
      fetcher,
      scraper: this.options.scraper,
      browser: this.#browser,
      urls,
      budget: this.#budget,
      log: this.#log,
      finish: this.#finish,
      permission,
      mark,
      context: { tenant: this.job.tenant, signal: this.signal },
    });
    const task = {
      prompt,
      urls: addresses,
      hosts,
      permission,
      mark,
      steps: settings.limits.agentSteps,
      canSearch: 'search' in tools,
    };
    return this.#ask(systemPrompt(task), taskPrompt(task), tools);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }

  async #ask(system: string, task: string, tools: ToolSet): Promise<AgentResult> {
    const meter = metered(
      openModel(this.#model, this.#request.model),
      this.#budget,
      outputTokens(this.#model),
    );
    const messages: ModelMessage[] = [{ role: 'user', content: task }];
    try {
      for (let reminder = 0; reminder <= MOST_REMINDERS; reminder++) {
        messages.push(...(await this.#converse(meter, system, messages, tools, reminder > 0)));
        if (this.#isOver() || this.#takeText()) break;
        messages.push({ role: 'user', content: REMINDER });
      }
    } catch (thrown) {
      if (this.signal.aborted) throw thrown;
      const error = providerError(thrown, this.#model);
      if (!isExhausted(error)) throw error;
      return this.#partial(error);
    }
    return this.#result();
  }

  /** Runs steps until the job has its result, the steps are used up, or the model answers without a tool call. */
  async #converse(
    meter: MeteredModel,
    system: string,
    messages: ModelMessage[],
    tools: ToolSet,
    isReminded: boolean,
  ): Promise<ModelMessage[]> {
    const { response } = await generateText({
      model: meter.model,
      system,
      messages,
      tools,
      maxRetries: RETRIES,
      timeout: { stepMs: ANSWER_MS },
      abortSignal: this.signal,
      stopWhen: () => this.#isOver(),
      prepareStep: ({ messages: sent }) =>
        isReminded || this.#isLast(meter, sent)
          ? { toolChoice: { type: 'tool' as const, toolName: FINISH }, activeTools: [FINISH] }
          : undefined,
      onStepFinish: (step) => this.#onStep(step),
    });
    return response.messages;
  }

  /** Whether there is a result or no step is left. An invalid result gets one step more than the limit, to repair it. */
  #isOver(): boolean {
    const allowedSteps = this.options.settings.limits.agentSteps + (this.#finish.isRepairing ? 1 : 0);
    return this.#finish.finished !== undefined || this.#steps >= allowedSteps;
  }

  /** Whether the next step must call `finish`, because afterwards no step or too few credits would be left for it. */
  #isLast({ boundWith }: MeteredModel, messages: readonly ModelMessage[]): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(messages));
    const grown = bytes - this.#bytes;
    this.#bytes = bytes;
    if (this.#steps >= this.options.settings.limits.agentSteps - 1) return true;
    if (this.#steps === 0) return false;
    // Reserves enough for this step and for a last one whose prompt also has the output and the tool result of this one.
    const needed = 2 * boundWith(grown) + 3 * STEP_TOKENS + answerChars(this.#budget);
    return this.#budget.isExhausted || this.#budget.left() < needed;
  }

  async #onStep({ usage, text, finishReason, content }: StepResult<ToolSet>): Promise<void> {
    this.#steps++;
    const step = this.#steps;
    if (text.trim() !== '') {
      this.#lastText = text.trim();
      await this.#log.add('text', { step, text: this.#lastText });
    }
    for (const part of content) {
      // Only the SDK's own errors are logged here (unknown tool, arguments that are not JSON); AgentTools logs the rest.
      if (part.type !== 'tool-error') continue;
      await this.#log.add('tool-result', { tool: part.toolName, text: String(part.error), isError: true });
    }
    const { inputTokens = 0, outputTokens: output = 0 } = usage;
    await this.#log.add('step', { step, inputTokens, outputTokens: output, finishReason });
  }

  /**
   * Takes the text of a model that ended without calling `finish` as its result: with a schema only JSON, without one
   * any text. @returns whether the job has its result now
   */
  #takeText(): boolean {
    if (this.#lastText === '' || this.#finish.isRepairing) return false;
    const parsed = parseAnswer(this.#lastText);
    if (this.#finish.schema) {
      if ('value' in parsed) this.#finish.take(parsed.value);
    } else this.#finish.take('value' in parsed ? parsed.value : { answer: this.#lastText });
    return this.#finish.finished !== undefined;
  }

  #result(): AgentResult {
    const { finished } = this.#finish;
    if (!finished)
      throw new ServiceError(
        'invalid_output',
        `The model gave no result within ${this.#steps} steps. Ask for less, or use another model.`,
      );
    if ('invalid' in finished)
      throw new ServiceError(
        'invalid_output',
        `The model's result is not valid after one repair: ${finished.invalid.slice(0, 500)}. Simplify the schema, or use another model.`,
      );
    return { data: finished.value };
  }

  /** The result that exists when the credits are used up. @throws {ServiceError} `error`, where there is none */
  async #partial(error: ServiceError): Promise<AgentResult> {
    const { finished } = this.#finish;
    const isText = !this.#finish.schema && this.#lastText !== '';
    if (!(finished && 'value' in finished) && !isText) throw error;
    await this.#warn(`The limit of credits ended the task early: the result may be incomplete.`);
    return finished && 'value' in finished ? { data: finished.value } : { data: { answer: this.#lastText } };
  }

  async #warn(warning: string): Promise<void> {
    await this.options.store.update(this.job.id, { warning });
  }
}
