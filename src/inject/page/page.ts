import type { PageOk } from '../../contract.ts';
import type { Script } from '../action/script.ts';
import { type Agent, metaOf } from '../agent.ts';
import type { VerbPart } from '../composition.ts';
import { unknownKind } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';

/** The fields that a kind adds to a result. */
export type Answer<Ok extends PageOk> = Omit<Ok, 'ok' | 'type' | 'meta' | 'kind'>;

export type Outcome = Answer<PageOk> | Failure;

/** The function of a kind. `inTime`: it may wait between its steps; otherwise it has to answer in this task. */
export type PageVerb = (agent: Agent, payload: unknown, inTime: boolean) => Outcome | Script<Outcome>;

/** The kinds that an injected file has, by name. */
export type PageKinds = Readonly<Record<string, PageVerb>>;

/** Runs scripts: at once, skipping their pauses, or in tasks, waiting for them. */
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

/** The outcome of a verb, after the steps of its script if it is one. */
export function* outcomeOf(begun: Outcome | Script<Outcome>): Script<Outcome> {
  return isScript(begun) ? yield* begun : begun;
}

/**
 * The verb `page`: reads or changes the page as a whole.
 *
 * @param player absent where no kind is a script
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
