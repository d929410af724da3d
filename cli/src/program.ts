import { Command as Program } from 'commander';
import type { Command, Options, Prepared } from './commands/command.ts';
import { COMMAND_GROUPS } from './commands/index.ts';
import { version } from './version.ts';

/** Sends the operation of a command and prints the answer. */
export type Run = (prepared: Prepared, options: Options) => Promise<void>;

/** The subcommand of the given words, such as `tab new`; created if missing. */
const commandBelow = (program: Program, words: readonly string[]): Program =>
  words.reduce((parent, word) => {
    const known = parent.commands.find((one) => one.name() === word);
    return known ?? parent.command(word).helpCommand(false);
  }, program);

const add = (
  program: Program,
  group: string,
  { usage, summary, options = [], prepare }: Command,
  run: Run,
): void => {
  const parts = usage.split(' ');
  const words = parts.filter((part) => /^\w/.test(part));
  const command = commandBelow(program, words).description(summary);
  if (words.length === 1) command.helpGroup(`${group}:`);
  else program.commands.find((one) => one.name() === words[0])?.helpGroup(`${group}:`);
  for (const part of parts.slice(words.length)) command.argument(part);
  for (const [flags, description] of options) command.option(flags, description);
  command.action(async (...all: unknown[]) => {
    const given = all.slice(0, -2) as (string | string[] | undefined)[];
    const every = command.optsWithGlobals();
    await run(await prepare(given, every), every);
  });
};

/**
 * The command line with all commands that are one request; `serve`, `doctor` and `batch` are added by the caller.
 * `first`: the first word of the call. If a command begins with it, only those commands are built, so that the process
 * starts faster.
 */
export const buildProgram = (run: Run, first?: string): Program => {
  const program = new Program('inpage')
    .description('Reads and operates web pages: inpage open URL, then act by the refs that it prints.')
    .version(version, '-V, --version')
    .option(
      '--session <name>',
      'of several sessions (INPAGE_SESSION)',
      process.env.INPAGE_SESSION ?? 'default',
    )
    .option('--json', 'print the whole answer as JSON')
    .option('--server <url>', 'a server that `inpage serve` has started (INPAGE_SERVER)')
    .option('--token <token>', 'of that server (INPAGE_TOKEN)')
    .helpCommand(false)
    .showHelpAfterError('(inpage --help, or inpage COMMAND --help)')
    .showSuggestionAfterError();
  const isCalled = ({ usage }: Command): boolean => usage.split(' ')[0] === first;
  const isKnown = COMMAND_GROUPS.some(([, commands]) => commands.some(isCalled));
  for (const [group, commands] of COMMAND_GROUPS)
    for (const command of commands) if (!isKnown || isCalled(command)) add(program, group, command, run);
  return program;
};
