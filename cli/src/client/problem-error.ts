import type { Problem } from '../server/problems.ts';

/** What a command ends with when something could not be done. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}
