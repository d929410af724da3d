import { stateFolder } from './browser-location.ts';
import { BrowserPool, type BrowserShare } from './browser-pool.ts';
import { BrowserSession, type SessionInfo, type SessionKeeper } from './browser-session.ts';
import { endOthers } from './kept-browser.ts';
import { reasonOf, SessionError } from './session-error.ts';
import { type SessionRecord, SessionRecords } from './session-records.ts';
import { DEFAULT_LIMITS, type SessionLimits, type SessionSettings } from './session-settings.ts';

export interface SessionManagerOptions {
  /** Default settings of sessions; those given to {@link SessionManager.open} override them. */
  defaults?: SessionSettings;
  limits?: Partial<SessionLimits>;
  /** Returns the address of the proxy that all requests of all pages have to take. */
  guard?: () => Promise<string>;
  /** The text of `agent-browser.js`. Default: the one of this package. */
  script?: string;
  /**
   * Sessions survive this process if it is killed: {@link SessionManager.restore} of the next process resumes them. No
   * other process may use the state folder. Default false.
   */
  keep?: boolean;
}

/** A session of the process before, and the id of its context. */
interface Part {
  record: SessionRecord;
  settings: SessionSettings;
  context: string;
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;

/** Interval between two searches for sessions that are idle or too old (ms). */
const CHECK_MS = 5_000;

/** How long (ms) the browser of a killed server is kept where sessions have no idle limit. */
const KEEP_MS = 30 * 60_000;

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
  /** Set by {@link SessionManager.restore}: before it the file may be another process's. */
  #records: SessionRecords | undefined;
  #recording: Promise<void> = Promise.resolve();
  #isRecordDue = false;

  constructor(private readonly options: SessionManagerOptions = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { guard, keep = false } = options;
    this.#pool = new BrowserPool({
      ...(guard && { guard }),
      ...(keep && { keepMs: this.limits.idleMs || KEEP_MS }),
    });
    this.#timer = setInterval(() => this.#closeIdle(), CHECK_MS);
    this.#timer.unref();
  }

  /**
   * Returns the session of a name. If there is none it is opened, with `settings`.
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
    const session = await BrowserSession.start(name, this.#keeper, settings);
    this.#sessions.set(name, session);
    await this.#record();
    return session;
  }

  get #keeper(): SessionKeeper {
    const { script } = this.options;
    return {
      pool: this.#pool,
      limits: this.limits,
      ...(script !== undefined && { script }),
      onClosed: (one) => {
        if (this.#sessions.get(one.name) !== one) return;
        this.#sessions.delete(one.name);
        void this.#record();
      },
      onChanged: () => void this.#record(),
    };
  }

  /**
   * Resumes the sessions of a process that was killed, as far as their browsers still run, and ends the other kept
   * browsers. Call it once, in a process that has the state folder for itself.
   */
  async restore(): Promise<void> {
    if (this.options.keep !== true) return;
    this.#records = new SessionRecords(stateFolder());
    const records = this.#records.read();
    const browsers = new Map<string, Part[]>();
    for (const record of records) {
      const { kept, settings } = record;
      if (!kept) continue;
      const parts = browsers.get(kept.browser) ?? [];
      browsers.set(kept.browser, [...parts, { record, settings, context: kept.context }]);
    }
    const used = new Set<string>();
    const resume = async (record: SessionRecord, share: BrowserShare): Promise<void> => {
      this.#sessions.set(record.name, await BrowserSession.resume(record, this.#keeper, share));
      if (share.kept !== undefined) used.add(share.kept);
    };
    const rejoin = async ([id, parts]: [string, Part[]]): Promise<void> => {
      for (const [{ record }, share] of await this.#pool.rejoin(id, parts)) await resume(record, share);
    };
    const connected = records.filter(({ settings }) => settings.connect !== undefined);
    const resuming = [
      ...[...browsers].map(rejoin),
      ...connected.map(async (record) => resume(record, await this.#pool.take(record.settings))),
    ];
    for (const outcome of await Promise.allSettled(resuming))
      if (outcome.status === 'rejected')
        console.error(`Sessions of before could not be taken up: ${reasonOf(outcome.reason)}`);
    await endOthers(used);
    await this.#record();
  }

  /**
   * Writes the records of all sessions for the next process. A write that has not begun yet covers all changes until
   * then.
   */
  #record(): Promise<void> {
    if (!this.#records || this.#isRecordDue) return this.#recording;
    this.#isRecordDue = true;
    this.#recording = this.#recording.then(async () => {
      this.#isRecordDue = false;
      const records = await Promise.all(
        // A session whose browser is just ending has no record.
        [...this.#sessions.values()].map((session) => session.record().catch(() => undefined)),
      );
      this.#records?.write(records.filter((one) => one !== undefined));
    });
    return this.#recording;
  }

  /** The session of a name, if it is open. */
  get(name = 'default'): BrowserSession | undefined {
    return this.#sessions.get(name);
  }

  /** Closes a session; returns whether there was one. */
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

  /** Closes all sessions and stops the search for idle ones: the manager's last call. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.closeAll();
    await this.#record();
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
