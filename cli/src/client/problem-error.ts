import type { Problem } from '../server/problems.ts';

/** Ends a command with a problem, which is printed. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}
