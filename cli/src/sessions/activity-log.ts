/**
 * The latest entries of a log (console, network, dialogs) with ascending ids, so that a reader can ask for those after
 * the last one that it has seen.
 */
export class ActivityLog<Entry extends object> {
  readonly #entries: (Entry & { id: number })[] = [];
  #last = 0;

  /** @param most how many entries are kept; older ones are dropped */
  constructor(private readonly most: number) {}

  add(entry: Entry): Entry & { id: number } {
    const numbered = { ...entry, id: ++this.#last };
    this.#entries.push(numbered);
    if (this.#entries.length > this.most) this.#entries.shift();
    return numbered;
  }

  /** The entries with a greater id, oldest first. */
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
