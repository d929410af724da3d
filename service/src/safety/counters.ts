import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Redis } from 'ioredis';

/** A counter with its upper bound. */
export interface Bound {
  key: string;
  /** Largest value that the counter may reach. */
  most: number;
  /** When the counter expires (ms since 1970). */
  until: number;
}

/** Counters and short texts: in Redis, shared by all processes of a service, or in this process and a file. */
export interface Counters {
  /** Adds an amount to all counters. @returns false, and adds nothing, if one would exceed its bound */
  add(bounds: readonly Bound[], amount: number): Promise<boolean>;
  get(key: string): Promise<number>;
  /** Stores a text unless the key has one. @returns the text that the key has already; undefined if it was stored */
  claim(key: string, text: string, keepMs: number): Promise<string | undefined>;
  /** Replaces the text of a key, or removes it if `text` is undefined. */
  put(key: string, text: string | undefined, keepMs: number): Promise<void>;
  /** The connection for rate limiters; absent: rates are counted in this process alone. */
  readonly redis?: Redis;
  close(): Promise<void>;
}

/** How long a change of counters may stay unsaved (ms). */
const SAVE_MS = 1_000;

/** Counters in this process, which are saved in a file; texts are not saved. */
export class LocalCounters implements Counters {
  readonly #file: string | undefined;
  readonly #numbers = new Map<string, { value: number; until: number }>();
  readonly #texts = new Map<string, { text: string; until: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(file?: string) {
    this.#file = file;
    if (!file || !existsSync(file)) return;
    const saved = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { value: number; until: number }>;
    this.#numbers = new Map(Object.entries(saved));
  }

  async add(bounds: readonly Bound[], amount: number): Promise<boolean> {
    const values = bounds.map(({ key }) => this.#current(key));
    if (amount > 0 && bounds.some(({ most }, at) => (values[at] ?? 0) + amount > most)) return false;
    for (const [at, { key, until }] of bounds.entries())
      this.#numbers.set(key, { value: Math.max(0, (values[at] ?? 0) + amount), until });
    this.#saveSoon();
    return true;
  }

  async get(key: string): Promise<number> {
    return this.#current(key);
  }

  async claim(key: string, text: string, keepMs: number): Promise<string | undefined> {
    const now = Date.now();
    for (const [other, { until }] of this.#texts) if (until <= now) this.#texts.delete(other);
    const present = this.#texts.get(key);
    if (present) return present.text;
    this.#texts.set(key, { text, until: now + keepMs });
    return undefined;
  }

  async put(key: string, text: string | undefined, keepMs: number): Promise<void> {
    if (text === undefined) this.#texts.delete(key);
    else this.#texts.set(key, { text, until: Date.now() + keepMs });
  }

  async close(): Promise<void> {
    if (this.#timer) this.#save();
  }

  #current(key: string): number {
    const counter = this.#numbers.get(key);
    return counter && counter.until > Date.now() ? counter.value : 0;
  }

  #saveSoon(): void {
    if (!this.#file) return;
    this.#timer ??= setTimeout(() => this.#save(), SAVE_MS).unref();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#file) return;
    const now = Date.now();
    for (const [key, { until }] of this.#numbers) if (until <= now) this.#numbers.delete(key);
    mkdirSync(dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(Object.fromEntries(this.#numbers)));
    renameSync(temporary, this.#file);
  }
}

/** KEYS: counters. ARGV: the amount, then `most` and `until` of each counter. */
const ADD = `
local amount = tonumber(ARGV[1])
for at, key in ipairs(KEYS) do
  local value = tonumber(redis.call('GET', key) or '0')
  if amount > 0 and value + amount > tonumber(ARGV[at * 2]) then return 0 end
end
for at, key in ipairs(KEYS) do
  local value = tonumber(redis.call('GET', key) or '0')
  local added = math.max(0, value + amount)
  redis.call('SET', key, string.format('%.6f', added), 'PXAT', ARGV[at * 2 + 1])
end
return 1`;

/** Counters in Redis, which all processes of the service share. */
export class RedisCounters implements Counters {
  readonly redis: Redis;
  readonly #prefix: string;

  constructor(address: string, prefix: string) {
    this.redis = new Redis(address, { maxRetriesPerRequest: 3 });
    // Without a listener an error event would end the process. The commands themselves reject.
    this.redis.on('error', () => undefined);
    this.#prefix = `${prefix}:count:`;
  }

  async add(bounds: readonly Bound[], amount: number): Promise<boolean> {
    if (bounds.length === 0) return true;
    const keys = bounds.map(({ key }) => this.#prefix + key);
    // The script has no Infinity, so a number that is never reached stands for it.
    const rest = bounds.flatMap(({ most, until }) => [Math.min(most, 1e15), Math.round(until)]);
    return (await this.redis.eval(ADD, keys.length, ...keys, amount, ...rest)) === 1;
  }

  async get(key: string): Promise<number> {
    return Number((await this.redis.get(this.#prefix + key)) ?? 0);
  }

  async claim(key: string, text: string, keepMs: number): Promise<string | undefined> {
    const present = await this.redis.set(this.#prefix + key, text, 'PX', Math.ceil(keepMs), 'NX', 'GET');
    return present ?? undefined;
  }

  async put(key: string, text: string | undefined, keepMs: number): Promise<void> {
    if (text === undefined) await this.redis.del(this.#prefix + key);
    else await this.redis.set(this.#prefix + key, text, 'PX', Math.ceil(keepMs));
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
