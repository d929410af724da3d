import type { Job, JobStore, Queues } from '../contract/index.ts';
import { queueWebhook } from './webhooks.ts';

/** Ends a job that could not be done, and tells its webhook; once. */
export async function failJob(
  { store, queues }: { store: JobStore; queues: Queues },
  id: string,
  reason: Required<Pick<Job, 'error' | 'errorCode'>>,
): Promise<void> {
  const failed = await store.update(id, { status: 'failed', ...reason });
  if (failed) await queueWebhook(queues, failed, 'failed', { success: false, error: reason.error });
}
