import type { Command as Program } from 'commander';
import { number, optionalNumber, UsageError } from './commands/command.ts';
import { sessionSettings } from './commands/navigation.ts';
import { reasonOf } from './sessions/session-error.ts';

type Options = Record<string, unknown>;

const list = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? (value as string[]) : undefined;

const minutes = (value: unknown, name: string): number | undefined => {
  const given = optionalNumber(value, name);
  return given === undefined ? undefined : given * 60_000;
};

const limitsOf = (options: Options): Record<string, number> =>
  Object.fromEntries(
    Object.entries({
      maxSessions: optionalNumber(options.maxSessions, '--max-sessions'),
      idleMs: minutes(options.idle, '--idle'),
      maxAgeMs: minutes(options.maxAge, '--max-age'),
      callMs: optionalNumber(options.maxCall, '--max-call'),
      maxBytes: optionalNumber(options.maxBytes, '--max-bytes'),
    }).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );

const serve = async (options: Options): Promise<void> => {
  const { runHttpServer } = await import('./server/run-server.ts');
  const token = (options.token ?? process.env.INPAGE_TOKEN) as string | undefined;
  if (token !== undefined && token.length < 16) throw new UsageError('A token has at least 16 characters.');
  const allowHosts = list(options.allowHost);
  const allowPrivate = list(options.allowPrivate);
  const server = await runHttpServer({
    port: number(options.port, '--port'),
    host: String(options.host),
    ...(token !== undefined && { token }),
    ...(allowHosts && { allowHosts }),
    ...(allowPrivate && { allowPrivate }),
    unguarded: options.unguarded === true,
    evaluation: options.allowEval === true,
    local: options.local === true,
    defaults: sessionSettings(options) ?? {},
    limits: limitsOf(options),
  });
  if (options.json === true)
    process.stdout.write(`${JSON.stringify({ ok: true, url: server.address, token: server.token })}\n`);
  else {
    const shown = token === undefined ? `\nToken: ${server.token}` : '';
    process.stdout.write(`Listening at ${server.address} (${server.address}/openapi.json)${shown}\n`);
  }
  await server.ended;
};

/** The hidden command `session-server`, which another command starts in the background. */
const runInBackground = async (): Promise<void> => {
  const { runSocketServer } = await import('./server/run-server.ts');
  // A log that can't be written (the disk is full) ends no session.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const idle = Number(process.env.INPAGE_IDLE_MINUTES);
  const options =
    Number.isFinite(idle) && process.env.INPAGE_IDLE_MINUTES ? { limits: { idleMs: idle * 60_000 } } : {};
  try {
    await (await runSocketServer(options)).ended;
  } catch (error) {
    // Another command was faster: its server serves both.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return;
    console.error(reasonOf(error));
    // Exits without closing sessions: the next server can resume those that were restored here.
    process.exit(1);
  }
};

/** Adds the commands that are more than one request: the servers, and `doctor`. */
export const addServices = (program: Program): void => {
  program
    .command('serve')
    .helpGroup('Services:')
    .description('the same over HTTP, guarded, with an OpenAPI document at /openapi.json')
    .option('--port <port>', '', '4777')
    .option('--host <address>', 'to listen at', '127.0.0.1')
    .option('--allow-host <host...>', 'the only sites that pages may be opened on, and may load from')
    .option('--allow-private <host...>', 'of the own network: host, host:port, address or range')
    .option('--unguarded', 'let pages reach the own network')
    .option('--allow-eval', 'let clients evaluate code in pages')
    .option('--local', 'let clients choose browsers, profiles by path, flags, proxies, and end the server')
    .option('--browser <path>', '')
    .option('--headed', '')
    .option('--max-sessions <n>', 'default 20')
    .option('--idle <minutes>', 'close sessions that nobody uses (default 30)')
    .option('--max-age <minutes>', 'close sessions after so long')
    .option('--max-call <ms>', 'longest call (default 120000)')
    .option('--max-bytes <n>', 'largest answer (default 50000000)')
    .action((_, command) => serve(command.optsWithGlobals()));
  program
    .command('doctor')
    .helpGroup('Services:')
    .description('look at the browser, the server and the folders, and say what is wrong')
    .option('--browser <path>', '')
    .action(async (_, command) => {
      const { examine } = await import('./doctor.ts');
      const { browser, json } = command.optsWithGlobals();
      const findings = await examine(browser);
      const isWell = findings.every(({ ok }) => ok);
      const lines = findings.map(({ what, ok, text }) => `${ok ? 'ok  ' : 'BAD '} ${what}: ${text}`);
      process.stdout.write(json ? `${JSON.stringify({ ok: isWell, findings })}\n` : `${lines.join('\n')}\n`);
      process.exitCode = isWell ? 0 : 3;
    });
  program.command('session-server', { hidden: true }).action(runInBackground);
};
