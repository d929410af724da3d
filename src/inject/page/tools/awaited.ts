import type { Script } from '../../action/script.ts';
import type { Agent } from '../../agent.ts';
import { wrongArgument } from '../../payload.ts';
import type { Failure } from '../../result.ts';
import { clearTimer, setTimer } from '../../timing/tasks.ts';

/** What something of the page came to; nothing of it: it has not, in time. */
export interface Awaited {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly isLate?: boolean;
}

/** Waits for a promise of the page's, or whatever it gives, with its own built-ins in place. */
export function* awaited(agent: Agent, ms: number, begin: () => unknown): Script<Awaited> {
  let came: Awaited | undefined;
  yield (resume) => {
    const settle = (outcome: Awaited): void => {
      if (came) return;
      came = outcome;
      clearTimer(timer);
      resume();
    };
    const timer = setTimer(() => settle({ isLate: true }), ms);
    agent.guard.page(() => {
      try {
        Promise.resolve(begin()).then(
          (value) => settle({ value }),
          (error) => settle({ error: error ?? 'nothing' }),
        );
      } catch (error) {
        settle({ error });
      }
    });
  };
  return came || { isLate: true };
}

/** What takes time can't be had at once. */
export const inTimeOnly = (kind: string): Failure =>
  wrongArgument('kind', `Call ${kind} through run or start.`);
