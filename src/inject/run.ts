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

export const mayPassLater = ({ error, isFinal }: Failure): boolean =>
  !isFinal && MAY_PASS_LATER.has(error.code);

const TIMEOUT_MS = 5000;

/** Timers that set others may do so for ever. */
const MOST_TURNS = 2;

/** Whatever a page still awaits then; its clock may stand still. */
const LATEST_MS = 3000;
const MOST_LOOKS = 40;

/** So long it is waited for the next page. */
const LEAVES_MS = 3000;

/**
 * Plays a script with its pauses; between its steps the page's built-ins are its own. No promises: a page that puts a
 * `then` on the prototype of all objects would be handed what they are resolved with.
 */
export const playInTasks = <T>(
  agent: Agent,
  script: Script<T>,
  done: (value: T) => void,
  crashed: (error: unknown) => void,
): void => {
  const { guard } = agent;
  const settle = (resume: () => void): void =>
    domQuiet(guard, document, () => allRoots(document), agent.touched ?? new Set(), QUIET, resume);
  /** Again after what the page has put off until then, and what its server answers: a list comes after both. */
  const settleAll = (): void => {
    const deadline = Date.now() + LATEST_MS;
    let looks = 0;
    const again = (): void => {
      const left = guard.run(() => {
        const timers = ++looks <= MOST_TURNS ? (agent.timers?.left() ?? 0) : 0;
        return timers || (agent.requests?.left() ?? 0);
      });
      if (left > 0 && looks < MOST_LOOKS && Date.now() < deadline) sleep(left, () => settle(again));
      else goOn();
    };
    settle(again);
  };
  const goOn = (): void => {
    try {
      guard.run(() => {
        const step = script.next();
        if (step.done) done(step.value);
        else if (step.value === 'settled') settleAll();
        else sleep(step.value, goOn);
      });
    } catch (error) {
      crashed(error);
    }
  };
  goOn();
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
  const snapshot = takeSnapshot(agent, { ...lastOptions, since: revision });
  return isFailure(snapshot) ? {} : { snapshot };
};

/** Acts once the element is ready: retries the checks until `timeoutMs` (default 5000). */
export function* actWhenReady(
  agent: Agent,
  ref: unknown,
  kind: unknown,
  payload: unknown,
): Script<ActionOk | Failure> {
  const timeout = timeoutOf(payload);
  if (typeof timeout !== 'number') return timeout;
  const deadline = Date.now() + timeout;
  for (let attempt = 0; ; attempt++) {
    const outcome = yield* act(agent, ref, kind, payload);
    if (!isFailure(outcome)) return outcome;
    const pause = pauseAfter(attempt);
    if (!mayPassLater(outcome) || Date.now() + pause >= deadline) return outcome;
    yield pause;
  }
}

/**
 * Acts once the element is ready, lets the page have its turn after each event, waits until the DOM is quiet and
 * tells what has changed since the last snapshot.
 */
export function* runAction(
  agent: Agent,
  ref: unknown,
  kind: unknown,
  payload: unknown,
): Script<ActionOk | Failure> {
  const outcome = yield* actWhenReady(agent, ref, kind, payload);
  // Until a slow server answers the page looks as if nothing had happened. It may stay: after a download, or by its own
  // wish.
  if (!isFailure(outcome) && outcome.effect.leaving) yield LEAVES_MS;
  return isFailure(outcome) ? outcome : { ...outcome, ...changeSinceLast(agent) };
}
