import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Longest path of a Unix socket that all systems allow: `sun_path` has 104 bytes on macOS, 108 on Linux. */
const LONGEST_SOCKET = 100;

/**
 * The address on which a process of this user listens: a socket in a folder that only they can enter, on Windows a
 * named pipe. A folder with too long a path is replaced by one for temporary files.
 */
export const socketIn = (folder: string): string => {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  if (process.platform === 'win32') return `\\\\.\\pipe\\inpage-${hash}`;
  const path = join(folder, 'server.sock');
  if (path.length <= LONGEST_SOCKET) return path;
  const short = join(tmpdir(), `inpage-${userInfo().uid}-${hash}`);
  mkdirSync(short, { recursive: true, mode: 0o700 });
  return join(short, 'server.sock');
};
