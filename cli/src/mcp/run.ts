import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { SessionManager } from '../sessions/index.ts';
import type { McpHttpOptions, McpOptions } from './options.ts';
import { connectClient } from './server.ts';

export interface RunMcpOptions extends McpOptions {
  /** Streamable HTTP in place of stdio; `true`: with the default options. */
  http?: McpHttpOptions | true;
}

/** How long (ms) calls may still take after the end of stdin. */
const FINISH_MS = 30_000;

/** How long (ms) browsers may take to close before the process exits. */
const END_MS = 5_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for `work`, and for no longer than `ms`. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Resolves at a signal to end, or when stdout is closed. */
const whenStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
    // The reader of the answers has gone.
    process.stdout.once('error', () => resolve());
  });

/** Resolves after the end of stdin, once all running calls are answered or `FINISH_MS` have passed. */
const whenInputEnds = async (running: () => number): Promise<void> => {
  await new Promise<void>((resolve) => {
    process.stdin.once('end', () => resolve());
    process.stdin.once('close', () => resolve());
  });
  const deadline = Date.now() + FINISH_MS;
  do await pause(20);
  while (running() > 0 && Date.now() < deadline);
};

/**
 * Serves the Model Context Protocol until the client closes stdin or the process gets a signal; then all browsers are
 * closed. Nothing but the protocol goes to stdout.
 *
 * @throws {Error} where the server can't listen
 */
export const runMcp = async ({ http, ...options }: RunMcpOptions = {}): Promise<void> => {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const manager = options.manager ?? new SessionManager();
  const stopped = whenStopped();
  const end = async (close: () => Promise<void>): Promise<void> => {
    await atMost(
      END_MS,
      close().then(() => (options.manager ? undefined : manager.end())),
    );
  };
  if (http) {
    const { serveHttp } = await import('./http.ts');
    const server = await serveHttp(manager, options, http === true ? {} : http);
    log(`Model Context Protocol (streamable HTTP): ${server.url}`);
    if (server.token !== undefined) log(`Authorization: Bearer ${server.token}`);
    await stopped;
    await end(() => server.close());
    return;
  }
  // Each message that waits for a full pipe adds a listener.
  process.stdout.setMaxListeners(0);
  const connection = connectClient(
    // At the end of stdin the SDK would abort running calls: this stream does not end.
    new StdioServerTransport(process.stdin.pipe(new PassThrough(), { end: false })),
    manager,
    options.session ?? 'mcp',
    options,
  );
  await Promise.race([stopped, whenInputEnds(() => connection.running), connection.closed]);
  await end(() => connection.close());
};
