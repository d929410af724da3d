import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('../clients/', import.meta.url));
const run = promisify(execFile);

/** A Node.js with the version that a client needs: the current one where it is new enough, else one from npm. */
const node22 = (): string => {
  const own = `${folder}js/node_modules/node-${process.platform}-${process.arch}/bin/node`;
  return Number(process.versions.node.split('.')[0]) >= 22 || !existsSync(own) ? process.execPath : own;
};

const CLIENTS = {
  python: { command: () => 'python3', script: 'python/run.py' },
  js: { command: node22, script: 'js/run.mjs' },
} as const;

export type Client = keyof typeof CLIENTS;

/** The results of a client by the names in its script. */
export const runClient = async (
  client: Client,
  args: [apiUrl: string, key: string, site: string, what: string],
): Promise<Record<string, unknown>> => {
  const { command, script } = CLIENTS[client];
  const { stdout } = await run(command(), [folder + script, ...args], {
    env: { ...process.env, PYTHONPATH: `${folder}python/.packages`, PYTHONDONTWRITEBYTECODE: '1' },
    maxBuffer: 500_000_000,
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return Object.fromEntries(lines.map(({ name, value }) => [name, value]));
};
