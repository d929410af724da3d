import { cancelled } from './failure.ts';

/** A semaphore: a fixed number of slots; when all are taken, callers wait in order. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = Math.max(1, count);
  }

  /** Waits for a slot. Rejects with `cancelled` when `signal` aborts. @returns a function that frees the slot */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(cancelled());
      };
      this.#waiting.push(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
