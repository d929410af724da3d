import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `npm run bench                            everything on the project's own pages (about half an hour)
npm run bench -- --quick                 less of everything (about two minutes)

  --corpus <folder>    also the HTML files of a folder, without their scripts and without the network
  --page <name>        only this page; may be given again
  --only <part>        only this part: time, text, cli, interactive, names, delta, growth, memory, scripts;
                       may be given again
  --profile            where the time of a snapshot goes, and nothing else
  --json <file>        the results as JSON
  --write              writes bench/results/ (JSON, tables, charts) and the tables in README.md
  --record-sizes       records what the size gate of the tests compares with, and nothing else
  --help               this text`;

export const parts = ['time', 'text', 'cli', 'interactive', 'names', 'delta', 'growth', 'memory', 'scripts'];

/** What the command line asks for is wrong: one sentence, exit code 2. */
export class UsageError extends Error {}

/**
 * @typedef {{
 *   help: boolean, quick: boolean, profile: boolean, write: boolean, recordSizes: boolean,
 *   corpus: string | undefined, json: string | undefined, pages: string[], only: string[],
 * }} BenchOptions
 */

/** npm starts a command in the project's folder; a path is meant from where the person is. */
const path = (/** @type {string | undefined} */ given) =>
  given === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), given);

/** @returns {BenchOptions} */
export function readOptions(/** @type {string[]} */ args) {
  const { values } = parse(args);
  const only = values.only ?? [];
  const unknown = only.find((part) => !parts.includes(part));
  if (unknown) throw new UsageError(`--only knows ${parts.join(', ')}, and got "${unknown}".`);
  return {
    help: values.help === true,
    quick: values.quick === true,
    profile: values.profile === true,
    write: values.write === true,
    recordSizes: values['record-sizes'] === true,
    corpus: path(values.corpus),
    json: path(values.json),
    pages: values.page ?? [],
    only,
  };
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
