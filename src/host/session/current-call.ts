import type { RenderOptions } from '../../contract.ts';
import { CANCELLED, type HostErrorInfo, HostFailure, tooLong } from './errors.ts';

/** Options of every call of a session. */
export interface CallOptions {
  /** Cancels the call: one that waits for its turn is not begun, one that runs returns `cancelled` at once. */
  signal?: AbortSignal;
  /** Render options instead of the session's. */
  render?: RenderOptions;
}

/** The value that came in time, or the timeout error. */
export type InTime<T> = { given: T } | { late: HostErrorInfo };

export const toCallOptions = (how: AbortSignal | CallOptions = {}): CallOptions =>
  'aborted' in how ? { signal: how } : how;

/** The value of `begin` if it comes within `ms`; a later one is dropped. */
export const inTime = async <T>(ms: number, begin: () => T | Promise<T>): Promise<InTime<T>> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<InTime<T>>((resolve) => {
    timer = setTimeout(() => resolve({ late: tooLong(ms) }), ms);
  });
  const given = async (): Promise<InTime<T>> => ({ given: await begin() });
  try {
    return await Promise.race([given(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The value of `begin`, however long it takes, unless the signal is aborted before.
 * @throws {HostFailure} `cancelled` when it is aborted; a later value is dropped
 */
export const unlessAborted = async <T>(
  signal: AbortSignal | undefined,
  begin: () => T | Promise<T>,
): Promise<T> => {
  if (signal?.aborted) throw new HostFailure(CANCELLED);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new HostFailure(CANCELLED));
  });
  signal?.addEventListener('abort', onAbort);
  try {
    return await Promise.race([begin(), aborted]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
};

/** How long a page that has not answered in this call is waited for again. */
export const AGAIN_MS = 500;

/**
 * The running call of a session. All its waits for a driver or the host go through this object, so that each ends when the
 * call is cancelled, and nothing of it still runs when the next call begins.
 */
export class CurrentCall {
  #options: CallOptions = {};
  /** Whether the page has failed to answer in time during this call. */
  isUnanswered = false;

  get render(): RenderOptions | undefined {
    return this.#options.render;
  }

  /** Runs `work` as the current call with these options. */
  async during<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
    if (options.signal?.aborted) throw new HostFailure(CANCELLED);
    this.#options = options;
    this.isUnanswered = false;
    try {
      return await work();
    } finally {
      this.#options = {};
    }
  }

  /** How many ms a page is waited for: `ms`, or less where it has failed to answer in this call already. */
  patience(ms: number): number {
    return this.isUnanswered ? Math.min(ms, AGAIN_MS) : ms;
  }

  /** Waits without a time limit, such as for the answer of a person. @throws {HostFailure} `cancelled` */
  untilGivenUp<T>(begin: () => T | Promise<T>): Promise<T> {
    return unlessAborted(this.#options.signal, begin);
  }

  /** Waits at most `ms`. @throws {HostFailure} `cancelled` */
  inTime<T>(ms: number, begin: () => T | Promise<T>): Promise<InTime<T>> {
    return this.untilGivenUp(() => inTime(ms, begin));
  }

  /** The same; undefined where the value does not come in time. */
  async within<T>(ms: number, begin: () => T | Promise<T>): Promise<T | undefined> {
    const ended = await this.inTime(ms, begin);
    return 'given' in ended ? ended.given : undefined;
  }
}
