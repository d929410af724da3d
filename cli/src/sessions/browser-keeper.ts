/**
 * The process that keeps a browser while session servers come and go: it holds the pipe that the browser is driven
 * through, and gives whoever connects to its socket a session of their own on it. A browser with a debugging port would
 * do without, but a port is open to every user of the machine.
 *
 * Started by `kept-browser.ts` with the browser's folder as argument. Messages on the socket are those of the pipe: JSON,
 * each ended by a zero byte. The first that a client gets is `{session}`; what it sends for the browser carries that id.
 * The message `close` ends the browser, and with it this process and the folder.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { KeeperPlan } from './kept-browser.ts';
import { splitMessages } from './split-messages.ts';

/** A browser that was told to end is killed after so long (ms), and its processes are waited for so long. */
const END_MS = 5_000;

/** So much of what the browser says of itself is told when it does not start. */
const LAST_WORDS = 4_000;

const [folder = ''] = process.argv.slice(2);
const {
  path,
  args,
  socket: address,
  keepMs,
}: KeeperPlan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'));

const browser = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
const [, , errors, toBrowser, fromBrowser] = browser.stdio as unknown as [
  null,
  null,
  NodeJS.ReadableStream,
  NodeJS.WritableStream,
  NodeJS.ReadableStream,
];

let lastWords = '';
errors.on('data', (chunk) => {
  lastWords = (lastWords + chunk).slice(-LAST_WORDS);
});

/** Tells the process that has started this one how it went: the rest of the words is why it did not. */
let report = (words: string): void => {
  report = () => undefined;
  process.stdout.write(words);
};
process.stdout.on('error', () => undefined);
toBrowser.on('error', () => undefined);
fromBrowser.on('error', () => undefined);

let isClosing = false;

/** Nothing of the browser is there any more. */
const end = (words: string): void => {
  report(words);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  client?.socket.destroy();
  process.exit();
};

browser.on('error', ({ message }) => end(message));
browser.on('exit', () => {
  // Where it ended by itself who works in it knows at once; where it was told to, once nothing is left.
  if (!isClosing) client?.socket.destroy();
  setTimeout(() => end('A process of the browser does not end.'), END_MS);
});
// Its processes write into its folder until they see that it is gone. Each holds what it says of itself.
browser.on('close', (code, signal) => end(`It ended with ${signal ?? code}. ${lastWords}`));

interface Client {
  socket: Socket;
  /** Its session on the browser. */
  session?: string;
}

let client: Client | undefined;
let asked = 0;
const waiting = new Map<number, (result: Record<string, unknown> | undefined) => void>();

const send = (message: Buffer | string): void => {
  toBrowser.write(message);
  toBrowser.write('\0');
};

const ask = (method: string, params?: object): Promise<Record<string, unknown> | undefined> =>
  new Promise((resolve) => {
    waiting.set(++asked, resolve);
    send(JSON.stringify({ id: asked, method, params }));
  });

/** Takes the answer to a question of this process; says whether it was one. */
const takeAnswer = (text: string): boolean => {
  const { id, sessionId, result } = JSON.parse(text);
  const resolve = sessionId === undefined ? waiting.get(id) : undefined;
  if (!resolve) return false;
  waiting.delete(id);
  resolve(result);
  return true;
};

fromBrowser.on(
  'data',
  splitMessages((message) => {
    // What is for a client is not read, unless an answer may be among it.
    if (waiting.size > 0 && takeAnswer(message.toString())) return;
    if (client?.session === undefined) return;
    client.socket.write(message);
    client.socket.write('\0');
  }),
);

const close = (): void => {
  isClosing = true;
  ask('Browser.close').catch(() => undefined);
  setTimeout(() => browser.kill('SIGKILL'), END_MS);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close);

let unused = setTimeout(close, keepMs);

const leave = (left: Client): void => {
  // With its session all ends that it had begun in pages: handlers, emulation, breaks.
  if (left.session !== undefined) void ask('Target.detachFromTarget', { sessionId: left.session });
  if (client !== left) return;
  client = undefined;
  unused = setTimeout(close, keepMs);
};

const server = createServer(async (socket) => {
  // Whoever comes last has it: the one before is a server that hangs.
  client?.socket.destroy();
  clearTimeout(unused);
  const mine: Client = { socket };
  client = mine;
  socket.on('error', () => undefined);
  socket.on('close', () => leave(mine));
  socket.on(
    'data',
    splitMessages((message) => (message.equals(Buffer.from('close')) ? close() : send(message))),
  );
  const attached = await ask('Target.attachToBrowserTarget');
  mine.session = String(attached?.sessionId);
  socket.write(`${JSON.stringify({ session: mine.session })}\0`);
});

const listen = async (): Promise<void> => {
  await ask('Browser.getVersion');
  const mask = process.umask(0o177);
  server.listen(address, () => {
    process.umask(mask);
    report('ready');
  });
};
listen().catch(({ message }: Error) => end(message));
