import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Limits of a tenant. An absent one means no limit. */
export interface TenantLimits {
  /** Requests that start work (POST); ten times as many others are allowed. */
  requestsPerMinute?: number | undefined;
  creditsPerDay?: number | undefined;
  creditsPerMonth?: number | undefined;
  /** Jobs that may run at once. */
  concurrency?: number | undefined;
}

/** The owner of API keys and jobs. No tenant can read the jobs of another. */
export interface Tenant {
  name: string;
  limits: TenantLimits;
}

const limit = z.number().positive().optional();

const storedKey = z.object({
  /** SHA-256 of the key, hexadecimal. The key itself is not stored. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  tenant: z.string().regex(/^[\w.-]{1,64}$/, 'A tenant has 1 to 64 letters, digits, "_", "-" and ".".'),
  createdAt: z.string().optional(),
  requestsPerMinute: limit,
  creditsPerDay: limit,
  creditsPerMonth: limit,
  concurrency: limit,
});

export type StoredKey = z.infer<typeof storedKey>;

const keyList = z.object({ keys: z.array(storedKey) });

/** The hash that is stored of a key. A fast hash is safe here: keys are 32 random bytes, which cannot be guessed. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const parseKeys = (text: string, source: string): StoredKey[] => {
  try {
    return keyList.parse(JSON.parse(text)).keys;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${source} has no list of keys such as {"keys": [{"hash", "tenant"}]}: ${reason}`);
  }
};

/** Changes when a file changes; empty if there is no file. */
const stampOf = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : '';
};

/** How long a change of the file may stay unseen (ms). */
const RELOAD_MS = 1_000;

/** The higher of two limits; undefined, which means no limit, is the highest. */
const larger = (one?: number, other?: number): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.max(one, other);

const looser = (one: TenantLimits, other: TenantLimits): TenantLimits => ({
  requestsPerMinute: larger(one.requestsPerMinute, other.requestsPerMinute),
  creditsPerDay: larger(one.creditsPerDay, other.creditsPerDay),
  creditsPerMonth: larger(one.creditsPerMonth, other.creditsPerMonth),
  concurrency: larger(one.concurrency, other.concurrency),
});

/** The API keys: from a file, which may change while the service runs, or from the environment. */
export class KeyRing {
  readonly #file: string;
  readonly #fixed: StoredKey[] | undefined;
  #tenants = new Map<string, Tenant>();
  #stamp = '';
  #readAt = 0;

  /** @param text the list of keys as JSON, used instead of the file */
  constructor(file: string, text?: string) {
    this.#file = file;
    this.#fixed = text === undefined ? undefined : parseKeys(text, 'INPAGE_KEY_LIST');
    this.#load();
  }

  /** Whether there are no keys. */
  get isEmpty(): boolean {
    this.#load();
    return this.#tenants.size === 0;
  }

  tenantOf(key: string): Tenant | undefined {
    this.#load();
    return this.#tenants.get(hashOf(key));
  }

  /** The limits of a tenant: of each kind the highest that any of its keys has. */
  limitsOf(name: string): TenantLimits {
    this.#load();
    const entries = [...this.#tenants.values()].filter((tenant) => tenant.name === name);
    return entries.map(({ limits }) => limits).reduce(looser, entries[0]?.limits ?? {});
  }

  #load(): void {
    if (Date.now() - this.#readAt < RELOAD_MS) return;
    this.#readAt = Date.now();
    const stamp = this.#fixed ? 'fixed' : stampOf(this.#file);
    if (stamp === this.#stamp) return;
    const keys = this.#fixed ?? (stamp ? readKeys(this.#file) : []);
    this.#tenants = new Map(
      keys.map(({ hash, tenant, createdAt: _, ...limits }) => [hash, { name: tenant, limits }]),
    );
    this.#stamp = stamp;
  }
}

/** Reads the keys of a file; none if the file does not exist. */
export const readKeys = (file: string): StoredKey[] =>
  stampOf(file) ? parseKeys(readFileSync(file, 'utf8'), file) : [];

const writeKeys = (file: string, keys: StoredKey[]): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Written to another file and renamed, so that readers never see an incomplete list.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
};

/** Creates a key for a tenant. @returns the key, of which the file stores only the hash */
export const addKey = (file: string, tenant: string, limits: TenantLimits = {}): string => {
  const key = `inpage-${randomBytes(32).toString('base64url')}`;
  const stored = storedKey.parse({
    hash: hashOf(key),
    tenant,
    createdAt: new Date().toISOString(),
    ...limits,
  });
  writeKeys(file, [...readKeys(file), stored]);
  return key;
};

/** Removes keys by tenant, or by the first characters (at least 8) of their hash. @returns how many were removed */
export const removeKeys = (file: string, which: string): number => {
  const keys = readKeys(file);
  const kept = keys.filter(
    ({ tenant, hash }) => tenant !== which && !(which.length >= 8 && hash.startsWith(which)),
  );
  if (kept.length < keys.length) writeKeys(file, kept);
  return keys.length - kept.length;
};
