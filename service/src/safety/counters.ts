import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Redis } from 'ioredis';

/** One bound of a number that is counted under a key for some time. */
export interface Bound {
  key: string;
  /** Most that it may come to. */
  most: number;
  /** When it is forgotten (milliseconds since 1970). */
  until: number;
}

/** Numbers and short texts that all processes of a service share: in Redis, or in this process and a file. */
export interface Counters {
  /** Adds to all, unless one of them would come above its bound: then to none, and the answer is false. */
  add(bounds: readonly Bound[], amount: number): Promise<boolean>;
  get(key: string): Promise<number>;
  /** Keeps a text under a key that is free. @returns the one that is there, if it is not */
  claim(key: string, text: string, keepMs: number): Promise<string | undefined>;
  /** Replaces a text, or forgets it. */
  put(key: string, text: string | undefined, keepMs: number): Promise<void>;
  /** For request rates; absent: this process counts alone. */
  readonly redis?: Redis;
  close(): Promise<void>;
}

/** How long numbers may be unsaved (ms). */
const SAVE_MS = 1_000;

/** In this process; numbers outlive it in a file. */
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
    for (const [one, { until }] of this.#texts) if (until <= now) this.#texts.delete(one);
    const there = this.#texts.get(key);
    if (there) return there.text;
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
    const there = this.#numbers.get(key);
    return there && there.until > Date.now() ? there.value : 0;
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

/** KEYS: numbers; ARGV: amount, then most and until of each. */
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

/** In Redis: what several machines count together. */
export class RedisCounters implements Counters {
  readonly redis: Redis;
  readonly #prefix: string;

  constructor(address: string, prefix: string) {
    this.redis = new Redis(address, { maxRetriesPerRequest: 3 });
    // What goes wrong is told by the call that needs it.
    this.redis.on('error', () => undefined);
    this.#prefix = `${prefix}:count:`;
  }

  async add(bounds: readonly Bound[], amount: number): Promise<boolean> {
    if (bounds.length === 0) return true;
    const keys = bounds.map(({ key }) => this.#prefix + key);
    // Infinity is no number of Redis.
    const rest = bounds.flatMap(({ most, until }) => [Math.min(most, 1e15), Math.round(until)]);
    return (await this.redis.eval(ADD, keys.length, ...keys, amount, ...rest)) === 1;
  }

  async get(key: string): Promise<number> {
    return Number((await this.redis.get(this.#prefix + key)) ?? 0);
  }

  async claim(key: string, text: string, keepMs: number): Promise<string | undefined> {
    const there = await this.redis.set(this.#prefix + key, text, 'PX', Math.ceil(keepMs), 'NX', 'GET');
    return there ?? undefined;
  }

  async put(key: string, text: string | undefined, keepMs: number): Promise<void> {
    if (text === undefined) await this.redis.del(this.#prefix + key);
    else await this.redis.set(this.#prefix + key, text, 'PX', Math.ceil(keepMs));
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
