import type { AwaitedInput } from '../../contract.ts';
import type { Driver, FrameDriver } from '../driver.ts';
import { isInert } from './browser-facts.ts';
import { awaitCalm, QUIET_MS } from './calm.ts';
import { inTime } from './current-call.ts';
import { GONE, gaveUpLoading, type HostErrorInfo, notAnswering, unreadable } from './errors.ts';
import { normalizeEvaluated } from './evaluated.ts';
import { fileOfPart, type ResolvedSessionOptions } from './options.ts';
import { pause } from './pause.ts';

/** A result as JSON: `ok` is a boolean, all other fields are unchecked. */
export type Json = { ok: boolean } & Record<string, unknown>;

/** The outcome of one call into the page. */
export type Answer =
  | { type: 'given'; json: Json }
  /** The document was replaced while the call ran: whether it was done is unknown. */
  | { type: 'left' }
  /** No answer, or an unreadable one; the page may have done the call. */
  | { type: 'silent'; error: HostErrorInfo };

/** The answer of a page that does not have the script. */
const MISSING = 'agent_missing';

const MAIN_FILE = 'agent-browser.js';

/** How often a repeatable call is made while the script does not stay in the page. */
const ATTEMPTS = 4;

/** The pause before the first poll of a job in ms, and the factor of the later ones, up to `pollMs`: most actions take 10 to 40 ms. */
const FIRST_POLL_MS = 8;
const POLL_GROWTH = 1.25;

/** After this many injections without effect the page counts as refusing the script. */
const MAX_REFUSALS = 3;

/** JSON that is safe within a script: non-ASCII characters are escaped, as U+2028 and U+2029 would end a line in old engines. */
const literal = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The file that an error `part_missing` names. */
const missingPart = (json: unknown): string | undefined => {
  const error = (json as { error?: { code?: unknown; file?: unknown } } | undefined)?.error;
  return error?.code === 'part_missing' && typeof error.file === 'string' ? error.file : undefined;
};

const isAnswer = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && typeof (value as { ok?: unknown }).ok === 'boolean';

/** The page of a driver: keeps the script injected across navigations, and runs jobs to their end. */
export class Page {
  readonly #version: string;
  /** How many calls in a row had no answer in time. */
  #unanswered = 0;
  /** Whether the last call had no answer until the page gave up what it was loading, and answers since then. */
  hasGivenUp = false;

  constructor(
    readonly driver: Driver,
    readonly options: ResolvedSessionOptions,
  ) {
    this.#version = /agent-browser-inpage v([^ ]+)/.exec(options.script)?.[1] ?? '';
  }

