import type { Job, JobStore, Queues } from '../contract/index.ts';
import { queueWebhook } from './webhooks.ts';

/** Ends a job as failed and queues the message to its webhook. Does nothing if the job has ended already. */
export async function failJob(
  { store, queues }: { store: JobStore; queues: Queues },
  id: string,
  reason: Required<Pick<Job, 'error' | 'errorCode'>>,
): Promise<void> {
  const failed = await store.update(id, { status: 'failed', ...reason });
  if (failed) await queueWebhook(queues, failed, 'failed', { success: false, error: reason.error });
}
