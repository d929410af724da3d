import type { Job, JobStore, Queues } from '../contract/index.ts';
import { queueWebhook } from '../crawl/webhooks.ts';

/** The events of an agent's job by their type. The store itself adds the event of its end. */
export interface AgentEvents {
  started: { prompt: string; urls: string[]; hosts?: string[]; allow: string; model: string };
  step: { step: number; inputTokens: number; outputTokens: number; finishReason: string };
  text: { step: number; text: string };
  'tool-call': { tool: string; input: unknown };
  /** `text`: the tool result as the model read it, cut at 8,000 characters. */
  'tool-result': { tool: string; text: string; isError: boolean; url?: string };
  charged: { what: 'model' | 'page'; credits: number; tokens: number; creditsUsed: number };
}

/** Longest text or tool input of an event (characters). */
const MOST_CHARS = 8_000;

const cut = (text: string): string =>
  text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}... (${text.length} characters)` : text;

/** Stores the events of a job for its event stream, and sends tool calls to a webhook that subscribes to `action`. */
export class JobLog {
  constructor(
    private readonly job: Job,
    private readonly store: JobStore,
    private readonly queues?: Queues,
  ) {}

  async add<K extends keyof AgentEvents>(type: K, data: AgentEvents[K]): Promise<void> {
    const bounded =
      'text' in data
        ? { ...data, text: cut(data.text) }
        : 'input' in data
          ? { ...data, input: boundedInput(data.input) }
          : data;
    const id = await this.store.addEvent(this.job.id, { type, data: bounded });
    if (type !== 'tool-call' || !this.queues) return;
    const message = { success: true, data: [bounded] };
    await queueWebhook(this.queues, this.job, 'action', message, `action-${id}`);
  }
}

const boundedInput = (input: unknown): unknown => {
  const text = JSON.stringify(input) ?? '';
  return text.length > MOST_CHARS ? cut(text) : input;
};
