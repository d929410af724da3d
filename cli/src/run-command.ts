import { CommanderError } from 'commander';
import { ProblemError } from './client/problem-error.ts';
import { type Answer, sendOperation } from './client/request.ts';
import { operate } from './client/session-server.ts';
import { type Options, type Prepared, UsageError } from './commands/command.ts';
import { type ExitCode, exitCodeOf, type Problem } from './server/problems.ts';

const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => stream.write(text.endsWith('\n') ? text : `${text}\n`, () => resolve()));

/** What a person can do next, by problem code, where the message does not say so. */
const NEXT: Readonly<Record<string, string>> = {
  session_not_found: 'Next: inpage open URL',
  ref_not_found: 'Next: inpage snapshot',
  not_visible: 'Next: inpage snapshot, or inpage screenshot --annotate',
  element_blocked: 'Next: close what is in the way, then again',
  timeout: 'Next: inpage snapshot; or again, with a longer --timeout where the command has one',
  unauthorized: 'Next: --token TOKEN, as inpage serve has printed it',
};

const problemText = ({ code, message }: Problem): string => {
  const next = NEXT[code];
  return `Error ${code}: ${message}${next ? `\n${next}` : ''}`;
};

/** Prints a problem; returns the exit code. */
export const fail = async (
  problem: Problem,
  isJson: boolean,
  words = problemText(problem),
): Promise<ExitCode> => {
  if (isJson) await write(process.stdout, JSON.stringify({ ok: false, error: problem }));
  else await write(process.stderr, words);
  return exitCodeOf(problem.code);
};

/**
 * Sends an operation to the server that the options or `INPAGE_SERVER` name, else to the session server of this user.
 *
 * @throws {ProblemError} `server_unreachable`
 */
export const ask = (
  { operation, input }: Pick<Prepared, 'operation' | 'input'>,
  { session, server, token }: Options,
): Promise<Answer> => {
  const url = (server ?? process.env.INPAGE_SERVER) as string | undefined;
  if (url === undefined || url === '') return operate(operation, String(session), input);
  const endpoint = { url, token: String(token ?? process.env.INPAGE_TOKEN ?? '') };
  return sendOperation(endpoint, operation, String(session), input).catch((error) => {
    if (error instanceof ProblemError) throw error;
    const message = `No server answers at ${url}: ${(error as Error).message}. Start one: inpage serve.`;
    throw new ProblemError({ code: 'server_unreachable', message });
  });
};

/** Prints an answer; returns the exit code. */
export const tell = async (answer: Answer, prepared: Prepared, isJson: boolean): Promise<ExitCode> => {
  const finished = answer.ok && prepared.finish ? await prepared.finish(answer) : answer;
  if (!finished.ok) {
    const problem = finished.error ?? { code: 'internal_error', message: 'The server gave no reason.' };
    if (isJson) await write(process.stdout, JSON.stringify(finished));
    else {
      const next = NEXT[problem.code];
      const words = finished.text
        ? `${finished.text}${next && !/\n/.test(finished.text) ? `\n${next}` : ''}`
        : problemText(problem);
      await write(process.stderr, words);
    }
    return exitCodeOf(problem.code);
  }
  if (isJson) await write(process.stdout, JSON.stringify(finished));
  else if (finished.text !== undefined && finished.text !== '') await write(process.stdout, finished.text);
  else if (finished.text === undefined) await write(process.stdout, 'Done.');
  return prepared.exit?.(finished) ?? 0;
};

/** Prints whatever a command has thrown; returns the exit code. */
export const failed = async (thrown: unknown, isJson: boolean): Promise<ExitCode> => {
  // Commander has printed what was wrong with the arguments.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (thrown instanceof UsageError)
    return fail({ code: 'invalid_argument', message: thrown.message }, isJson);
  if (thrown instanceof ProblemError) return fail(thrown.problem, isJson);
  const { code, message, problem } = thrown as { code?: unknown; message?: string; problem?: Problem };
  if (problem) return fail(problem, isJson);
  const isOurs = typeof code === 'string' && /^[a-z]+(?:_[a-z]+)+$/.test(code);
  return fail({ code: isOurs ? code : 'internal_error', message: message ?? String(thrown) }, isJson);
};
