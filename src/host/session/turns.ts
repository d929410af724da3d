import type { DriverEvent } from '../driver.ts';
import { type CallOptions, unlessAborted } from './current-call.ts';
import { type HostErrorResult, HostFailure, hostError, isError, unreadable } from './errors.ts';
import { eventWords } from './event-words.ts';
import type { Draft, Observation } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Reading } from './reading.ts';
import { errorWords } from './result-words.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** Said of a tab that closed by itself, before the page that is there then. */
export const TAB_CLOSED = 'The tab has closed. The page now:';

/** Runs the calls of a session one after the other, and makes observations of what they draft. */
export class Turns {
  /** Calls wait for the one before. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /**
   * After the calls before, what is no call with an observation.
   * @throws {HostFailure} `cancelled` at once when it is given up
   */
  after<T>(work: () => Promise<T>, how: CallOptions = {}): Promise<T> {
    const mine = this.#turn.then(() => this.options.call.during(how, work));
    // The next one begins when this one waits for nothing any more, given up or not: a driver is asked one thing at a time.
    this.#turn = mine.catch(() => undefined);
    return unlessAborted(how.signal, () => mine);
  }

  /** One call after the other; what goes wrong in one is its result. */
  async take<Ok>(work: () => Promise<Draft<Ok>>, how: CallOptions = {}): Promise<Observation<Ok>> {
    const whole = async (): Promise<Observation<Ok>> => {
      await this.tabs.prepared();
      this.reading.leaveGone();
      this.reading.used = undefined;
      return this.#finish(await this.#drafted(work));
    };
    try {
      return await this.after(whole, how);
    } catch (reason) {
      if (!(reason instanceof HostFailure)) throw reason;
      // What drivers have reported is for the next call.
      return this.#observation<Ok>(this.#failed(reason), []);
    }
  }

  /** A page may say anything: what can't be put into words is no result. */
  async #drafted<Ok>(work: () => Promise<Draft<Ok>>): Promise<Draft<Ok>> {
    try {
      return await work();
    } catch (reason) {
      if (reason instanceof HostFailure) return this.#failed(reason);
      return this.#failed(new HostFailure(unreadable('its answer is not of the shape that it should be')));
    }
  }

  #failed<Ok>({ error }: HostFailure): Draft<Ok> {
    const result = hostError(error, this.reading.document);
    return { result, text: errorWords(error), refs: [], pageChanged: false };
  }

  /** Adds what drivers have reported meanwhile, and goes on in a tab that has come. */
  async #finish<Ok>(draft: Draft<Ok>): Promise<Observation<Ok>> {
    await this.tabs.current.look();
    const events = this.tabs.takeEvents();
    const opened = events
      .flatMap((event) => (event.type === 'page' && event.driver ? [event.driver] : []))
      .pop();
    const isFollowed = opened !== undefined && this.options.followNewPages;
    const words = events.map((event) => eventWords(event, isFollowed)).join('\n');
    if (isFollowed) {
      const [lead = ''] = draft.text.split('\n');
      this.reading.goTo(this.tabs.follow(opened));
      draft = await this.#drafted(async () =>
        this.reading.observe(draft.result, `${lead}\n${words}`, await this.reading.readNext(), true),
      );
    } else if (words !== '') {
      draft = { ...draft, text: `${words}\n${draft.text}` };
    }
    if (this.reading.leaveGone()) {
      const [lead = ''] = draft.text.split('\n');
      draft = await this.#drafted(async () =>
        this.reading.observe(draft.result, `${lead}\n${TAB_CLOSED}`, await this.reading.readNew(), true),
      );
    }
    return this.#observation(draft, events);
  }

  #observation<Ok>(draft: Draft<Ok>, events: DriverEvent[]): Observation<Ok> {
    const { result, text, refs, snapshot, pageChanged } = draft;
    const error = isError(result as HostErrorResult) ? (result as HostErrorResult).error : undefined;
    // A page that was left is no error.
    const isWrong = error !== undefined && !(error.code === 'job_lost' && pageChanged);
    return {
      ok: !isWrong,
      result,
      ...(isWrong && { error }),
      text,
      refs,
      ...(snapshot && { snapshot, ...('delta' in snapshot && { delta: snapshot }) }),
      ...(snapshot && { snapshotMode: this.reading.used ?? { mode: 'optimized' } }),
      pageChanged,
      url: this.reading.url,
      events,
    };
  }
}
