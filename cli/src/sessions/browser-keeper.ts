/**
 * The keeper process: it keeps a browser running while session servers start and stop. It owns the browser's debugging
 * pipe (`--remote-debugging-pipe`) and gives each client of its socket a CDP session of its own. With
 * `--remote-debugging-port` no such process would be needed, but every user of the machine can connect to a port.
 *
 * Started by `kept-browser.ts` with the browser's folder as argument. Messages on the socket are those of the pipe:
 * JSON, each ended by a zero byte. The first message to a client is `{session}`: the `sessionId` of what it sends to
 * the browser itself. The message `close` ends the browser, and with it this process and the folder.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { KeeperPlan } from './kept-browser.ts';
import { splitMessages } from './split-messages.ts';

/**
 * Time (ms) from the request to close until the browser is killed, and from its exit until its other processes are
 * given up.
 */
const END_MS = 5_000;

/** How many characters of the browser's stderr, from its end, are reported when it does not start. */
const LAST_WORDS = 4_000;

const [folder = ''] = process.argv.slice(2);
const {
  path,
  args,
  socket: address,
  keepMs,
}: KeeperPlan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));

const browser = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
const [, , stderr, toBrowser, fromBrowser] = browser.stdio as unknown as [
  null,
  null,
  NodeJS.ReadableStream,
  NodeJS.WritableStream,
  NodeJS.ReadableStream,
];

let lastWords = '';
stderr.on('data', (chunk) => {
  lastWords = (lastWords + chunk).slice(-LAST_WORDS);
});

/**
 * Writes the outcome of the start to stdout, once, for the process that started this one: `ready`, or why it failed.
 */
let report = (outcome: string): void => {
  report = () => undefined;
  process.stdout.write(outcome);
};
process.stdout.on('error', () => undefined);
toBrowser.on('error', () => undefined);
fromBrowser.on('error', () => undefined);

let isClosing = false;

/**
 * Ends this process after its browser: removes the folder and disconnects the client. `reason` is reported only before
 * `ready`.
 */
const end = (reason: string): void => {
  report(reason);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  client?.socket.destroy();
  process.exit();
};

browser.on('error', ({ message }) => end(message));
browser.on('exit', () => {
  // A client learns of a crash at once. After `close` its socket stays open until no process of the browser is left.
  if (!isClosing) client?.socket.destroy();
  setTimeout(() => end('A process of the browser does not end.'), END_MS);
});
// `close` comes after `exit`, when the last process with the browser's stderr has ended: until then they may write into
// the folder.
browser.on('close', (code, signal) => end(`It ended with ${signal ?? code}. ${lastWords}`));

interface Client {
  socket: Socket;
  /** Id of its CDP session on the browser; absent until the browser has answered. */
  session?: string;
}

let client: Client | undefined;
let lastId = 0;
const pending = new Map<number, (result: Record<string, unknown> | undefined) => void>();

const send = (message: Buffer | string): void => {
  toBrowser.write(message);
  toBrowser.write('\0');
};

const request = (method: string, params?: object): Promise<Record<string, unknown> | undefined> =>
  new Promise((resolve) => {
    pending.set(++lastId, resolve);
    send(JSON.stringify({ id: lastId, method, params }));
  });

/** Resolves the request of this process that a message answers; returns false for messages that are the client's. */
const takeAnswer = (text: string): boolean => {
  const { id, sessionId, result } = JSON.parse(text);
  const resolve = sessionId === undefined ? pending.get(id) : undefined;
  if (!resolve) return false;
  pending.delete(id);
  resolve(result);
  return true;
};

fromBrowser.on(
  'data',
  splitMessages((message) => {
    // Messages for the client are passed on unparsed, except while a request of this process is pending.
    if (pending.size > 0 && takeAnswer(message.toString())) return;
    if (client?.session === undefined) return;
    client.socket.write(message);
    client.socket.write('\0');
  }),
);

const close = (): void => {
  isClosing = true;
  request('Browser.close').catch(() => undefined);
  setTimeout(() => browser.kill('SIGKILL'), END_MS);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close);

let idleTimeout = setTimeout(close, keepMs);

const leave = (left: Client): void => {
  // Ending its CDP session also ends what it has set up in pages: request handlers, emulation, breakpoints.
  if (left.session !== undefined) void request('Target.detachFromTarget', { sessionId: left.session });
  if (client !== left) return;
  client = undefined;
  idleTimeout = setTimeout(close, keepMs);
};

const server = createServer(async (socket) => {
  // The newest client takes over: a browser has one server, so an older client is a server that hangs.
  client?.socket.destroy();
  clearTimeout(idleTimeout);
  const newest: Client = { socket };
  client = newest;
  socket.on('error', () => undefined);
  socket.on('close', () => leave(newest));
  socket.on(
    'data',
    splitMessages((message) => (message.equals(Buffer.from('close')) ? close() : send(message))),
  );
  const attached = await request('Target.attachToBrowserTarget');
  newest.session = String(attached?.sessionId);
  socket.write(`${JSON.stringify({ session: newest.session })}\0`);
});

const listen = async (): Promise<void> => {
  await request('Browser.getVersion');
  const mask = process.umask(0o177);
  server.listen(address, () => {
    process.umask(mask);
    report('ready');
  });
};
listen().catch(({ message }: Error) => end(message));
