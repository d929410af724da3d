/** Tabs or windows that are used for one page after the other: opening one takes longer than a page. */
export class Pool<T> {
  readonly #free: T[] = [];
  readonly #all: T[] = [];

  constructor(private readonly create: () => Promise<T>) {}

  get all(): readonly T[] {
    return this.#all;
  }

  async take(): Promise<T> {
    const free = this.#free.pop();
    if (free) return free;
    const made = await this.create();
    this.#all.push(made);
    return made;
  }

  giveBack(item: T): void {
    this.#free.push(item);
  }
}
