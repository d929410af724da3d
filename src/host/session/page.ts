import type { AwaitedInput } from '../../contract.ts';
import type { Driver, FrameDriver } from '../driver.ts';
import { awaitCalm, QUIET_MS } from './calm.ts';
import { GONE, gaveUpLoading, type HostErrorInfo, notAnswering, unreadable } from './errors.ts';
import { normalizeEvaluated } from './evaluated.ts';
import { fileOfPart, type ResolvedSessionOptions } from './options.ts';
import { pause } from './pause.ts';

/** JSON of a result: `ok` is a boolean, the rest is what a page says. */
export type Json = { ok: boolean } & Record<string, unknown>;

/** What one call into the page gave. */
export type Answer =
  | { type: 'given'; json: Json }
  /** The document was replaced while the call ran: nobody knows how it ended. */
  | { type: 'left' }
  /** No answer, or one that can't be read; the page may have done what was asked. */
  | { type: 'silent'; error: HostErrorInfo };

/** What the guard says where the script is not in the page. */
const MISSING = 'agent_missing';

const MAIN_FILE = 'agent-browser.js';

/** How often a call that does no harm is made again while the script does not stay in the page. */
const ATTEMPTS = 4;

/** The first look at a job; each later one waits a little longer, up to `pollMs`: most actions are over in 10 to 40 ms. */
const FIRST_POLL_MS = 8;
const POLLS_GROW = 1.25;

/** https://drafts.csswg.org/mediaqueries-5/#scripting */
const INERT = "matchMedia('(scripting: none)').matches ? 'inert' : 'live'";

/** A script that does not stay in the page so often is not let in. */
const REFUSALS = 3;

/** A JSON string that is safe in a script: line separators end a line there. */
const literal = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The part of an error that names a file to load: `part_missing`. */
const missingPart = (json: unknown): string | undefined => {
  const error = (json as { error?: { code?: unknown; file?: unknown } } | undefined)?.error;
  return error?.code === 'part_missing' && typeof error.file === 'string' ? error.file : undefined;
};

const isAnswer = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && typeof (value as { ok?: unknown }).ok === 'boolean';

/** The page behind a driver: keeps the script in it, whatever it navigates to, and runs jobs to their end. */
export class Page {
  readonly #version: string;
  /** So many questions, one after the other, had no answer in time. */
  #unanswered = 0;

  constructor(
    readonly driver: Driver,
    readonly options: ResolvedSessionOptions,
  ) {
    this.#version = /agent-browser-inpage v([^ ]+)/.exec(options.script)?.[1] ?? '';
  }

