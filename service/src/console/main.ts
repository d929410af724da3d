import { byId } from '../../../cli/src/playground/element.ts';
import { showJobs } from './job-list.ts';
import { JobView } from './job-view.ts';
import { setUpForm } from './request-form.ts';
import { AnswerError, ask, storedKey, storeKey } from './service-client.ts';
import type { Summary, WholeJob } from './types.ts';

/** Time between two requests of the job list (ms). */
const POLL_MS = 1_500;

const work = byId('work');
let view: JobView | undefined;

const form = setUpForm((id) => {
  void refreshJobs();
  if (id) choose(id);
});

const runAgain = ({ kind, request, webhook }: WholeJob): void =>
  form.open(kind, { ...(request as object), ...(webhook && { webhook }) });

const closeJob = (): void => {
  work.dataset.shows = 'jobs';
};

const choose = (id: string): void => {
  work.dataset.shows = 'job';
  if (view?.id === id) return;
  view?.end();
  view = new JobView(id, { runAgain, close: closeJob });
  void refreshJobs();
};

const showLogin = (message: string): void => {
  byId('login').hidden = false;
  work.hidden = true;
  byId('new').hidden = true;
  byId('refused').textContent = message;
  byId('connection').textContent = '';
  byId('key').focus();
};

const showWork = (jobs: Summary[]): void => {
  byId('login').hidden = true;
  work.hidden = false;
  byId('new').hidden = false;
  byId('forget').hidden = storedKey() === null;
  const running = jobs.filter(({ status }) => status === 'scraping').length;
  byId('connection').textContent = `${running} running, ${jobs.length} in all`;
  showJobs(jobs, view?.id, choose);
};

/** Loads and shows the job list. @returns whether to continue polling: false if an API key is needed */
const refreshJobs = async (): Promise<boolean> => {
  try {
    const { jobs } = await ask<{ jobs: Summary[] }>('GET', '/v2/jobs?limit=100');
    showWork(jobs);
    if (view?.isRunning) await view.update();
    return true;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 401) {
      showLogin(storedKey() === null ? '' : error.message);
      return false;
    }
    byId('connection').textContent = `The service does not answer: ${(error as Error).message}`;
    return true;
  }
};

let isPolling = false;

const keepLooking = async (): Promise<void> => {
  if (isPolling) return;
  isPolling = true;
  while (document.hidden || (await refreshJobs()))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  isPolling = false;
};

byId<HTMLFormElement>('login').addEventListener('submit', (event) => {
  event.preventDefault();
  storeKey(byId<HTMLInputElement>('key').value.trim());
  byId<HTMLInputElement>('key').value = '';
  void keepLooking();
});
byId('forget').addEventListener('click', () => {
  storeKey(null);
  view?.end();
  view = undefined;
  byId('job').replaceChildren();
  showLogin('');
});
byId('new').addEventListener('click', () => form.open());
work.dataset.shows = 'jobs';
void keepLooking();
