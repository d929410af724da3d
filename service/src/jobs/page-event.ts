import type { PageOutcome, PageTask } from '../contract/index.ts';

/** The event `page` or `error` for the outcome of a page, without its content. */
export function toPageEvent(task: PageTask, outcome: PageOutcome): { type: string; data: unknown } {
  const { key, url, depth } = task;
  if ('error' in outcome) {
    const { error, code } = outcome.error;
    return { type: 'error', data: { key, url, depth, error, code } };
  }
  const { title, statusCode, engine } = outcome.document.metadata;
  return { type: 'page', data: { key, url, depth, title, statusCode, engine, credits: outcome.credits } };
}