  /** `undefined`: the driver took longer than `evaluateTimeoutMs`. `text` is absent where nothing came back. */
  async #ask(verb: string, args: readonly unknown[]): Promise<{ text: string | undefined } | undefined> {
    const reply = await this.#inTime(() => this.#evaluate(verb, args));
    this.#unanswered = reply ? 0 : this.#unanswered + 1;
    if (!reply) this.options.call.isUnanswered = true;
    return reply;
  }

  /** A slow server is waited for in one more call: what was sent to it may be done by then. */
  async #silent(): Promise<Answer> {
    const isGivenUp = this.#unanswered > 1 && (await this.stopLoading());
    const why = isGivenUp ? gaveUpLoading : notAnswering;
    return { type: 'silent', error: why(this.options.evaluateTimeoutMs) };
  }

  /** What a driver, or the host, gives within `ms`; undefined where it does not, or throws. */
  #inTime<T>(begin: () => T | Promise<T>, ms = this.options.evaluateTimeoutMs): Promise<T | undefined> {
    const { call } = this.options;
    return call.within(call.patience(ms), async () => {
      try {
        return await begin();
      } catch {
        return undefined;
      }
    });
  }

  async #evaluate(verb: string, args: readonly unknown[]): Promise<{ text: string | undefined }> {
    const { driver } = this;
    const version = this.#version;
    try {
      if (driver.call) return { text: normalizeEvaluated(await driver.call({ version, verb, args })) };
      // Never throws in the page, never runs with another version's script; the name is looked up once.
      const asked = verb === 'document' ? 'a.document' : `a.json(${[verb, ...args].map(literal).join(',')})`;
      const guard = `if(!a||typeof a.json!=="function"||a.version!==${literal(version)})return"${MISSING}";`;
      const code = `(function(){var a=window.__agentBrowser;${guard}return ${asked}})()`;
      return { text: normalizeEvaluated(await driver.evaluate(code)) };
    } catch {
      // The driver lost the document that it asked, or the page threw: the same as no value.
      return { text: undefined };
    }
  }

  /** Id of the document that is there now; undefined while the script is not in it (a page that is being left). */
  async document(): Promise<string | undefined> {
    const text = (await this.#ask('document', []))?.text;
    return text === MISSING ? undefined : text;
  }

  /** Whether the driver knows that there is no page any more. */
  #isGone(): boolean {
    return this.driver.isGone?.() === true;
  }

  /** Puts the script into the page, with the parts that the session wants from the beginning. */
  async inject(): Promise<string | undefined> {
    const { parts, script } = this.options;
    await this.#put(script, MAIN_FILE);
    for (const part of parts) await this.#putPart(fileOfPart(part));
    return this.document();
  }

  async #put(script: string, file: string): Promise<void> {
    // What it comes to does not matter, and should not cross the bridge. Whether it is there is asked next.
    await this.#inTime(async () =>
      this.driver.inject ? this.driver.inject(script, file) : this.driver.evaluate(`${script}\n;0`),
    );
  }

  /** Puts a part into the page; false where nobody can give it. */
  async #putPart(file: string): Promise<boolean> {
    const part = await this.#inTime(() => this.options.loadPart?.(file));
    if (part === undefined) return false;
    await this.#put(part, file);
    return true;
  }

  /** A part that is not there is put in, each once, and the call is made again: without its part it did nothing. */
  async #withParts(call: () => Promise<Answer>): Promise<Answer> {
    const tried = new Set<string>();
    for (;;) {
      const answer = await call();
      const file = answer.type === 'given' ? missingPart(answer.json) : undefined;
      if (file === undefined || tried.has(file) || !(await this.#putPart(file))) return answer;
      tried.add(file);
    }
  }

  /** One synchronous verb. `repeatable`: asking twice does no harm. */
  call(verb: string, args: readonly unknown[], repeatable: boolean): Promise<Answer> {
    return this.#withParts(() => this.#call(verb, args, repeatable));
  }

  async #call(verb: string, args: readonly unknown[], repeatable: boolean): Promise<Answer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (this.#isGone()) return { type: 'silent', error: GONE };
      const reply = await this.#ask(verb, args);
      if (!reply) return this.#silent();
      if (reply.text === MISSING) {
        await this.inject();
        // The browser tells the page's tools a moment after the script has come: a job waits for that.
        if (verb === 'snapshot') return this.#run(this.options.evaluateTimeoutMs, verb, args);
      } else if (reply.text !== undefined) return this.#read(reply.text);
      else if (!repeatable) return this.#afterSilence();
      await pause(this.options.pollMs * attempt);
    }
    return {
      type: 'silent',
      error: unreadable('the script does not stay in it, or the page keeps its name for itself'),
    };
  }

  /** A verb through `start` and `poll`, for at most `timeoutMs`. */
  run(timeoutMs: number, verb: string, ...args: readonly unknown[]): Promise<Answer> {
    return this.#withParts(() => this.#run(timeoutMs, verb, args));
  }

  /** The same for a job that waits for the host's own input at a point: `send` makes it, each time that it is asked for. */
  runWithHost(
    timeoutMs: number,
    send: (at: AwaitedInput) => Promise<unknown>,
    verb: string,
    args: readonly unknown[],
  ): Promise<Answer> {
    return this.#withParts(() => this.#run(timeoutMs, verb, args, send));
  }

  async #run(
    timeoutMs: number,
    verb: string,
    args: readonly unknown[],
    send?: (at: AwaitedInput) => Promise<unknown>,
  ): Promise<Answer> {
    const started = await this.#call('start', [verb, ...args], false);
    if (started.type !== 'given' || !started.json.ok) return started;
    const { job } = started.json;
    if (typeof job !== 'string') return { type: 'silent', error: unreadable('it did not start a job') };
    const stop = { isLate: false };
    let answer: Answer | undefined;
    try {
      const ended = await this.options.call.inTime(timeoutMs, () => this.#poll(job, stop, send));
      if ('late' in ended) return { type: 'silent', error: ended.late };
      answer = ended.given;
      return answer;
    } finally {
      stop.isLate = true;
      // What waits in the page for its time does so no longer, late or given up.
      if (!answer) void this.#evaluate('poll', [job, 'cancel']);
    }
  }

  async #poll(
    job: string,
    stop: { isLate: boolean },
    send?: (at: AwaitedInput) => Promise<unknown>,
  ): Promise<Answer> {
    const { pollMs } = this.options;
    const first = Math.min(FIRST_POLL_MS, pollMs);
    // Where the host's own input goes is known at once, mostly.
    let ms = send ? 0 : first;
    let isSent = false;
    while (!stop.isLate) {
      await pause(ms);
      ms = Math.min(ms * POLLS_GROW || first, pollMs);
      if (this.#isGone()) return { type: 'silent', error: GONE };
      const reply = await this.#ask('poll', isSent ? [job, 'sent'] : [job]);
      if (!reply) return this.#silent();
      if (reply.text === MISSING) return { type: 'left' };
      // Nothing: the page is between two documents.
      if (reply.text === undefined) continue;
      isSent = false;
      const answer = this.#read(reply.text);
      if (answer.type !== 'given') continue;
      const { json } = answer;
      if (!json.ok)
        return (json.error as { code?: unknown })?.code === 'job_lost' ? { type: 'left' } : answer;
      if (typeof json.done !== 'boolean')
        return { type: 'silent', error: unreadable('it does not say how the job stands') };
      const awaited = json.awaits as AwaitedInput | undefined;
      if (!json.done && awaited && send) {
        isSent = true;
        ms = 0;
        // The input itself may take the page away.
        await send(awaited).catch(() => undefined);
      }
      if (!json.done) continue;
      return isAnswer(json.result)
        ? { type: 'given', json: json.result }
        : { type: 'silent', error: unreadable('the job has no result') };
    }
    return { type: 'left' };
  }

  #read(text: string): Answer {
    try {
      const json: unknown = JSON.parse(text);
      if (isAnswer(json)) return { type: 'given', json };
      return { type: 'silent', error: unreadable('its answer is no result') };
    } catch {
      return { type: 'silent', error: unreadable('its answer is no JSON') };
    }
  }

  /** Nothing came back from a call that must not be made twice: was the page left, or is it broken? */
  async #afterSilence(): Promise<Answer> {
    return (await this.document()) === undefined
      ? { type: 'left' }
      : { type: 'silent', error: unreadable('nothing came back') };
  }

  /**
   * Waits until another document than `before` is there, for at most `timeoutMs` or until it is in vain; says whether it
   * is.
   */
  async awaitLeft(before: string | undefined, timeoutMs: number, isInVain = () => false): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    while ((await this.document()) === before) {
      await this.look();
      if (Date.now() >= deadline || isInVain()) return false;
      await pause(this.options.pollMs);
    }
    return true;
  }

  /**
   * Gives up an address that does not answer: Chromium keeps all that is asked of the page waiting for it, and would so for
   * minutes. Says whether the page answers then.
   */
  async stopLoading(): Promise<boolean> {
    await this.#inTime(async () => (await this.driver.protocol?.())?.send('Page.stopLoading'));
    return (await this.document()) !== undefined;
  }

  /** Lets a driver tell what its browser does not. */
  async look(): Promise<void> {
    await this.#inTime(() => this.driver.look?.());
  }

  /** The frames of other origins, as far as the driver gives them within `ms`. */
  async frames(ms: number): Promise<readonly FrameDriver[]> {
    return (await this.#inTime(() => this.driver.frames?.(), ms)) ?? [];
  }

  /** This tab and those beside it, as far as the driver lists them. */
  async tabs(): Promise<readonly Driver[]> {
    return (await this.#inTime(() => this.driver.tabs?.())) ?? [];
  }

  /** Closes the tab, if the driver can. One that does not close in time is left to itself. */
  async close(): Promise<void> {
    await this.#inTime(() => this.driver.close?.());
  }

  /** Whether the browser says that it runs on a Mac, or one of its kind, whose keyboards have a Command key. */
  async isMac(): Promise<boolean> {
    return /^(?:Mac|iP)/.test((await this.#ownWords('navigator.platform')) ?? '');
  }

  /** Whether the engine is Chromium, which alone takes a driver's mouse for HTML drag and drop. */
  async isChromium(): Promise<boolean> {
    return /Chrome\//.test((await this.#ownWords('navigator.userAgent')) ?? '');
  }

  /**
   * What draws the lists of selects: the engine within the page, where keys choose in an open list (Chromium); the
   * system; or others, which take no keys of a driver while a list is open.
   */
  async listsOfSelects(): Promise<'page' | 'system' | 'other'> {
    const words = (await this.#ownWords('navigator.platform + " " + navigator.userAgent')) ?? '';
    if (/\bMac|\biP|Android/.test(words)) return 'system';
    return /Chrome\//.test(words) ? 'page' : 'other';
  }

  /**
   * Whether the page runs no script but what the host evaluates (scripts are switched off, its document is a sandbox): jobs
   * never end there. Asked only where the driver has another way; engines before 2024 do not say.
   */
  async isInert(): Promise<boolean> {
    return this.driver.protocol !== undefined && (await this.#ownWords(INERT)) === 'inert';
  }

  /** Where the page is now; undefined where nobody answers. */
  async address(): Promise<string | undefined> {
    if (!this.driver.call) return this.#ownWords('location.href');
    const answer = await this.call('page', ['info'], true);
    const meta = answer.type === 'given' ? (answer.json.meta as { url?: unknown } | undefined) : undefined;
    return typeof meta?.url === 'string' ? meta.url : undefined;
  }

  /** What an expression comes to, without the script; undefined where nobody answers. */
  async #ownWords(expression: string): Promise<string | undefined> {
    return normalizeEvaluated(await this.#inTime(() => this.driver.evaluate(expression)));
  }

  /** Puts the script into the page that comes and waits until it is calm ({@link awaitCalm}), for at most `loadTimeoutMs`. */
  async settle(quietMs = QUIET_MS): Promise<void> {
    const { loadTimeoutMs, pollMs } = this.options;
    const deadline = Date.now() + loadTimeoutMs;
    let refused = 0;
    // A page that goes on to another one while it loads takes the script with it: once more.
    while (Date.now() < deadline && !this.#isGone()) {
      if ((await this.document()) === undefined && (await this.inject()) === undefined) {
        const isThere = (await this.#ask('document', []))?.text === MISSING;
        refused = isThere ? refused + 1 : 0;
        if (refused >= REFUSALS && (await this.#isLoaded())) return;
        await pause(pollMs);
        continue;
      }
      if (await this.isInert()) {
        if (await this.#isLoaded()) return;
        await pause(pollMs);
        continue;
      }
      if (await awaitCalm(this, deadline, quietMs)) return;
    }
  }

  async #isLoaded(): Promise<boolean> {
    return (await this.#ownWords('document.readyState')) === 'complete';
  }
}
