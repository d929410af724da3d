import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from '@fastify/websocket';
import { hasEnded, type Job, type JobStore } from '../contract/index.ts';
import { crawlStatus } from './job-answers.ts';
import { readDocuments, withDocuments } from './status-page.ts';

/** Time between two reads of a watched job (ms). */
const READ_MS = 500;

/** A client that reads nothing for this time is disconnected (ms). */
const MOST_IDLE_MS = 60_000;

const ALL = { skip: 0 };

/**
 * Sends the progress of a crawl or batch to a WebSocket in the messages that Firecrawl's clients expect: `catchup` with
 * the documents there are, `document` for each further page, at the end `done` or `error` (`catchup` if cancelled).
 */
export const watchJob = async (store: JobStore, started: Job, socket: WebSocket): Promise<void> => {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  socket.on('error', () => gone.abort());
  const { signal } = gone;
  // Waits until the client has taken the message, so that unsent messages do not pile up in memory.
  const send = async (text: string): Promise<void> => {
    if (signal.aborted) return;
    const idle = setTimeout(() => socket.terminate(), MOST_IDLE_MS);
    await new Promise<void>((taken) => socket.send(text, () => taken()));
    clearTimeout(idle);
  };
  const first = await readDocuments(store, started, ALL);
  const isComplete = first.next === undefined;
  // Clients close the connection at a status that means the end, so it is withheld while documents are still to be sent.
  const status = { ...crawlStatus(started), ...(!isComplete && { status: 'scraping' as const }) };
  await send(`{"type":"catchup","data":${withDocuments(status, first.documents)}}`);
  let sent = first.documents.length;
  let job: Job | undefined = started;
  while (!signal.aborted) {
    const isOver: boolean = !job || hasEnded(job);
    for (;;) {
      const { documents, next } = await readDocuments(store, started, { skip: sent });
      for (const document of documents) await send(`{"type":"document","data":${document}}`);
      sent += documents.length;
      if (next === undefined || signal.aborted) break;
    }
    if (isOver) break;
    await delay(READ_MS, undefined, { signal }).catch(() => undefined);
    job = await store.get(started.id);
  }
  if (signal.aborted) return;
  const ended = job ? crawlStatus(job) : undefined;
  if (ended?.status === 'completed')
    await send(JSON.stringify({ type: 'done', data: { ...ended, data: [] } }));
  else if (ended?.status === 'cancelled')
    await send(JSON.stringify({ type: 'catchup', data: { ...ended, data: [] } }));
  else await send(JSON.stringify({ type: 'error', error: job?.error ?? 'The job has failed.' }));
  socket.close(1000);
};
