/** A number of places. Who comes when all are taken waits for one, in turn. */
export class Turns {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  /** Places that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Waits for a place, and gives what frees it. Rejects when `signal` aborts. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.places) this.#taken++;
    else await this.#wait(signal);
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      const next = this.#waiting.shift();
      // The place goes to who waits.
      if (next) next();
      else this.#taken--;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        const index = this.#waiting.indexOf(onTurn);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      this.#waiting.push(onTurn);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
