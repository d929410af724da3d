import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Answer } from '../client/request.ts';
import type { ExitCode } from '../server/problems.ts';
import type { RouteName } from '../server/routes.ts';

export type Arguments = readonly (string | readonly string[] | undefined)[];
export type Options = Readonly<Record<string, unknown>>;

/** One request to the server, as a command prepares it. */
export interface Prepared {
  operation: RouteName;
  input: Record<string, unknown>;
  /** Turns the answer into what is printed: saves files, chooses the text. */
  finish?: (answer: Answer) => Answer | Promise<Answer>;
  /** The exit code of an answer that is ok. Default 0. */
  exit?: (answer: Answer) => ExitCode;
}

/** A command as data: it prepares a request, and the server does the rest. */
export interface Command {
  /** `tab close [id]`: words, then arguments as commander writes them. */
  usage: string;
  summary: string;
  options?: readonly (readonly [flags: string, description: string])[];
  /** The same command of agent-browser; empty where it has none. */
  peer?: string;
  prepare(args: Arguments, options: Options): Prepared | Promise<Prepared>;
}

/** Wrong arguments: exit code 2. */
export class UsageError extends Error {}

export const text = (args: Arguments, at: number): string => String(args[at] ?? '');

export const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** @throws {UsageError} */
export const number = (value: unknown, name: string): number => {
  const given = Number(value);
  if (value === '' || value === undefined || !Number.isFinite(given))
    throw new UsageError(`${name} must be a number, not "${String(value ?? '')}".`);
  return given;
};

export const optionalNumber = (value: unknown, name: string): number | undefined =>
  value === undefined ? undefined : number(value, name);

/**
 * Two numbers with a comma between them: a point, or a distance.
 *
 * @throws {UsageError}
 */
export const pair = (
  value: unknown,
  name: string,
  [first, second]: readonly [string, string] = ['x', 'y'],
): readonly [number, number] | undefined => {
  if (value === undefined) return undefined;
  const [x, y, ...more] = String(value).split(',');
  if (more.length > 0) throw new UsageError(`${name} must be two numbers, such as 10,20, not "${value}".`);
  return [number(x, `${name} ${first}`), number(y, `${name} ${second}`)];
};

/**
 * A point in an element (CSS px from its top left corner), as an action takes it.
 *
 * @throws {UsageError}
 */
export const place = (value: unknown, name: string): { x: number; y: number } | undefined => {
  const [x, y] = pair(value, name) ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
};

/** @throws {UsageError} */
export const json = (value: string, name: string): unknown => {
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${(error as Error).message}.`);
  }
};

const REF = /^@?(?:f\d+)*[a-z]{2}\d+$|^\d+$|^@e?\d+$|^\[?ref=/;
const LOCATOR = /^(?:text|role|label|placeholder|alt|title|testid|css|xpath)=/;

/**
 * The ref or locator for what a person writes: refs and locators as they are, an XPath, else a CSS selector.
 *
 * @throws {UsageError}
 */
export const target = (written: string): string => {
  const clean = written.trim();
  if (clean === '')
    throw new UsageError('Give a ref of a snapshot (kd5), a locator (text="Save") or a CSS selector.');
  if (REF.test(clean) || LOCATOR.test(clean)) return clean;
  return /^(?:\/\/|\(\/\/)/.test(clean) ? `xpath=${clean}` : `css=${clean}`;
};

/** The fields that are not `undefined`. */
export const fields = (all: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));

export const request = (
  operation: RouteName,
  input: Record<string, unknown> = {},
  rest: Partial<Prepared> = {},
): Prepared => ({
  operation,
  input: fields(input),
  ...rest,
});

export const act = (kind: string, ref: string, payload?: unknown, options: Options = {}): Prepared =>
  request('action', {
    ref: target(ref),
    kind,
    payload,
    timeoutMs: optionalNumber(options.timeout, '--timeout'),
  });

const stamp = (): string => new Date().toISOString().replace(/[:.]/g, '-').slice(0, 19);

/** Saves the bytes of an answer to a file, or writes them to standard output (`-`); the text names the file. */
export const saving =
  (path: string | undefined, name: string, ending: string) =>
  async (answer: Answer): Promise<Answer> => {
    const { base64, ...rest } = answer;
    if (typeof base64 !== 'string') return answer;
    const bytes = Buffer.from(base64, 'base64');
    if (path === '-') {
      await new Promise<void>((done) => process.stdout.write(bytes, () => done()));
      return { ...rest, text: '' };
    }
    const place = resolve(path ?? `${name}-${stamp()}.${ending}`);
    await writeFile(place, bytes);
    const words = typeof rest.text === 'string' && rest.text !== '' ? `\n${rest.text}` : '';
    return { ...rest, path: place, bytes: bytes.length, text: `Saved ${place}${words}` };
  };

export const TIMEOUT = ['--timeout <ms>', 'how long to wait until it is ready (default 5000)'] as const;

/**
 * All of standard input.
 *
 * @throws {UsageError} where a person would have to type it
 */
export const standardInput = async (what: string): Promise<string> => {
  if (process.stdin.isTTY) throw new UsageError(`Give ${what}, or write it to standard input.`);
  return textOf(process.stdin);
};
