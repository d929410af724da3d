/** The last entries of something that goes on, numbered so that a reader can go on where it stopped. */
export class ActivityLog<Entry extends object> {
  readonly #entries: (Entry & { id: number })[] = [];
  #last = 0;

  /** @param most entries that are kept; older ones are dropped */
  constructor(private readonly most: number) {}

  add(entry: Entry): Entry & { id: number } {
    const numbered = { ...entry, id: ++this.#last };
    this.#entries.push(numbered);
    if (this.#entries.length > this.most) this.#entries.shift();
    return numbered;
  }

  /** Those after an id, oldest first. */
  since(id = 0): (Entry & { id: number })[] {
    return this.#entries.filter((entry) => entry.id > id);
  }

  find(id: number): (Entry & { id: number }) | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
