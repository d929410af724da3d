#!/usr/bin/env node
import { Command } from 'commander';
import {
  addStoreOptions,
  addWorkOptions,
  amount,
  count,
  type Flags,
  keyFileOf,
  keyTextOf,
  settingsOf,
} from './command-options.ts';
import { addKey, readKeys, removeKeys, type TenantLimits } from './safety/keys.ts';
import { createLog } from './safety/log.ts';
import type { Role } from './service.ts';
import { version } from './version.ts';

interface ListenFlags extends Flags {
  port?: number;
  host?: string;
  publicUrl?: string;
  trustProxy?: string;
}

/** Runs the service until SIGINT, SIGTERM or SIGHUP, which stop it in order; a second signal exits at once. */
const run = async (roles: readonly Role[], flags: ListenFlags): Promise<void> => {
  const { port, host, publicUrl, trustProxy, logLevel } = flags;
  const log = createLog(logLevel);
  const settings = settingsOf(flags);
  const needsRedis = roles.length === 1 && !settings.redis;
  if (needsRedis) throw new Error(`\`inpage-service ${roles[0]}\` shares jobs with others: give --redis.`);
  const metricsToken = process.env.INPAGE_METRICS_TOKEN;
  // Imported here because its dependencies take a second to load, and commands such as `keys` need none of them.
  const { startService } = await import('./service.ts');
  const service = await startService(settings, {
    roles,
    log,
    keyFile: keyFileOf(flags),
    keyText: keyTextOf(),
    metricsToken,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(trustProxy !== undefined && { trustProxy: trustProxy.split(',') }),
  });
  log.info({ address: service.address, roles }, 'started');
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      log.info({ signal }, 'ending');
      void service.stop().then(() => process.exit(0));
    });
};

const addListenOptions = (command: Command, port?: number): Command =>
  command
    .option(
      '--port <n>',
      port === undefined ? 'port of probes and metrics' : 'port to listen to',
      count,
      port,
    )
    .option('--host <address>', 'address to listen to; any but this machine needs API keys', '127.0.0.1');

const addApiOptions = (command: Command): Command =>
  command
    .option('--public-url <url>', 'how clients reach the service, for addresses in its answers')
    .option('--trust-proxy <addresses>', 'proxies whose x-forwarded-* headers are believed');

const DEFAULT_PORT = 3002;

const program = new Command('inpage-service')
  .description("Scrapes, crawls, maps and extracts web pages over HTTP, with Firecrawl's API v2.")
  .version(version)
  .enablePositionalOptions()
  .action((flags: ListenFlags) => run(['api', 'worker'], flags));
addApiOptions(addListenOptions(addWorkOptions(addStoreOptions(program)), DEFAULT_PORT));

const api = program
  .command('api')
  .description('take requests only; workers share the jobs by Redis')
  .action((flags: ListenFlags) => run(['api'], flags));
addApiOptions(addListenOptions(addWorkOptions(addStoreOptions(api)), DEFAULT_PORT));

const worker = program
  .command('worker')
  .description('work on jobs only; any number of them share the jobs by Redis')
  .action((flags: ListenFlags) => run(['worker'], flags));
addListenOptions(addWorkOptions(addStoreOptions(worker)));

const keys = program
  .command('keys')
  .description('API keys: each belongs to a tenant, whose jobs no other sees');

addStoreOptions(keys.command('add <tenant>'))
  .description('make a key; it is printed once')
  .option('--requests-per-minute <n>', 'requests that start work', amount)
  .option('--credits-per-day <n>', 'credits in a day (UTC)', amount)
  .option('--credits-per-month <n>', 'credits in a month (UTC)', amount)
  .option('--jobs <n>', 'jobs at once', count)
  .action((tenant: string, flags: Flags & TenantLimits & { jobs?: number }) => {
    const { requestsPerMinute, creditsPerDay, creditsPerMonth, jobs: concurrency } = flags;
    const limits = { requestsPerMinute, creditsPerDay, creditsPerMonth, concurrency };
    process.stdout.write(`${addKey(keyFileOf(flags), tenant, limits)}\n`);
  });

addStoreOptions(keys.command('list'))
  .description('tenants, limits and the start of the hash of each key')
  .action((flags: Flags) => {
    for (const { hash, tenant, ...rest } of readKeys(keyFileOf(flags)))
      process.stdout.write(`${hash.slice(0, 12)}  ${tenant}  ${JSON.stringify(rest)}\n`);
  });

addStoreOptions(keys.command('remove <tenant-or-hash>'))
  .description('remove the keys of a tenant, or the one with this start of its hash')
  .action((which: string, flags: Flags) => {
    const removed = removeKeys(keyFileOf(flags), which);
    process.stdout.write(`${removed} removed\n`);
    if (removed === 0) process.exitCode = 1;
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
