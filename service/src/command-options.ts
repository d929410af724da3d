import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from './contract/index.ts';
import { completeSettings, DEFAULT_SETTINGS } from './settings.ts';

const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number.');
  return value;
};

const amount = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('Give a number.');
  return value;
};

const collect = (text: string, before: string[] = []): string[] => [
  ...before,
  ...text.split(',').map((one) => one.trim()),
];

export { amount, count };

/** The parsed flags of the command. */
export interface Flags {
  data?: string;
  redis?: string;
  prefix?: string;
  browser?: string;
  concurrency?: number;
  browserConcurrency?: number;
  agentConcurrency?: number;
  domainConcurrency?: number;
  domainPerSecond?: number;
  allowPrivate?: string[];
  allowHost?: string[];
  modelUrl?: string;
  model?: string;
  modelKeyEnv?: string;
  modelCredits?: number;
  modelStream?: boolean;
  agentMay?: Settings['agentMay'];
  searchProvider?: 'searxng' | 'brave' | 'serper';
  searchUrl?: string;
  searchKeyEnv?: string;
  resultHours?: number;
  pageBytes?: number;
  userAgent?: string;
  logLevel?: string;
  keysFile?: string;
}

/** An option that can also be set by an environment variable: `--allow-host` by `INPAGE_ALLOW_HOST`. */
const option = (flags: string, description: string): Option => {
  const made = new Option(flags, description);
  return made.env(`INPAGE_${made.name().replaceAll('-', '_').toUpperCase()}`);
};

/** Adds the flags for the storage of jobs, API keys and the log. */
export const addStoreOptions = (command: Command): Command =>
  command
    .addOption(option('--data <folder>', 'folder of results and usage (default: ~/.inpage-service)'))
    .addOption(option('--redis <url>', 'share jobs with other processes: redis://host:6379'))
    .addOption(option('--prefix <text>', 'prefix of all keys in Redis (default: inpage)'))
    .addOption(option('--keys-file <file>', 'file of the API keys (default: keys.json in the data folder)'))
    .addOption(option('--log-level <level>', 'trace, debug, info, warn, error or silent').default('info'));

/** Adds the flags that api and worker both need: browsers, concurrency, allowed hosts, model and search provider. */
export const addWorkOptions = (command: Command): Command =>
  command
    .addOption(option('--browser <path or url>', 'browser to start, or the CDP address of a remote one'))
    .addOption(option('--concurrency <n>', 'pages at once in this process').argParser(count))
    .addOption(option('--browser-concurrency <n>', 'of them, in browsers').argParser(count))
    .addOption(option('--agent-concurrency <n>', 'agents at once in this process').argParser(count))
    .addOption(option('--domain-concurrency <n>', 'pages of one host at once; 0: no limit').argParser(count))
    .addOption(
      option('--domain-per-second <n>', 'pages of one host in a second; 0: no limit').argParser(amount),
    )
    .addOption(
      option('--allow-private <host>', 'address of the own network that may be opened').argParser(collect),
    )
    .addOption(option('--allow-host <host>', 'only these sites may be opened').argParser(collect))
    .addOption(option('--model-url <url>', 'OpenAI-compatible address of a model: https://host/v1'))
    .addOption(option('--model <name>', 'name of the model'))
    .addOption(
      option(
        '--model-key-env <name>',
        "environment variable with the model's key (default: INPAGE_MODEL_KEY)",
      ),
    )
    .addOption(
      option(
        '--model-stream',
        'asks the model for streams: for providers that give up what is silent for long',
      ),
    )
    .addOption(option('--model-credits <n>', 'credits for 1,000 tokens (default: 1)').argParser(amount))
    .addOption(
      option('--agent-may <what>', 'what agents may do with pages').choices(['read', 'fill', 'submit']),
    )
    .addOption(
      option('--search-provider <name>', 'where /v2/search asks').choices(['searxng', 'brave', 'serper']),
    )
    .addOption(option('--search-url <url>', 'address of the search provider'))
    .addOption(
      option(
        '--search-key-env <name>',
        "environment variable with the provider's key (default: INPAGE_SEARCH_KEY)",
      ),
    )
    .addOption(option('--result-hours <n>', 'how long results are kept (default: 24)').argParser(amount))
    .addOption(option('--page-bytes <n>', 'most bytes of one page').argParser(count))
    .addOption(option('--user-agent <text>', 'how the service names itself to sites'));

