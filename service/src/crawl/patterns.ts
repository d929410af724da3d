import { createContext, Script } from 'node:vm';
import { ServiceError } from '../contract/index.ts';

/**
 * Longest time of matching one URL (ms). Patterns with nested repetitions may backtrack for years; all others take less
 * than a millisecond. It is wall-clock time, so a shorter limit would fail crawls on a busy machine.
 */
const TIMEOUT_MS = 2000;

const TEST = new Script('patterns.some((pattern) => pattern.test(text))');

/**
 * A function that tests whether any of the regular expressions of a request matches in a text. It runs them in a VM
 * context with a timeout, because a pattern that never ends would block the worker, which all tenants share.
 *
 * @throws {ServiceError} `bad_request` for an invalid regular expression; the function throws it if matching takes too long
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
