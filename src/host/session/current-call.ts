import type { RenderOptions } from '../../contract.ts';
import { CANCELLED, type HostErrorInfo, HostFailure, tooLong } from './errors.ts';

/** What can be said of any call of a session. */
export interface CallOptions {
  /** Gives the call up: one that waits for its turn is not begun, one that runs answers at once with `cancelled`. */
  signal?: AbortSignal;
  /** How the page is written, in the place of the session's `render`. */
  render?: RenderOptions;
}

/** What came in time, or why it did not. */
export type InTime<T> = { given: T } | { late: HostErrorInfo };

export const toCallOptions = (how: AbortSignal | CallOptions = {}): CallOptions =>
  'aborted' in how ? { signal: how } : how;

/** What `begin` gives within `ms`. What comes later is dropped. */
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
 * What `begin` gives, however long it takes, unless the signal is aborted before.
 * @throws {HostFailure} `cancelled`, when it is; what comes later is dropped
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

const AGAIN_MS = 500;

/**
 * The call that a session is at. All that it waits for, of a driver and of the host, it waits for here: each wait ends
 * when the call is given up, so that the next call finds nothing of it that still runs.
 */
export class CurrentCall {
  #options: CallOptions = {};
  /** The page has not answered in time. */
  isUnanswered = false;

  get render(): RenderOptions | undefined {
    return this.#options.render;
  }

  /** Calls run one after the other. */
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

  /** How long (ms) a page is waited for: one that has not answered in this call gets no such time again. */
  patience(ms: number): number {
    return this.isUnanswered ? Math.min(ms, AGAIN_MS) : ms;
  }

  /** For what has no limit of its own, such as the answer of a person. @throws {HostFailure} `cancelled` */
  untilGivenUp<T>(begin: () => T | Promise<T>): Promise<T> {
    return unlessAborted(this.#options.signal, begin);
  }

  /** @throws {HostFailure} `cancelled` */
  inTime<T>(ms: number, begin: () => T | Promise<T>): Promise<InTime<T>> {
    return this.untilGivenUp(() => inTime(ms, begin));
  }

  /** The same; undefined where it does not come in time. */
  async within<T>(ms: number, begin: () => T | Promise<T>): Promise<T | undefined> {
    const ended = await this.inTime(ms, begin);
    return 'given' in ended ? ended.given : undefined;
  }
}
