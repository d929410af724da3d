import type { ActionOk, ErrorCode } from '../contract.ts';
import { act } from './action/act.ts';
import type { Script } from './action/script.ts';
import { type Agent, type Failure, fail, isFailure } from './agent.ts';
import { allRoots } from './dom/all-elements.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';
import { domQuiet, QUIET, sleep } from './wait.ts';

/** Checks that may pass a little later, while a page is still moving. */
const MAY_PASS_LATER: ReadonlySet<ErrorCode> = new Set([
  'not_visible',
  'not_enabled',
  'not_editable',
  'element_blocked',
]);

/** Ms between attempts; the last one repeats. */
const RETRY_AFTER = [0, 20, 100, 100, 500];

/** Ms until the next attempt. */
export const pauseAfter = (attempt: number): number =>
  RETRY_AFTER[Math.min(attempt, RETRY_AFTER.length - 1)] as number;

export const mayPassLater = ({ error }: Failure): boolean => MAY_PASS_LATER.has(error.code);

const TIMEOUT_MS = 5000;

/** Plays a script with its pauses; between its steps the page's built-ins are its own. */
export const playInTasks = async <T>(agent: Agent, script: Script<T>): Promise<T> => {
  for (;;) {
    const step = agent.guard.run(() => script.next());
    if (step.done) return step.value;
    if (step.value === 'settled') {
      const roots = agent.guard.run(() => allRoots(document));
      await domQuiet(document, roots, QUIET);
    } else await sleep(step.value);
  }
};

export const timeoutOf = (payload: unknown): number | Failure => {
  const given = (payload as { timeoutMs?: unknown } | null | undefined)?.timeoutMs ?? TIMEOUT_MS;
  return typeof given === 'number' && given >= 0
    ? given
    : fail('invalid_argument', 'timeoutMs must be a number of milliseconds.', { argument: 'timeoutMs' });
};

/** What has changed since the last snapshot, in its own options; none where there was no snapshot. */
const changeSinceLast = (agent: Agent): Pick<ActionOk, 'snapshot'> => {
  const { revision, lastOptions } = agent.state;
  if (revision === 0) return {};
  const snapshot = agent.guard.run(() => takeSnapshot(agent, { ...lastOptions, since: revision }));
  return isFailure(snapshot) ? {} : { snapshot };
};

/** Acts once the element is ready: retries the checks until `timeoutMs` (default 5000). */
export const actWhenReady = async (
  agent: Agent,
  ref: unknown,
  kind: unknown,
  payload: unknown,
): Promise<ActionOk | Failure> => {
  const timeout = agent.guard.run(() => timeoutOf(payload));
  if (typeof timeout !== 'number') return timeout;
  const deadline = Date.now() + timeout;
  for (let attempt = 0; ; attempt++) {
    const outcome = await playInTasks(agent, act(agent, ref, kind, payload));
    if (!isFailure(outcome)) return outcome;
    const pause = pauseAfter(attempt);
    if (!mayPassLater(outcome) || Date.now() + pause >= deadline) return outcome;
    await sleep(pause);
  }
};

/**
 * Acts once the element is ready, lets the page have its turn after each event, waits until the DOM is quiet and
 * tells what has changed since the last snapshot.
 */
export const runAction = async (
  agent: Agent,
  ref: unknown,
  kind: unknown,
  payload: unknown,
): Promise<ActionOk | Failure> => {
  const outcome = await actWhenReady(agent, ref, kind, payload);
  return isFailure(outcome) ? outcome : { ...outcome, ...changeSinceLast(agent) };
};