  /** One call into the page. Undefined: the driver took longer than `evaluateTimeoutMs`; `text` undefined: it returned no string. */
  async #ask(verb: string, args: readonly unknown[]): Promise<{ text: string | undefined } | undefined> {
    const reply = await this.#inTime(() => this.#evaluate(verb, args));
    this.hasGivenUp = false;
    this.#unanswered = reply ? 0 : this.#unanswered + 1;
    if (!reply) this.options.call.isUnanswered = true;
    return reply;
  }

  /** The outcome of a call without an answer. After the second in a row a pending navigation is stopped: a slow server had its time. */
  async #silent(): Promise<Answer> {
    this.hasGivenUp = this.#unanswered > 1 && (await this.stopLoading());
    const why = this.hasGivenUp ? gaveUpLoading : notAnswering;
    return { type: 'silent', error: why(this.options.evaluateTimeoutMs) };
  }

  /** The value of `begin` if it comes within `ms`; undefined if not, or if it throws. */
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
      // Does not throw where the script is missing, and does not run with a script of another version.
      const asked = verb === 'document' ? 'a.document' : `a.json(${[verb, ...args].map(literal).join(',')})`;
      const guard = `if(!a||typeof a.json!=="function"||a.version!==${literal(version)})return"${MISSING}";`;
      const code = `(function(){var a=window.__agentBrowser;${guard}return ${asked}})()`;
      return { text: normalizeEvaluated(await driver.evaluate(code)) };
    } catch {
      // The document went away during the call, or the page threw: the same as no value.
      return { text: undefined };
    }
  }

  /** Id of the current document; undefined while it does not have the script (as during a navigation). */
  async document(): Promise<string | undefined> {
    const text = (await this.#ask('document', []))?.text;
    return text === MISSING ? undefined : text;
  }

  /** The same; a page without the script gets it. One that does not answer is left alone: it would get it much later. */
  async injectedDocument(): Promise<string | undefined> {
    return (await this.document()) ?? (this.options.call.isUnanswered ? undefined : this.inject());
  }

  /** Whether the driver knows that the tab is gone. */
  #isGone(): boolean {
    return this.driver.isGone?.() === true;
  }

  /** Injects the script and the session's `parts`; returns the document's id. */
  async inject(): Promise<string | undefined> {
    const { parts, script } = this.options;
    await this.#put(script, MAIN_FILE);
    for (const part of parts) await this.#putPart(fileOfPart(part));
    return this.document();
  }

  async #put(script: string, file: string): Promise<void> {
    // `;0`, so that no large value crosses the bridge. The caller checks whether the script is there.
    await this.#inTime(async () =>
      this.driver.inject ? this.driver.inject(script, file) : this.driver.evaluate(`${script}\n;0`),
    );
  }

  /** Injects a part; false where the session can't load it. */
  async #putPart(file: string): Promise<boolean> {
    const part = await this.#inTime(() => this.options.loadPart?.(file));
    if (part === undefined) return false;
    await this.#put(part, file);
    return true;
  }

  /** Makes a call; if it fails for a missing part, injects that, each once, and repeats the call, which did nothing before. */
  async #withParts(call: () => Promise<Answer>): Promise<Answer> {
    const tried = new Set<string>();
    for (;;) {
      const answer = await call();
      const file = answer.type === 'given' ? missingPart(answer.json) : undefined;
      if (file === undefined || tried.has(file) || !(await this.#putPart(file))) return answer;
      tried.add(file);
    }
  }

  /** Calls a verb synchronously. `repeatable`: it may be called twice without harm. */
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
        // The browser lists the page's tools a moment after the injection: a job waits for that.
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

  /** Runs a verb by `start` and `poll`, for at most `timeoutMs`. */
  run(timeoutMs: number, verb: string, ...args: readonly unknown[]): Promise<Answer> {
    return this.#withParts(() => this.#run(timeoutMs, verb, args));
  }

  /** The same for a job that waits for input of the host: `send` sends it, each time that the job asks for it. */
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
      // Cancels the job in the page after a timeout or a cancelled call.
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
    // A job for the host's input mostly knows its point at once.
    let ms = send ? 0 : first;
    let isSent = false;
    while (!stop.isLate) {
      await pause(ms);
      ms = Math.min(ms * POLL_GROWTH || first, pollMs);
      if (this.#isGone()) return { type: 'silent', error: GONE };
      const reply = await this.#ask('poll', isSent ? [job, 'sent'] : [job]);
      if (!reply) return this.#silent();
      if (reply.text === MISSING) return { type: 'left' };
      // No answer: the page is between two documents.
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
        // The input may cause a navigation that makes the driver reject.
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

  /** The outcome of a call that returned nothing and must not be repeated: the page was left, or it is broken. */
  async #afterSilence(): Promise<Answer> {
    return (await this.document()) === undefined
      ? { type: 'left' }
      : { type: 'silent', error: unreadable('nothing came back') };
  }

  /**
   * Waits until another document than `before` is there, for at most `timeoutMs` or until `isInVain` returns true; returns
   * whether it is there.
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
   * Stops a navigation to a server that does not answer: Chromium holds back all calls into the page during it, for minutes.
   * Returns whether the page answers then.
   */
  async stopLoading(): Promise<boolean> {
    await this.sendStopLoading();
    return (await this.document()) !== undefined;
  }

  /** Stops a navigation, also in a call that is cancelled. Never throws. */
  async sendStopLoading(): Promise<void> {
    const stop = async (): Promise<unknown> => (await this.driver.protocol?.())?.send('Page.stopLoading');
    await inTime(this.options.call.patience(this.options.evaluateTimeoutMs), stop).catch(() => undefined);
  }

  /** Lets a driver without events report what has happened. */
  async look(): Promise<void> {
    await this.#inTime(() => this.driver.look?.());
  }

  /** The frames of other origins, if the driver returns them within `ms`. */
  async frames(ms: number): Promise<readonly FrameDriver[]> {
    return (await this.#inTime(() => this.driver.frames?.(), ms)) ?? [];
  }

  /** All tabs, if the driver lists them. */
  async tabs(): Promise<readonly Driver[]> {
    return (await this.#inTime(() => this.driver.tabs?.())) ?? [];
  }

  /** Closes the tab, if the driver can; waits no longer than `evaluateTimeoutMs`. */
  async close(): Promise<void> {
    await this.#inTime(() => this.driver.close?.());
  }

  /** The current URL of the page; undefined where it does not answer. */
  async address(): Promise<string | undefined> {
    if (!this.driver.call) return this.textOf('location.href');
    const answer = await this.call('page', ['info'], true);
    const meta = answer.type === 'given' ? (answer.json.meta as { url?: unknown } | undefined) : undefined;
    return typeof meta?.url === 'string' ? meta.url : undefined;
  }

  /** The string value of an expression, evaluated without the script; undefined where the page does not answer. */
  async textOf(expression: string): Promise<string | undefined> {
    return normalizeEvaluated(await this.#inTime(() => this.driver.evaluate(expression)));
  }

  /** Injects the script into the next page and waits until it is calm ({@link awaitCalm}), for at most `loadTimeoutMs`. */
  async settle(quietMs = QUIET_MS): Promise<void> {
    const { loadTimeoutMs, pollMs } = this.options;
    const deadline = Date.now() + loadTimeoutMs;
    let refused = 0;
    // A page that navigates again while it loads takes the script with it: inject it again.
    while (Date.now() < deadline && !this.#isGone()) {
      if ((await this.document()) === undefined && (await this.inject()) === undefined) {
        const isThere = (await this.#ask('document', []))?.text === MISSING;
        refused = isThere ? refused + 1 : 0;
        if (refused >= MAX_REFUSALS && (await this.#isLoaded())) return;
        await pause(pollMs);
        continue;
      }
      if (await isInert(this)) {
        if (await this.#isLoaded()) return;
        await pause(pollMs);
        continue;
      }
      if (await awaitCalm(this, deadline, quietMs)) return;
    }
  }

  async #isLoaded(): Promise<boolean> {
    return (await this.textOf('document.readyState')) === 'complete';
  }
}
