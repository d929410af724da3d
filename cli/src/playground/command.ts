import type { Command } from 'commander';
import { optionalNumber } from '../commands/command.ts';

/** Adds `inpage playground`. Its modules are loaded only when it runs. */
export const addPlaygroundCommand = (program: Command): Command =>
  program
    .command('playground')
    .helpGroup('Services:')
    .description('a page beside what a model sees of it, in your browser')
    .option('--port <port>', 'default: a free one')
    .action(async (given: { port?: string }) => {
      const [{ servePlayground }, { ensureServer }] = await Promise.all([
        import('./serve.ts'),
        import('../client/session-server.ts'),
      ]);
      const { server, url } = await servePlayground({
        port: optionalNumber(given.port, '--port') ?? 0,
        endpoint: ensureServer,
      });
      process.stdout.write(`The playground is at ${url} (end it with Ctrl+C)\n`);
      await new Promise((resolve) => server.once('close', resolve));
    });
