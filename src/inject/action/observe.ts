import { fail, isFailure } from '../agent.ts';
import { readPayload } from '../payload.ts';
import { gesture } from './gesture.ts';
import { type Action, checkReady } from './outcome.ts';

/** How often it is looked whether the host has done it (ms). */
const LOOK_MS = 10;

/** A host that is gone does not hold the element for ever. */
const LATEST_MS = 30_000;

/**
 * What a host does with the browser's own mouse and keys: checked and aimed at as any press, its point told by `poll`
 * (`awaits`), then waited for until the host says that it is sent, and observed. Only with `start`.
 */
export const observe: Action = function* (agent, el, payload) {
  const given = readPayload('observe', payload, {});
  if (isFailure(given)) return given;
  const { awaits } = agent;
  if (!awaits) {
    const message = 'observe waits for a host that says what it has sent: begin it with start, and poll it.';
    return fail('unsupported_kind', message);
  }
  return yield* gesture(agent, el, checkReady, function* ({ point }) {
    if (point) awaits.point = point;
    for (let waited = 0; awaits.point && waited < LATEST_MS; waited += LOOK_MS) yield LOOK_MS;
    delete awaits.point;
    return false;
  });
};
