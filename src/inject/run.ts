import type { ActionOk, ErrorCode } from '../contract.ts';
import { act, watched } from './action/act.ts';
import { moveAway } from './action/pointer.ts';
import type { Script } from './action/script.ts';
import { hear } from './action/send.ts';
import type { Agent } from './agent.ts';
import { deepActiveElement } from './dom/hit-test.ts';
import { isString } from './dom/is-string.ts';
import { readLocator } from './element/locator.ts';
import { type Outcome, outcomeOf, type PageVerb } from './page/page.ts';
import { wrongArgument } from './payload.ts';
import { type Failure, isFailure } from './result.ts';
import { takeSnapshot } from './snapshot/snapshot.ts';
import { sleep } from './timing/tasks.ts';

/** Errors of checks that may pass a little later, while the page is still changing. */
const MAY_PASS_LATER: ReadonlySet<ErrorCode> = new Set([
  'not_visible',
  'not_enabled',
  'not_editable',
  'element_blocked',
]);

/** Pauses between attempts, ms; the last one repeats. */
const RETRY_AFTER = [0, 20, 100, 100, 500];

/** The pause before the next attempt, ms. */
export const pauseAfter = (attempt: number): number =>
  RETRY_AFTER[Math.min(attempt, RETRY_AFTER.length - 1)] as number;

/**
 * Whether an action may succeed at another attempt. `spelled`: the ref or locator. A locator finds an element again
 * that the page has redrawn.
 */
export const mayPassLater = ({ error, isFinal }: Failure, spelled?: unknown): boolean =>
  !isFinal && (MAY_PASS_LATER.has(error.code) || (error.cause === 'detached' && !!readLocator(spelled)));

/** How long an action is retried by default, ms. */
const TIMEOUT_MS = 5000;

/** The same for a field that takes no text: pages make it editable at the focus, or soon after it. */
const EDITABLE_MS = 1000;

/** How long the next document is awaited when the page navigates, ms. */
const NAVIGATION_MS = 3000;

/**
 * Runs a script with its pauses; between its steps the page has its own built-ins. No promises: a page that puts a
 * `then` on `Object.prototype` would get the values that they are resolved with.
 */
export const playInTasks = <T>(
  agent: Agent,
  script: Script<T>,
  done: (value: T) => void,
  crashed: (error: unknown) => void,
): void => {
  const { guard } = agent;
  const goOn = (): void => {
    try {
      guard.run(() => {
        const step = script.next();
        if (step.done) done(step.value);
        else if (typeof step.value === 'function') step.value(goOn);
        // A string step only matters within actions: here it is just a new task.
        else sleep(isString(step.value) ? 0 : step.value, goOn);
      });
    } catch (error) {
      crashed(error);
    }
  };
  goOn();
};

export const timeoutOf = (payload: unknown, byDefault = TIMEOUT_MS): number | Failure => {
  const given = (payload as { timeoutMs?: unknown } | null | undefined)?.timeoutMs ?? byDefault;
  return typeof given === 'number' && given >= 0
    ? given
    : wrongArgument('timeoutMs', 'timeoutMs must be a number of milliseconds.');
};

/** The changes since the last whole snapshot, with the options of that; empty where there was none. */
export const changeSinceLast = (agent: Agent): Pick<ActionOk, 'snapshot'> => {
  const { lastRevision, lastOptions } = agent.state;
  if (!lastRevision) return {};
  const snapshot = takeSnapshot(agent, { ...lastOptions, since: lastRevision });
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
  if (isFailure(timeout)) return timeout;
  const start = Date.now();
  for (let attempt = 0; ; attempt++) {
    const outcome = yield* act(attempt ? { ...agent, isRetry: true } : agent, ref, kind, payload, true);
    if (!isFailure(outcome)) return outcome;
    // A tooltip or menu at the last position of the pointer may cover the element: a person would have moved it away by now.
    if (attempt === 0 && outcome.error.code === 'element_blocked') moveAway(agent);
    const pause = pauseAfter(attempt);
    const limit = timeoutOf(payload, outcome.error.code === 'not_editable' ? EDITABLE_MS : TIMEOUT_MS);
    if (!mayPassLater(outcome, ref) || Date.now() + pause - start >= (limit as number)) return outcome;
    yield pause;
    if (agent.awaits?.isCancelled) return outcome;
  }
}

/**
 * Acts once the element is ready, with a task for each event, waits until the page has settled and adds what has
 * changed since the last snapshot.
 */
export function* runAction(
  agent: Agent,
  ref: unknown,
  kind: unknown,
  payload: unknown,
): Script<ActionOk | Failure> {
  const outcome = yield* actWhenReady(agent, ref, kind, payload);
  // The old page stays until a slow server answers. It may stay for good: after a download, or if it prevents leaving.
  if (!isFailure(outcome) && outcome.effect.leaving) yield NAVIGATION_MS;
  return isFailure(outcome) ? outcome : { ...outcome, ...changeSinceLast(agent) };
}

/** A kind of `page` that sends input: the page is settled after it, as after an action, and a navigation is awaited. */
export const withSettling = (verb: PageVerb): PageVerb =>
  function* (agent, payload, inTime): Script<Outcome> {
    const perform = (acting: Agent): Script<Outcome> => outcomeOf(verb(acting, payload, inTime));
    let leaves = false;
    const stop = hear(agent, window, 'beforeunload', (event) => {
      leaves = !event.defaultPrevented;
    });
    const outcome = yield* inTime ? watched(agent, deepActiveElement(), perform) : perform(agent);
    stop();
    if (leaves) yield NAVIGATION_MS;
    return outcome;
  };
