import { type Failure, fail } from './agent.ts';

/**
 * Why something that this file does not hold can't be done.
 *
 * @param what a verb or a kind
 * @param part what it belongs to
 * @param file that holds it, below `dist/`
 */
export const partMissing = (what: string, part: string, file: string): Failure =>
  fail('part_missing', `${what} is not in this file: evaluate ${file} in this page and try again.`, {
    part,
    file,
  });
