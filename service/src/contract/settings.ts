/** Settings of a service. The command sets most of them by flags and environment variables. */
export interface Settings {
  /** Folder of jobs, results, cache and usage when there is no Redis. */
  dataFolder: string;
  /** `redis://...`: all processes that use this Redis share the jobs. */
  redis?: string;
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Browser of a worker: the path of an executable, or the CDP URL of a remote one. Default: an installed one. */
  browser?: string;
  /** How many pages one worker processes at once. */
  concurrency: number;
  /** How many of them it loads in browsers at once; also how many browsers agents may use. */
  browserConcurrency: number;
  /** How many agents one worker runs at once. */
  agentConcurrency: number;
  /** Limits for the pages of one host: at once, and per second; 0: no limit. */
  perDomain: { concurrency: number; perSecond: number };
  /** Hosts of private networks that may be opened nevertheless: `host`, `host:port`, IP address or range. */
  allowPrivate: string[];
  /** The only sites that may be opened, with their subdomains. Default: all. */
  allowHosts?: string[];
  limits: {
    /** Most bytes of one page, after decompression. */
    pageBytes: number;
    /** How long a job and its results are kept after its end (ms). */
    resultMs: number;
    /** Longest duration of a job (ms). */
    jobMs: number;
    /** Most steps of an agent: each is one answer of the model. */
    agentSteps: number;
  };
  model?: ModelSettings;
  /** The highest permission that a request for an agent may ask for; also the default. */
  agentMay: 'read' | 'fill' | 'submit';
  search?: { provider: 'searxng' | 'brave' | 'serper'; url?: string; key?: string };
  /** Secret that webhook messages are signed with (HMAC-SHA256). */
  webhookSecret?: string;
  userAgent: string;
}

/** A model behind an OpenAI-compatible API. */
export interface ModelSettings {
  /** For example `https://host/v1`. */
  baseUrl: string;
  /** Name of the model at the provider. */
  name: string;
  /** API key of the provider. */
  key?: string;
  /** Credits that 1,000 tokens cost. */
  creditsPer1000: number;
  /** Names of other models that the `model` of an agent request may choose. Default: none. */
  otherNames?: string[];
  /** Most output tokens of one answer. Default 8192. */
  maxOutputTokens?: number;
  /** Whether answers are requested as streams, for providers that close silent connections. Default false. */
  stream?: boolean;
  /** Most characters of pages in one prompt; longer text is cut. Default 200000. */
  maxPromptChars?: number;
}
