import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Job } from '../contract/index.ts';
import type { Api } from './context.ts';

/** Time between two comments that keep an idle connection open through proxies (ms). */
const HEARTBEAT_MS = 15_000;

/** Id of the last event that a client has seen: from the header `Last-Event-ID`, or from the query; 0: none. */
export const lastEventId = ({ headers, query }: FastifyRequest): number => {
  const { lastEventId: inQuery } = (query ?? {}) as { lastEventId?: string };
  const id = Number(headers['last-event-id'] ?? inQuery ?? 0);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
};

/**
 * Sends the events of a job as server-sent events until the job has ended, then `end` with the status of the job. A
 * client whose connection is lost, or whose service stops, reconnects with `Last-Event-ID`.
 *
 * @param after id of the event after which the stream begins; 0: from the first
 */
export const streamEvents = async (
  { backend: { store }, closing }: Pick<Api, 'backend' | 'closing'>,
  job: Job,
  after: number,
  reply: FastifyReply,
  statusOf: (job: Job) => object,
): Promise<void> => {
  reply.hijack();
  const { raw } = reply;
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  raw.on('error', () => gone.abort());
  const signal = closing ? AbortSignal.any([gone.signal, closing]) : gone.signal;
  const send = async (text: string): Promise<void> => {
    if (!raw.write(text)) await once(raw, 'drain', { signal });
  };
  const timer = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
  try {
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-job-id': job.id,
    });
    await send(`event: job\ndata: ${JSON.stringify({ success: true, id: job.id })}\n\n`);
    for await (const { id, type, time, data } of store.events(job.id, after, signal))
      await send(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, time, data })}\n\n`);
    const ended = await store.get(job.id);
    if (ended && !signal.aborted) await send(`event: end\ndata: ${JSON.stringify(statusOf(ended))}\n\n`);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(timer);
    raw.end();
  }
};
