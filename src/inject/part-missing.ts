import type { Agent } from './agent.ts';
import { type Failure, fail } from './result.ts';

/**
 * Why something that this file does not hold can't be done; nothing has been done.
 *
 * @param what that is
 * @param part what it belongs to
 */
export const partMissing = ({ parts }: Pick<Agent, 'parts'>, what: string, part: string): Failure => {
  const file = parts.fileOf(part);
  const words = `${what} is not in this file: evaluate ${file} in this page and try again.`;
  return fail('part_missing', words, { part, file });
};
