import { createContext, Script } from 'node:vm';
import { ServiceError } from '../contract/index.ts';

/**
 * A pattern with nested repetitions may try for years; an address takes no other a millisecond. The clock goes on where a
 * busy machine gives the process no turn, so that less than seconds would end crawls for that (ms).
 */
const TIMEOUT_MS = 2000;

const TEST = new Script('patterns.some((pattern) => pattern.test(text))');

/**
 * Whether one of the regular expressions of a request is found in a text. They are run in a context of their own, which
 * can be stopped: a worker is shared by all tenants.
 * @throws {ServiceError} `bad_request` for what is no regular expression, or takes too long
 */
export function createMatcher(sources: string[]): (text: string) => boolean {
  if (sources.length === 0) return () => false;
  for (const source of sources) assertPattern(source);
  const sandbox = createContext({ text: '' });
  new Script(`patterns = ${JSON.stringify(sources)}.map((source) => new RegExp(source))`).runInContext(
    sandbox,
  );
  return (text) => {
    sandbox.text = text;
    try {
      return TEST.runInContext(sandbox, { timeout: TIMEOUT_MS }) === true;
    } catch {
      throw new ServiceError(
        'bad_request',
        `includePaths or excludePaths take too long for ${text.slice(0, 200)}: a repetition within a repetition, as in (a+)+, does. Write them without.`,
      );
    }
  };
}

function assertPattern(source: string): void {
  try {
    new RegExp(source);
  } catch (error) {
    throw new ServiceError(
      'bad_request',
      `"${source}" is no regular expression: ${(error as Error).message}. Correct includePaths or excludePaths.`,
    );
  }
}
