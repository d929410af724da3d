import type { Answer } from './client/request.ts';
import { type Options, type Prepared, standardInput, UsageError } from './commands/command.ts';
import { buildProgram } from './program.ts';
import { ask, tell } from './run-command.ts';
import type { ExitCode } from './server/problems.ts';

/** The words of a line, as a shell splits them: spaces, single and double quotes, backslashes. */
export const splitWords = (line: string): string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string;
    if (sign === '\\' && quote !== "'" && at + 1 < line.length) word = (word ?? '') + line[++at];
    else if (quote !== '') {
      if (sign === quote) quote = '';
      else word = (word ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  if (quote !== '') throw new UsageError(`A quote is not closed: ${line}`);
  return word === undefined ? words : [...words, word];
};

const wordsOf = (line: string): string[] => {
  if (!line.startsWith('[')) return splitWords(line);
  const words: unknown = JSON.parse(line);
  if (Array.isArray(words) && words.every((one) => typeof one === 'string')) return words;
  throw new UsageError(`A command as JSON is a list of strings, not ${line.slice(0, 80)}.`);
};

/** The operation of a line, without running it. */
const prepared = async (line: string): Promise<Prepared> => {
  let found: Prepared | undefined;
  const words = wordsOf(line);
  const program = buildProgram(async (one) => {
    found = one;
  }, words[0]);
  await program.exitOverride().parseAsync(words, { from: 'user' });
  if (!found) throw new UsageError(`This is no command for a batch: ${line}`);
  return found;
};

/**
 * Runs several commands in one request: `lines`, else those of standard input (`#` begins a comment; a line may be a
 * JSON list of words). Returns the exit code of the first command that failed.
 */
export const runBatch = async (lines: readonly string[], options: Options): Promise<ExitCode> => {
  const given = lines.length > 0 ? lines : (await standardInput('commands')).split('\n');
  const commands = given.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const steps = await Promise.all(commands.map(prepared));
  if (steps.length === 0)
    throw new UsageError('Give commands: inpage batch "open example.com" "click text=More".');
  const isJson = options.json === true;
  const input = {
    steps: steps.map(({ operation, input }) => ({ operation, input })),
    bail: options.bail !== false,
  };
  const answer = await ask({ operation: 'batch', input }, options);
  const results = answer.results as Answer[] | undefined;
  if (!results) return tell(answer, { operation: 'batch', input }, isJson);
  let first: ExitCode = 0;
  const finished: Answer[] = [];
  for (const [at, result] of results.entries()) {
    const step = steps[at] as Prepared;
    if (isJson) finished.push(result.ok && step.finish ? await step.finish(result) : result);
    else {
      const exit = await tell(result, step, false);
      if (first === 0) first = exit;
    }
  }
  if (isJson) return tell({ ...answer, results: finished }, { operation: 'batch', input }, true);
  return first;
};
