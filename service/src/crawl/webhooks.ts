import { createHash, createHmac } from 'node:crypto';
import type { Fetcher, Job, JobKind, JobStore, Queues, RunTask, Webhook } from '../contract/index.ts';
import type { Settings } from '../contract/settings.ts';

type WebhookEvent = NonNullable<Webhook['events']>[number];
type WebhookTask = Extract<RunTask, { type: 'webhook' }>;

/** The fields of a message beside its type, ids and metadata. */
interface Message {
  success: boolean;
  data?: unknown[];
  error?: string;
}

const TIMEOUT_MS = 10_000;
/** Largest answer of a receiver, of which only the status is used. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Kinds of jobs as Firecrawl's messages name them, for example `batch_scrape.completed`. */
const TYPE_OF: Record<JobKind, string> = {
  scrape: 'scrape',
  batch: 'batch_scrape',
  crawl: 'crawl',
  map: 'map',
  search: 'search',
  extract: 'extract',
  agent: 'agent',
};

/** Queues a message if the webhook of the job subscribes to its event. Per job and event a `key` is queued once. */
export async function queueWebhook(
  queues: Queues,
  job: Pick<Job, 'id' | 'webhook'>,
  event: WebhookEvent,
  message: Message,
  key = 'job',
): Promise<void> {
  const { webhook } = job;
  if (!webhook || (webhook.events && !webhook.events.includes(event))) return;
  await queues.addRun({ type: 'webhook', job: job.id, event, data: message, key });
}

/** The id of a message. It is the same for each attempt to send it, so that a receiver can detect duplicates. */
const idOf = ({ job, event, key }: WebhookTask): string => {
  const hex = createHash('sha256').update(`${job}\n${event}\n${key}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Sends one message, signed if there is a secret. @throws if the receiver did not accept it; the queue then retries */
export async function sendWebhook(
  task: WebhookTask,
  { store, fetcher, settings }: { store: JobStore; fetcher: Fetcher; settings: Settings },
): Promise<void> {
  const job = await store.get(task.job);
  if (!job?.webhook) return;
  const { success, data = [], error } = task.data as Message;
  const type = `${TYPE_OF[job.kind]}.${task.event}`;
  const metadata = job.webhook.metadata ?? {};
  const body = JSON.stringify({
    success,
    type,
    webhookId: idOf(task),
    id: job.id,
    data,
    metadata,
    ...(error !== undefined && { error }),
  });
  const headers: Record<string, string> = { ...job.webhook.headers, 'content-type': 'application/json' };
  if (settings.webhookSecret) {
    headers['X-Firecrawl-Signature'] =
      `sha256=${createHmac('sha256', settings.webhookSecret).update(body).digest('hex')}`;
  }
  const { status } = await fetcher.post(job.webhook.url, body, {
    headers,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (status >= 300) throw new Error(`The webhook answered ${status}.`);
}
