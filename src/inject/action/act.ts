import type { ActionKind, ActionOk } from '../../contract.ts';
import { type Agent, type Failure, fail, isFailure, metaOf } from '../agent.ts';
import { lookUp } from '../snapshot/lookup.ts';
import { cut } from '../snapshot/text.ts';
import { click } from './click.ts';
import { fill } from './fill.ts';
import type { Script } from './script.ts';

/** What an action reports of itself; which ref and kind it was is added here. */
export type Outcome = Pick<ActionOk, 'effect' | 'verified' | 'point'> | Failure;

const KINDS: {
  readonly [K in ActionKind]?: (agent: Agent, el: Element, payload: unknown) => Script<Outcome>;
} = {
  click,
  fill,
};

const valid = Object.keys(KINDS);

/**
 * One attempt at one action. Everything is checked before the first pause, so that what is refused has done
 * nothing; from then on each pause is a place where `run` lets the page have its turn.
 */
export function* act(
  agent: Agent,
  spelled: unknown,
  kind: unknown,
  payload: unknown,
): Script<ActionOk | Failure> {
  const perform = valid.includes(kind as string) ? KINDS[kind as ActionKind] : undefined;
  if (!perform) {
    return fail(
      'unsupported_kind',
      `There is no action "${cut(String(kind), 40)}". Valid: ${valid.join(', ')}.`,
      {
        valid,
      },
    );
  }
  const found = lookUp(agent, spelled, payload);
  if (isFailure(found)) return found;
  const outcome = yield* perform(agent, found.element, payload);
  if (isFailure(outcome)) return outcome;
  return {
    ok: true,
    type: 'action',
    meta: metaOf(agent),
    ref: found.ref,
    kind: kind as ActionKind,
    ...outcome,
  };
}
