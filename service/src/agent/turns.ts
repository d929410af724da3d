/** A semaphore: a fixed number of places; when all are taken, callers wait in order. */
export class Turns {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly places: number) {}

  /** How many places are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Waits for a place. Rejects when `signal` aborts. @returns a function that frees the place */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.places) this.#taken++;
    else await this.#wait(signal);
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      const next = this.#waiting.shift();
      // The place is handed to the first that waits, so the count stays the same.
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
