import type { JobStarted, JobState } from '../contract.ts';
import { type Agent, metaOf } from './agent.ts';
import { isString } from './dom/is-string.ts';
import { wrongArgument } from './payload.ts';
import { type Failure, fail } from './result.ts';
import type { Awaits, Job } from './state.ts';

/** The number of jobs above which finished ones that were never polled are deleted. */
const KEPT_JOBS = 50;

/**
 * Begins work as a job with a name that no other script can guess. Its result is kept in a map until it is polled, not
 * in a promise: a page can see what promises resolve to.
 */
export const startJob = (
  agent: Agent,
  begin: (done: (result: object) => void, awaits: Awaits) => void,
): JobStarted => {
  const { state } = agent;
  const job = `${state.document}.${++state.lastJob}-${agent.nonce()}`;
  const awaits: Awaits = {};
  const entry: Job = { awaits };
  state.jobs.set(job, entry);
  for (const old of state.jobs.keys()) {
    if (state.jobs.size <= KEPT_JOBS) break;
    if (state.jobs.get(old)?.result) state.jobs.delete(old);
  }
  begin(
    (result) =>
      agent.guard.run(() => {
        entry.result = result;
      }),
    awaits,
  );
  return { ok: true, type: 'start', meta: metaOf(agent), job };
};

/**
 * The state of a job; a result is returned once. Errors: `job_lost` (the document that ran it is gone), `invalid_argument`.
 *
 * @param sent the host has made the input that the job awaits, or gives it up (`cancel`)
 */
export const pollJob = (agent: Agent, job: unknown, sent?: unknown): JobState | Failure => {
  const { state } = agent;
  const entry = isString(job) ? state.jobs.get(job) : undefined;
  if (!isString(job) || (!entry && job.split('.')[0] === state.document)) {
    return wrongArgument('job', 'There is no such job, or its result was fetched. Start it again.');
  }
  if (!entry) {
    const message = 'The page was left while the job ran: nobody knows how it ended. Take a new snapshot.';
    return fail('job_lost', message, { cause: 'navigated' });
  }
  if (entry.result !== undefined) state.jobs.delete(job);
  return jobState(agent, job, entry, sent);
};

/** The state of a job, after `sent` (see {@link pollJob}) is applied to it. */
export const jobState = (
  agent: Agent,
  job: string,
  { awaits = {}, result }: Job,
  sent: unknown,
): JobState => {
  if (sent) delete awaits.point;
  awaits.isCancelled ||= sent === 'cancel';
  const done = result !== undefined;
  return {
    ok: true,
    type: 'poll',
    meta: metaOf(agent),
    job,
    done,
    ...(!done && awaits.point && { awaits: awaits.point }),
    ...(done && { result: result as NonNullable<JobState['result']> }),
  };
};
