import type { DriverEvent } from '../driver.ts';
import { type CallOptions, unlessAborted } from './current-call.ts';
import { type HostErrorResult, HostFailure, hostError, isError, unreadable } from './errors.ts';
import { eventWords } from './event-words.ts';
import type { Draft, Observation } from './observation.ts';
import type { ResolvedSessionOptions } from './options.ts';
import type { Reading } from './reading.ts';
import { errorWords } from './result-words.ts';
import type { WatchedTabs } from './watched-tabs.ts';

/** The line above the page after the current tab has closed by itself. */
export const TAB_CLOSED = 'The tab has closed. The page now:';

/** Runs the calls of a session one after the other, and completes their drafts to observations. */
export class Turns {
  /** The call before, which the next one waits for. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tabs: WatchedTabs,
    private readonly reading: Reading,
    private readonly options: ResolvedSessionOptions,
  ) {}

  /**
   * Runs `work` in turn, without an observation.
   * @throws {HostFailure} `cancelled` at once when the signal is aborted
   */
  after<T>(work: () => Promise<T>, how: CallOptions = {}): Promise<T> {
    const mine = this.#turn.then(() => this.options.call.during(how, work));
    // The next call begins when this one has ended, cancelled or not: a driver handles one call at a time.
    this.#turn = mine.catch(() => undefined);
    return unlessAborted(how.signal, () => mine);
  }

  /** Runs a call in turn; a failure becomes its result. */
  async take<Ok>(work: () => Promise<Draft<Ok>>, how: CallOptions = {}): Promise<Observation<Ok>> {
    const whole = async (): Promise<Observation<Ok>> => {
      await this.tabs.prepared();
      this.reading.leaveGone();
      this.reading.begin();
      return this.#finish(await this.#drafted(work));
    };
    try {
      return await this.after(whole, how);
    } catch (reason) {
      if (!(reason instanceof HostFailure)) throw reason;
      // Events of drivers are left for the next call.
      return this.#observation<Ok>(this.#failed(reason), []);
    }
  }

  /** Runs `work`; an answer of a page with the wrong shape, which makes it throw, becomes an error. */
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

  /** Adds the events of drivers, and switches to an opened tab or from a closed one. */
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
    // A page that was left is no error, since the new page was read.
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
