import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** What a tenant may use. Absent: no limit. */
export interface TenantLimits {
  /** Requests that start work; ten times as many may ask how it goes. */
  requestsPerMinute?: number | undefined;
  creditsPerDay?: number | undefined;
  creditsPerMonth?: number | undefined;
  /** Jobs at once. */
  concurrency?: number | undefined;
}

/** Who asks. Nothing of one tenant is seen by another. */
export interface Tenant {
  name: string;
  limits: TenantLimits;
}

const limit = z.number().positive().optional();

const storedKey = z.object({
  /** SHA-256 of the key, hexadecimal: the key itself is nowhere. */
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

/** The hash that is kept of a key. Keys are 32 random bytes: a slow hash would add nothing. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

const parseKeys = (text: string, source: string): StoredKey[] => {
  try {
    return keyList.parse(JSON.parse(text)).keys;
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${source} has no list of keys such as {"keys": [{"hash", "tenant"}]}: ${reason}`);
  }
};

const stampOf = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}:${stats.size}:${stats.ino}` : '';
};

/** How long a change of the file may stay unseen (ms). */
const RELOAD_MS = 1_000;

const larger = (one?: number, other?: number): number | undefined =>
  one === undefined || other === undefined ? undefined : Math.max(one, other);

const looser = (one: TenantLimits, other: TenantLimits): TenantLimits => ({
  requestsPerMinute: larger(one.requestsPerMinute, other.requestsPerMinute),
  creditsPerDay: larger(one.creditsPerDay, other.creditsPerDay),
  creditsPerMonth: larger(one.creditsPerMonth, other.creditsPerMonth),
  concurrency: larger(one.concurrency, other.concurrency),
});

/** The API keys, from a file that may change while the service runs, or from the environment. */
export class KeyRing {
  readonly #file: string;
  readonly #fixed: StoredKey[] | undefined;
  #tenants = new Map<string, Tenant>();
  #stamp = '';
  #readAt = 0;

  /** `text`: the list itself, instead of the file's. */
  constructor(file: string, text?: string) {
    this.#file = file;
    this.#fixed = text === undefined ? undefined : parseKeys(text, 'INPAGE_KEY_LIST');
    this.#load();
  }

  /** Whether there is any: without one the service is this machine's alone. */
  get isEmpty(): boolean {
    this.#load();
    return this.#tenants.size === 0;
  }

  tenantOf(key: string): Tenant | undefined {
    this.#load();
    return this.#tenants.get(hashOf(key));
  }

  /** What a tenant may use: what its keys say together; the largest of each, none where one says none. */
  limitsOf(name: string): TenantLimits {
    this.#load();
    const own = [...this.#tenants.values()].filter((tenant) => tenant.name === name);
    return own.map(({ limits }) => limits).reduce(looser, own[0]?.limits ?? {});
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

/** The keys of a file; none if it is not there. */
export const readKeys = (file: string): StoredKey[] =>
  stampOf(file) ? parseKeys(readFileSync(file, 'utf8'), file) : [];

const writeKeys = (file: string, keys: StoredKey[]): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Readers see the old list or the new one, never half of it.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, file);
};

/** Makes a key for a tenant. It is answered once; the file has its hash. */
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

/** Removes keys by their tenant, or by the start of their hash. @returns how many */
export const removeKeys = (file: string, which: string): number => {
  const keys = readKeys(file);
  const kept = keys.filter(
    ({ tenant, hash }) => tenant !== which && !(which.length >= 8 && hash.startsWith(which)),
  );
  if (kept.length < keys.length) writeKeys(file, kept);
  return keys.length - kept.length;
};