/**
 * A secret from the environment: from the variable `name`, which the flag gives, else from `defaultName`.
 *
 * @throws {Error} if the flag names a variable that is not set
 */
const secretOf = (name: string | undefined, flag: string, defaultName: string): string | undefined => {
  if (name === undefined) return process.env[defaultName];
  const value = process.env[name];
  if (!value) throw new Error(`${flag} names ${name}, which the environment does not have.`);
  return value;
};

const modelOf = ({
  modelUrl,
  model,
  modelKeyEnv,
  modelCredits = 1,
  modelStream = false,
}: Flags): Pick<Settings, 'model'> => {
  if (!modelUrl && !model) return {};
  if (!modelUrl || !model) throw new Error('A model needs both: --model-url and --model.');
  const key = secretOf(modelKeyEnv, '--model-key-env', 'INPAGE_MODEL_KEY');
  return {
    model: {
      baseUrl: modelUrl,
      name: model,
      creditsPer1000: modelCredits,
      stream: modelStream,
      ...(key && { key }),
    },
  };
};

const searchOf = ({ searchProvider, searchUrl, searchKeyEnv }: Flags): Pick<Settings, 'search'> => {
  if (!searchProvider) return {};
  const key = secretOf(searchKeyEnv, '--search-key-env', 'INPAGE_SEARCH_KEY');
  return { search: { provider: searchProvider, ...(searchUrl && { url: searchUrl }), ...(key && { key }) } };
};

const HOUR_MS = 3_600_000;

/** The settings of flags and environment. @throws {Error} naming the flag or variable that is missing */
export const settingsOf = (flags: Flags): Settings => {
  const { data, redis, prefix, browser, userAgent, agentMay, allowPrivate, allowHost } = flags;
  const { concurrency, browserConcurrency, agentConcurrency, domainConcurrency, domainPerSecond } = flags;
  const webhookSecret = process.env.INPAGE_WEBHOOK_SECRET;
  return completeSettings({
    ...(data && { dataFolder: data }),
    ...(redis && { redis }),
    ...(prefix && { prefix }),
    ...(browser && { browser }),
    ...(userAgent && { userAgent }),
    ...(agentMay && { agentMay }),
    ...(allowPrivate && { allowPrivate }),
    ...(allowHost && { allowHosts: allowHost }),
    ...(concurrency !== undefined && { concurrency }),
    ...(browserConcurrency !== undefined && { browserConcurrency }),
    ...(agentConcurrency !== undefined && { agentConcurrency }),
    ...(webhookSecret && { webhookSecret }),
    perDomain: {
      ...(domainConcurrency !== undefined && { concurrency: domainConcurrency }),
      ...(domainPerSecond !== undefined && { perSecond: domainPerSecond }),
    },
    limits: {
      ...(flags.resultHours !== undefined && { resultMs: flags.resultHours * HOUR_MS }),
      ...(flags.pageBytes !== undefined && { pageBytes: flags.pageBytes }),
    },
    ...modelOf(flags),
    ...searchOf(flags),
  });
};

/** Path of the file with the API keys. */
export const keyFileOf = ({ keysFile, data }: Flags): string =>
  keysFile ?? join(data ?? DEFAULT_SETTINGS.dataFolder, 'keys.json');

/** The list of API keys in `INPAGE_KEY_LIST`, as JSON: the value itself, or for `@path` the content of that file. */
export const keyTextOf = (environment: NodeJS.ProcessEnv = process.env): string | undefined => {
  const text = environment.INPAGE_KEY_LIST;
  return text?.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
};
