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

/** What a locator found and the page then drew anew is there again. `spelled`: what it was found by. */
export const mayPassLater = ({ error, isFinal }: Failure, spelled?: unknown): boolean =>
  !isFinal && (MAY_PASS_LATER.has(error.code) || (error.cause === 'detached' && !!readLocator(spelled)));

const TIMEOUT_MS = 5000;

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
  const goOn = (): void => {
    try {
      guard.run(() => {
        const step = script.next();
        if (step.done) done(step.value);
        else if (typeof step.value === 'function') step.value(goOn);
        // Only actions begin anything that would have to come to an end.
        else sleep(isString(step.value) ? 0 : step.value, goOn);
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
    : wrongArgument('timeoutMs', 'timeoutMs must be a number of milliseconds.');
};

/** What has changed since the last snapshot of all, in its own options; none where there was no snapshot. */
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
  if (typeof timeout !== 'number') return timeout;
  const deadline = Date.now() + timeout;
  for (let attempt = 0; ; attempt++) {
    const outcome = yield* act(attempt ? { ...agent, isRetry: true } : agent, ref, kind, payload, true);
    if (!isFailure(outcome)) return outcome;
    // It may be covered by what shows where the pointer was left, a tip or a menu: a person's is on its way by now.
    if (attempt === 0 && outcome.error.code === 'element_blocked') moveAway(agent);
    const pause = pauseAfter(attempt);
    if (!mayPassLater(outcome, ref) || Date.now() + pause >= deadline) return outcome;
    yield pause;
    if (agent.awaits?.isCancelled) return outcome;
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

/** What uses the page, wherever that is: what comes of it is waited for, as of an action. */
export const inItsTime = (verb: PageVerb): PageVerb =>
  function* (agent, payload, inTime): Script<Outcome> {
    const perform = (acting: Agent): Script<Outcome> => outcomeOf(verb(acting, payload, inTime));
    let leaves = false;
    const stop = hear(agent, window, 'beforeunload', (event) => {
      leaves = !event.defaultPrevented;
    });
    const outcome = yield* inTime ? watched(agent, deepActiveElement(), perform) : perform(agent);
    stop();
    if (leaves) yield LEAVES_MS;
    return outcome;
  };
