import { byId, el } from '../../../cli/src/playground/element.ts';
import { ask } from './service-client.ts';

/** By kind of job: the path of its route, and a sample request. */
const KINDS: Record<string, { path: string; sample: object }> = {
  scrape: {
    path: '/v2/scrape',
    sample: { url: 'https://example.com', formats: ['markdown', { type: 'screenshot' }] },
  },
  crawl: { path: '/v2/crawl', sample: { url: 'https://example.com', limit: 20 } },
  batch: { path: '/v2/batch/scrape', sample: { urls: ['https://example.com'] } },
  map: { path: '/v2/map', sample: { url: 'https://example.com' } },
  search: { path: '/v2/search', sample: { query: '', limit: 5 } },
  extract: { path: '/v2/extract', sample: { urls: ['https://example.com'], prompt: '' } },
  agent: { path: '/v2/agent', sample: { prompt: '', urls: [], maxCredits: 100 } },
};

/** The fields of an answer that hold the id of the job. */
interface Started {
  id?: string;
  scrape_id?: string;
}

/**
 * Sets up the form that starts a job.
 *
 * @param started is called when a job is started, with its id if the answer has it yet
 */
export const setUpForm = (started: (id: string | undefined) => void) => {
  const dialog = byId<HTMLDialogElement>('dialog');
  const kind = byId<HTMLSelectElement>('kind');
  const body = byId<HTMLTextAreaElement>('body');
  const problem = byId('problem');
  kind.append(...Object.keys(KINDS).map((name) => el('option', {}, name)));
  kind.addEventListener('change', () => {
    body.value = JSON.stringify(KINDS[kind.value]?.sample, null, 2);
  });
  byId('dismiss').addEventListener('click', () => dialog.close());
  byId<HTMLFormElement>('request').addEventListener('submit', (event) => {
    event.preventDefault();
    problem.textContent = '';
    try {
      // Only the syntax is checked here; the service validates the request.
      JSON.parse(body.value);
    } catch (error) {
      problem.textContent = `This is no JSON: ${(error as Error).message}`;
      return;
    }
    const answer = ask<Started>('POST', KINDS[kind.value]?.path ?? '', body.value);
    const isWaiting = ['scrape', 'map', 'search'].includes(kind.value);
    // These are answered only when their job has ended, so the list is refreshed while it runs.
    if (isWaiting) setTimeout(() => started(undefined), 300);
    answer.then(
      ({ id, scrape_id }) => {
        dialog.close();
        started(id ?? scrape_id);
      },
      (error: Error) => {
        problem.textContent = error.message;
        if (!dialog.open) dialog.showModal();
      },
    );
  });
  return {
    open(name = 'scrape', request: object | undefined = KINDS[name]?.sample): void {
      kind.value = name;
      body.value = JSON.stringify(request, null, 2);
      problem.textContent = '';
      dialog.showModal();
      body.focus();
    },
  };
};
