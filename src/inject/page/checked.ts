import type { Agent } from '../agent.ts';
import { readPayload, type Spec } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';

/** Makes the function of a kind of `page`: it validates the payload against the spec, then calls `verb`. */
export const checked =
  <Payload, Done>(
    kind: string,
    takes: Spec,
    verb: (agent: Agent, payload: Payload, inTime: boolean) => Done,
  ): ((agent: Agent, given: unknown, inTime?: boolean) => Done | Failure) =>
  (agent, given, inTime = false) => {
    const payload = readPayload<Payload>(kind, given, takes);
    return isFailure(payload) ? payload : verb(agent, payload, inTime);
  };
