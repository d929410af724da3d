import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '../support/chromium.ts';

export const COMMAND = fileURLToPath(new URL('../../cli/dist/inpage.js', import.meta.url));

export interface Site {
  port: number;
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Requests so far: `host path`. */
  seen: string[];
  close(): Promise<void>;
}

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a site on this machine; each path is a document, or a function that answers. */
export const openSite = async (
  pages: Record<string, string | Answering>,
  host = '127.0.0.1',
): Promise<Site> => {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    seen.push(`${incoming.headers.host} ${path}`);
    const page = pages[path];
    if (typeof page === 'function') return page(incoming, response);
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      connection: 'close',
    });
    response.end(page ?? 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

export interface HttpAnswer {
  status: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they need.
  body: any;
}

/** A client of the HTTP API. */
export const httpClient =
  (address: string, token: string) =>
  (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const sent = request(
        `${address}${path}`,
        {
          method,
          agent: false,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const all = Buffer.concat(chunks).toString();
            const type = String(response.headers['content-type'] ?? '');
            resolve({
              status: response.statusCode ?? 0,
              type,
              body: /json/.test(type) ? JSON.parse(all) : all,
            });
          });
          response.on('error', reject);
        },
      );
      sent.on('error', (error) =>
        reject(new Error(`${method} ${path} ${text?.slice(0, 200)}: ${error.message}`)),
      );
      sent.end(text);
    });

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandLine {
  home: string;
  /** Runs a command with `input` as its standard input. */
  run(args: readonly string[], input?: string): Promise<Outcome>;
  /** Ends its server, with all sessions. */
  close(): Promise<void>;
}

/** The command with a state folder and a server of its own; `more` is added to its environment. */
export const openCommandLine = async (
  more: Record<string, string> = {},
  folder = tmpdir(),
): Promise<CommandLine> => {
  const home = mkdtempSync(join(folder, 'inpage-'));
  const env = { ...process.env, INPAGE_HOME: home, INPAGE_BROWSER: await chromiumPath(), ...more };
  const run: CommandLine['run'] = (args, input) =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [COMMAND, ...args],
        { env, cwd: home, maxBuffer: 50_000_000 },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
      child.stdin?.end(input ?? '');
    });
  return {
    home,
    run,
    async close() {
      await run(['close', '--all']);
      // A browser that is ending may still write files.
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
};

interface Process {
  pid: number;
  parent: number;
  state: string;
  command: string;
}

const processes = (): Process[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid ? [{ pid: Number(pid), parent: Number(parent), state, command }] : [];
    });

/** The descendants of a process. */
export const descendants = (pid: number): Process[] => {
  const all = processes();
  const found: Process[] = [];
  const queue = [pid];
  while (queue.length > 0) {
    const parent = queue.shift();
    for (const one of all.filter((child) => child.parent === parent)) {
      found.push(one);
      queue.push(one.pid);
    }
  }
  return found;
};

/** Whether a process exists and is no zombie. */
export const isThere = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** The session server of a command line, by its `server.json`. */
export const serverOf = ({ home }: CommandLine): { pid: number } =>
  JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'));

/** Waits until `look` returns a value. */
export const until = async <T>(
  look: () => T | Promise<T>,
  what: string,
  ms = 60_000,
): Promise<NonNullable<T>> => {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
