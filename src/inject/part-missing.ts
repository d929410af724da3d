import type { Agent } from './agent.ts';
import { type Failure, fail } from './result.ts';

/**
 * The failure of a call that needs a part which is not in this file; nothing has been done.
 *
 * @param what the call, in words
 * @param part the missing part
 */
export const partMissing = ({ parts }: Pick<Agent, 'parts'>, what: string, part: string): Failure => {
  const file = parts.fileOf(part);
  const words = `${what} is not in this file: evaluate ${file} in this page and try again.`;
  return fail('part_missing', words, { part, file });
};
