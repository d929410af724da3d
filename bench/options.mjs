import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `npm run bench                            everything on the project's own pages (about half an hour)
npm run bench -- --quick                 less of everything (about ten minutes)

  --corpus <folder>    also the HTML files of a folder, without their scripts and without the network
  --pages <number>     only so many pages of the folder, from all over it, and none of the project's own
  --page <name>        only this page; may be given again
  --only <part,...>    only these parts: reading, hints, extract, tokens, names, time, cold, text, cli, interactive,
                       delta, growth, memory, scripts, flows, rules
  --file <file>        the script to measure, as it was built; otherwise it is built from the sources
  --rules              what each rule changes and what it costs, and nothing else
  --profile            where the time of a snapshot goes, and nothing else
  --json <file>        the results as JSON
  --write              writes bench/results/ (JSON, tables, charts) and the tables in README.md
  --record-sizes       records what the size gate of the tests compares with, and nothing else
  --help               this text`;

export const parts = [
  'reading',
  'hints',
  'extract',
  'tokens',
  'names',
  'time',
  'cold',
  'text',
  'cli',
  'interactive',
  'delta',
  'growth',
  'memory',
  'scripts',
  'flows',
  'rules',
];

/** A mistake in the command line: its message is one sentence, and the exit code is 2. */
export class UsageError extends Error {}

/**
 * @typedef {{
 *   help: boolean, quick: boolean, profile: boolean, write: boolean, recordSizes: boolean,
 *   corpus: string | undefined, file: string | undefined, json: string | undefined, count: number | undefined,
 *   pages: string[], only: string[],
 * }} BenchOptions
 */

/**
 * A path relative to the folder in which npm was started (`INIT_CWD`), since npm runs a command in the project's
 * folder.
 */
const path = (/** @type {string | undefined} */ given) =>
  given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given);

/** @returns {BenchOptions} */
export function readOptions(/** @type {string[]} */ args) {
  const { values } = parse(args);
  const only = (values.only ?? []).flatMap((list) => list.split(','));
  if (values.rules) only.push('rules');
  const unknown = only.find((part) => !parts.includes(part));
  if (unknown) throw new UsageError(`--only knows ${parts.join(', ')}, and got "${unknown}".`);
  return {
    help: values.help === true,
    quick: values.quick === true,
    profile: values.profile === true,
    write: values.write === true,
    recordSizes: values['record-sizes'] === true,
    corpus: path(values.corpus),
    file: path(values.file),
    json: path(values.json),
    count: values.pages === undefined ? undefined : countOf(values.pages),
    pages: values.page ?? [],
    only,
  };
}

function countOf(/** @type {string} */ given) {
  const count = Number(given);
  if (!(Number.isInteger(count) && count > 0))
    throw new UsageError(`--pages takes a number, and got "${given}".`);
  return count;
}

function parse(/** @type {string[]} */ args) {
  try {
    return parseArgs({
      args,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        profile: { type: 'boolean' },
        write: { type: 'boolean' },
        'record-sizes': { type: 'boolean' },
        corpus: { type: 'string' },
        json: { type: 'string' },
        file: { type: 'string' },
        pages: { type: 'string' },
        rules: { type: 'boolean' },
        page: { type: 'string', multiple: true },
        only: { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}`.replace(/\. To specify .*/s, '.'),
    );
  }
}
