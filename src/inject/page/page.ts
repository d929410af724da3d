import type { PageOk } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { type Agent, metaOf } from '../agent.ts';
import type { VerbPart } from '../composition.ts';
import { unknownKind } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';

/** What a kind adds to a result. */
export type Answer<Ok extends PageOk> = Omit<Ok, 'ok' | 'type' | 'meta' | 'kind'>;

export type Outcome = Answer<PageOk> | Failure;

/** `inTime`: its pauses take their time; otherwise it has one task and must answer at once. */
export type PageVerb = (agent: Agent, payload: unknown, inTime: boolean) => Outcome | Script<Outcome>;

/** What a file can be asked of or do to the page. */
export type PageKinds = Readonly<Record<string, PageVerb>>;

/** How the pauses of what takes time are passed: over, or by waiting. */
export interface Player {
  playAtOnce<T>(script: Script<T>): T;
  playInTasks<T>(
    agent: Agent,
    script: Script<T>,
    done: (value: T) => void,
    crashed: (error: unknown) => void,
  ): void;
}

const isScript = (outcome: Outcome | Script<Outcome>): outcome is Script<Outcome> =>
  typeof (outcome as Script<Outcome>).next === 'function';

/** What it comes to, at once or in its time. */
export function* outcomeOf(begun: Outcome | Script<Outcome>): Script<Outcome> {
  return isScript(begun) ? yield* begun : begun;
}

/**
 * Asks something of the page as a whole, or does something to it.
 *
 * @param player absent where no kind takes time
 */
export const createPage = (kinds: PageKinds, player?: Player): VerbPart => {
  const names = Object.keys(kinds);
  const begin = (agent: Agent, kind: unknown, payload: unknown, inTime: boolean) => {
    const verb = names.includes(kind as string) ? kinds[kind as string] : undefined;
    if (verb) return verb(agent, payload, inTime);
    return unknownKind('page verb', kind, names);
  };
  const toResult = (agent: Agent, kind: unknown, outcome: Outcome): PageOk | Failure =>
    isFailure(outcome)
      ? outcome
      : ({ ok: true, type: 'page', meta: metaOf(agent), kind, ...outcome } as PageOk);
  const now: VerbPart['now'] = (agent, [kind, payload]) => {
    const begun = begin(agent, kind, payload, false);
    return toResult(agent, kind, player && isScript(begun) ? player.playAtOnce(begun) : (begun as Outcome));
  };
  function* inSteps(agent: Agent, kind: unknown, payload: unknown): Script<PageOk | Failure> {
    const begun = begin(agent, kind, payload, true);
    return toResult(agent, kind, yield* outcomeOf(begun));
  }
  if (!player) return { now };
  return {
    now,
    later: (agent, [kind, payload], done, crashed) =>
      player.playInTasks(agent, inSteps(agent, kind, payload), done, crashed),
  };
};
