import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * Locks a data folder by listening to a Unix socket in it, which frees the folder however the process ends. If there can
 * be no such socket (path too long, Windows) the folder is not locked.
 *
 * @returns a function that releases the folder
 * @throws {Error} if another process uses the folder
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'in-use.sock');
  if (await isAnswered(path)) {
    throw new Error(
      `Another process works with ${folder}. Stop it, give this one another data folder, or let both use one Redis (--redis).`,
    );
  }
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.end());
  const isListening = await listen(server, path);
  server.unref();
  return () => new Promise((resolve) => (isListening ? server.close(() => resolve()) : resolve()));
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
}
