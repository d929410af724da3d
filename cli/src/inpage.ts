#!/usr/bin/env node
import { UsageError } from './commands/command.ts';
import { addMcpCommand } from './mcp/command.ts';
import { addPlaygroundCommand } from './playground/command.ts';
import { buildProgram } from './program.ts';
import { ask, failed, tell } from './run-command.ts';
import { addServices } from './services.ts';

const NO_COMMAND = 'Give a command, such as: inpage open example.com. All of them: inpage --help';

const isJson = process.argv.includes('--json');

const program = buildProgram(async (prepared, options) => {
  process.exitCode = await tell(await ask(prepared, options), prepared, options.json === true);
}, process.argv[2]);

program
  .command('batch [commands...]')
  .helpGroup('Sessions:')
  .description('several commands in one request; without any, the lines of standard input')
  .option('--no-bail', 'go on after one that fails')
  .action(async (commands: string[], _, command) => {
    const { runBatch } = await import('./batch.ts');
    process.exitCode = await runBatch(commands, command.optsWithGlobals());
  });

program
  .command('completion <shell>')
  .helpGroup('Services:')
  .description('print the completion script of bash, zsh, fish or powershell')
  .action(async (shell: string) => {
    const { completionScript } = await import('./completion.ts');
    process.stdout.write(completionScript(shell, program));
  });

addServices(program);
addPlaygroundCommand(program);
addMcpCommand(program);

// Wrong arguments end with exit code 2, and are reported as JSON with --json.
const quiet = { writeErr: (text: string) => (isJson ? undefined : process.stderr.write(text)) };
const override = (command: typeof program): void => {
  command.exitOverride().configureOutput(quiet);
  for (const one of command.commands) override(one);
};
override(program);

try {
  if (process.argv.length <= 2) throw new UsageError(NO_COMMAND);
  await program.parseAsync();
} catch (thrown) {
  const { code, message } = thrown as { code?: string; message?: string };
  const isUsage =
    isJson &&
    typeof code === 'string' &&
    code.startsWith('commander.') &&
    !/helpDisplayed|version/.test(code);
  process.exitCode = await failed(
    isUsage
      ? new UsageError(code === 'commander.help' ? NO_COMMAND : String(message).replace(/^error: /, ''))
      : thrown,
    isJson,
  );
}
