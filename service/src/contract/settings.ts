/** How a service is set up. Flags and environment variables of the command give the same. */
export interface Settings {
  /** Where results are kept when there is no Redis. */
  dataFolder: string;
  /** `redis://...`: jobs are shared by all processes that use it. */
  redis?: string;
  /** Prefix of all keys in Redis. */
  prefix: string;
  /** Browser of a worker: a path, or the address of a remote one (CDP). Default: one that is found. */
  browser?: string;
  /** Pages that one worker works on at once. */
  concurrency: number;
  /** Of them, in browsers. */
  browserConcurrency: number;
  /** Agents of one worker at once. */
  agentConcurrency: number;
  /** For one host: at once, and per second; 0: no limit. */
  perDomain: { concurrency: number; perSecond: number };
  /** Exceptions from the guard of the own network: `host`, `host:port`, address or range. */
  allowPrivate: string[];
  /** Only these sites. */
  allowHosts?: string[];
  limits: {
    /** Bytes of one page, after decompression. */
    pageBytes: number;
    /** How long jobs and results are kept (ms). */
    resultMs: number;
    /** Longest job (ms). */
    jobMs: number;
    /** Steps of an agent. */
    agentSteps: number;
  };
  model?: ModelSettings;
  /** What an agent may do with pages at most. */
  agentMay: 'read' | 'fill' | 'submit';
  search?: { provider: 'searxng' | 'brave' | 'serper'; url?: string; key?: string };
  /** Signs webhooks (HMAC-SHA256). */
  webhookSecret?: string;
  userAgent: string;
}

/** An OpenAI-compatible address, or a provider of the AI SDK by its package's name. */
export interface ModelSettings {
  baseUrl: string;
  name: string;
  key?: string;
  /** Credits for 1,000 tokens. */
  creditsPer1000: number;
  /** Other names that a request's `model` may choose. Default: none. */
  otherNames?: string[];
  /** Most tokens of one answer. Default 8192. */
  maxOutputTokens?: number;
  /** Asks for answers as streams. Default false. */
  stream?: boolean;
  /** Most characters of pages in one prompt; what is longer is cut. Default 200000. */
  maxPromptChars?: number;
}
