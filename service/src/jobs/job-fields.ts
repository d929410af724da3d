import type { Job } from '../contract/index.ts';

/** Times are stored as whole milliseconds, because Redis takes `expiresAt` for PEXPIREAT. */
const TIMES = new Set(['createdAt', 'endedAt', 'expiresAt']);
const NUMBERS = new Set(['total', 'completed', 'failed', 'creditsUsed', 'maxCredits', 'tokensUsed']);
const STRINGS = new Set(['id', 'tenant', 'kind', 'status', 'error', 'errorCode', 'warning']);
/** Fields of the hash that are not part of a job. Any field in none of these sets is JSON. */
const INTERNAL = new Set([
  'limit',
  'atOnce',
  'released',
  'finished',
  'dropped',
  'events',
  'endedBy',
  'endedByCall',
]);

/** A job as fields of a Redis hash. */
export function toFields(job: Partial<Job>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(job)) {
    if (value === undefined) continue;
    if (TIMES.has(name)) fields[name] = String(Math.ceil(Number(value)));
    else if (NUMBERS.has(name) || STRINGS.has(name)) fields[name] = String(value);
    else fields[name] = JSON.stringify(value);
  }
  return fields;
}

/** A job from the fields of its Redis hash. */
export function fromFields(fields: Record<string, string>): Job {
  const job: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (INTERNAL.has(name)) continue;
    if (TIMES.has(name) || NUMBERS.has(name)) job[name] = Number(value);
    else job[name] = STRINGS.has(name) ? value : JSON.parse(value);
  }
  return job as unknown as Job;
}
