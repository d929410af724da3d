import type { Script } from '../../action/script.ts';
import type { Agent } from '../../agent.ts';
import { wrongArgument } from '../../payload.ts';
import type { Failure } from '../../result.ts';
import { clearTimer, setTimer } from '../../timing/tasks.ts';

/** The outcome of a promise of the page: its value, its error, or that it was not settled in time. */
export interface Awaited {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly isLate?: boolean;
}

/** Waits at most `ms` for a promise (or value) of the page, with the page's own built-ins in place. */
export function* awaited(agent: Agent, ms: number, begin: () => unknown): Script<Awaited> {
  let settled: Awaited | undefined;
  yield (resume) => {
    const settle = (outcome: Awaited): void => {
      if (settled) return;
      settled = outcome;
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
  return settled || { isLate: true };
}

/** The error of a kind that was called where it can't wait. */
export const inTimeOnly = (kind: string): Failure =>
  wrongArgument('kind', `Call ${kind} through run or start.`);
