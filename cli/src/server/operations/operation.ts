import { z } from 'zod';
import type { Observation } from '../../../../src/host/index.ts';
import type { GuardProxy } from '../../guard/guard-proxy.ts';
import type { UrlGuard } from '../../guard/url-guard.ts';
import { type BrowserSession, SessionError, type SessionManager } from '../../sessions/index.ts';

/** What a server allows, and how it is guarded. */
export interface ServerPolicy {
  /** Code may be evaluated in pages. */
  evaluation: boolean;
  /**
   * Clients may use this machine's own things: browsers and profiles by path, browsers to connect to, flags, `file:`
   * addresses.
   */
  local: boolean;
  /** With a guard, all requests of pages take its proxy. */
  guard?: UrlGuard;
  proxy?: GuardProxy;
}

/** The bytes of a file, picture or document. */
export interface Bytes {
  bytes: Uint8Array;
  mimeType: string;
}

/** What an operation returns; `ok` is true unless it says otherwise. */
export type Reply = Record<string, unknown> & Partial<Bytes>;

export interface Call<Input> {
  input: Input;
  manager: SessionManager;
  policy: ServerPolicy;
  /** Ends the server. */
  stop(): void;
}

export interface SessionCall<Input> extends Call<Input> {
  session: BrowserSession;
}

export interface Operation {
  input: z.ZodType;
  /** Runs the operation; for one that needs no session. */
  alone?: (call: Call<never>) => Promise<Reply>;
  run?: (call: SessionCall<never>) => Promise<Reply>;
  /** Opens the session if there is none of that name. */
  opens?: boolean;
}

/** An operation on the server itself. */
export const alone = <Schema extends z.ZodType>(
  input: Schema,
  run: (call: Call<z.output<Schema>>) => Promise<Reply>,
): Operation => ({ input, alone: run as Operation['alone'] & object });

/** An operation on a session. */
export const onSession = <Schema extends z.ZodType>(
  input: Schema,
  run: (call: SessionCall<z.output<Schema>>) => Promise<Reply>,
  opens = false,
): Operation => ({ input, run: run as Operation['run'] & object, opens });

export const NOTHING = z.strictObject({});

/** A whole number in a query string. */
export const count = z.coerce.number().int().min(0);

export const timeoutMs = z.number().min(0).max(600_000).optional().describe('Milliseconds.');

export const target = z
  .string()
  .min(1)
  .max(2_000)
  .describe('A ref of a snapshot (kd5), or a locator: text="Save", role=button[name="Save"], css=#save.');

/** The reply for an observation of the session. `text` is for a model, and begins with the session's notices. */
export const observed = (session: BrowserSession, observation: Observation<unknown>): Reply => {
  const { ok, error, text, refs, pageChanged, url, events, result } = observation;
  const notices = session.takeNotices();
  const { snapshot: _, ...fields } = result as Record<string, unknown>;
  return {
    ok,
    ...(error && { error }),
    text: [...notices, text].join('\n'),
    url,
    pageChanged,
    refs,
    ...(ok && { result: 'tree' in fields ? undefined : fields }),
    ...(notices.length > 0 && { notices }),
    events: events.map(({ type, ...rest }) => ({ type, ...('driver' in rest ? {} : rest) })),
  };
};

/** The fields that are not `undefined`. */
export const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** @throws {SessionError} `not_allowed` */
export const needs = (isAllowed: boolean, what: string, option: string): void => {
  if (!isAllowed)
    throw new SessionError(
      'not_allowed',
      `This server does not allow ${what}. Start it with ${option} if it should.`,
    );
};
