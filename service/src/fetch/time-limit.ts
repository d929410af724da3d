/** A signal that aborts after a time, or earlier when `outer` aborts. Call `end` when the work is over. */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #outer: AbortSignal | undefined;
  #isOver = false;

  constructor(ms: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, ms);
    this.#timer.unref();
    if (outer?.aborted) this.#stop();
    else outer?.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time is over, so that the abort was a timeout. */
  get isOver(): boolean {
    return this.#isOver;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => this.#controller.abort();
}
