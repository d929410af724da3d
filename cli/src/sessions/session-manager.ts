import { BrowserPool } from './browser-pool.ts';
import { BrowserSession, type SessionInfo } from './browser-session.ts';
import { SessionError } from './session-error.ts';
import { DEFAULT_LIMITS, type SessionLimits, type SessionSettings } from './session-settings.ts';

export interface SessionManagerOptions {
  /** What sessions are opened with unless they say otherwise. */
  defaults?: SessionSettings;
  limits?: Partial<SessionLimits>;
  /** Gives the address of the proxy that all requests of all pages have to take. */
  guard?: () => Promise<string>;
  /** The text of `agent-browser.js`. Default: the one of this package. */
  script?: string;
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;

/** How often it is looked whether sessions are idle (ms). */
const CHECK_MS = 5_000;

/**
 * Sessions by name, each with a context of its own in a browser of this machine.
 *
 * ```
 * const manager = new SessionManager();
 * const session = await manager.open('default');
 * const step = await session.run(({ agent }) => agent.open('https://shop.example/'));
 * await manager.closeAll();
 * ```
 */
export class SessionManager {
  readonly limits: SessionLimits;
  readonly #sessions = new Map<string, BrowserSession>();
  readonly #opening = new Map<string, Promise<BrowserSession>>();
  readonly #pool: BrowserPool;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(private readonly options: SessionManagerOptions = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#pool = new BrowserPool(options.guard);
    this.#timer = setInterval(() => this.#closeIdle(), CHECK_MS);
    this.#timer.unref();
  }

  /**
   * The session of a name, opened if it is not there. `settings` count only then.
   *
   * @throws {SessionError} `too_many_sessions`, `invalid_argument`, `browser_missing`, `browser_failed`
   */
  async open(name = 'default', settings: SessionSettings = {}): Promise<BrowserSession> {
    if (!NAME.test(name))
      throw new SessionError(
        'invalid_argument',
        'The name of a session has letters, digits, "_", "-" and ".", at most 64 of them.',
      );
    const known = this.#sessions.get(name);
    if (known) {
      await known.ready();
      return known;
    }
    const opening = this.#opening.get(name) ?? this.#start(name, { ...this.options.defaults, ...settings });
    this.#opening.set(name, opening);
    try {
      return await opening;
    } finally {
      if (this.#opening.get(name) === opening) this.#opening.delete(name);
    }
  }

  async #start(name: string, settings: SessionSettings): Promise<BrowserSession> {
    const { maxSessions } = this.limits;
    if (this.#sessions.size + this.#opening.size >= maxSessions)
      throw new SessionError(
        'too_many_sessions',
        `${maxSessions} sessions are open, which is the limit. Close one first: inpage close --session NAME.`,
      );
    const session = await BrowserSession.start(
      name,
      {
        pool: this.#pool,
        limits: this.limits,
        ...(this.options.script !== undefined && { script: this.options.script }),
        onClosed: (one) => {
          if (this.#sessions.get(name) === one) this.#sessions.delete(name);
        },
      },
      settings,
    );
    this.#sessions.set(name, session);
    return session;
  }

  /** The session of a name, if it is open. */
  get(name = 'default'): BrowserSession | undefined {
    return this.#sessions.get(name);
  }

  /** Closes a session; says whether there was one. */
  async close(name = 'default'): Promise<boolean> {
    const session = this.#sessions.get(name) ?? (await this.#opening.get(name)?.catch(() => undefined));
    await session?.close();
    return session !== undefined;
  }

  list(): SessionInfo[] {
    return [...this.#sessions.values()].map((session) => session.info());
  }

  /** Closes all sessions, and with them all browsers. */
  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  /** Closes all and is of no use any more. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.closeAll();
  }

  #closeIdle(): void {
    const now = Date.now();
    const { idleMs, maxAgeMs } = this.limits;
    for (const session of this.#sessions.values()) {
      const isIdle = idleMs > 0 && !session.isBusy && now - session.usedAt > idleMs;
      const isOld = maxAgeMs > 0 && now - session.createdAt > maxAgeMs;
      if (isIdle || isOld) session.close().catch(() => undefined);
    }
  }
}
