import { byId } from '../../../cli/src/playground/element.ts';
import { showJobs } from './job-list.ts';
import { JobView } from './job-view.ts';
import { setUpForm } from './request-form.ts';
import { AnswerError, ask, storedKey, storeKey } from './service-client.ts';
import type { Summary, WholeJob } from './types.ts';

/** Time between two looks at the jobs (ms). */
const LOOK_MS = 1_500;

const work = byId('work');
let view: JobView | undefined;

const form = setUpForm((id) => {
  void look();
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
  void look();
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

/** Looks at the jobs once. @returns whether there is a point in looking again */
const look = async (): Promise<boolean> => {
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

let isLooking = false;

const keepLooking = async (): Promise<void> => {
  if (isLooking) return;
  isLooking = true;
  while (document.hidden || (await look())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  isLooking = false;
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
