import type { PageTask } from '../contract/index.ts';

interface Known {
  task: PageTask;
  /**
   * Who has queued the page: a parent, `+` (it was released by the end of another page) or `before` (an earlier
   * process); undefined while it is pending.
   */
  owner: string | undefined;
  state: 'open' | 'done' | 'left out';
}

/** The pages of one job in this process. It follows the same rules as the scripts in redis-commands.ts. */
export class PageLedger {
  limit = 0;
  atOnce = Number.POSITIVE_INFINITY;
  private readonly known = new Map<string, Known>();
  private readonly aliases = new Map<string, string>();
  private pending: Known[] = [];
  private readonly granted = new Map<string, Known[]>();
  private released = 0;
  private finished = 0;
  private leftOut = 0;

  get total(): number {
    return Math.min(this.known.size - this.leftOut, this.limit);
  }

  /** Whether all released pages are finished. Pages that are still pending then are beyond the limit. */
  get isFinished(): boolean {
    return this.released === this.finished;
  }

  /** @returns pages to be queued, and those that were not known before */
  reserve(parent: string, pages: PageTask[]): { queued: PageTask[]; added: PageTask[] } {
    const queued: PageTask[] = [];
    const added: PageTask[] = [];
    for (const task of pages) {
      const known = this.known.get(task.key);
      if (known) {
        if (known.owner === parent && known.state === 'open') queued.push(known.task);
      } else if (!this.aliases.has(task.key) && this.remember(task, parent, queued)) {
        added.push(task);
      }
    }
    return { queued, added };
  }

  /** Adds a page that an earlier process knew; `releaseOpen` returns it if it is not finished. */
  restore(task: PageTask): void {
    if (this.known.has(task.key)) return;
    const known: Known = { task, owner: undefined, state: 'open' };
    this.known.set(task.key, known);
    this.pending.push(known);
  }

  /** Marks a restored page as finished. */
  restoreFinished(key: string, aliases: string[], isLeftOut: boolean): void {
    const known = this.known.get(key);
    if (known?.state !== 'open') return;
    known.owner = 'before';
    this.released += 1;
    this.close(known, isLeftOut);
    if (!isLeftOut) for (const alias of aliases) this.setAlias(alias, key);
  }

  /** Ends the restoring. @returns the unfinished pages that are to be queued */
  releaseOpen(): PageTask[] {
    this.pending = this.pending.filter(({ state }) => state === 'open');
    return this.releaseNext().map(({ task }) => task);
  }

  isKnown(key: string): boolean {
    return this.known.has(key);
  }

  isOpen(key: string): boolean {
    return this.known.get(key)?.state === 'open';
  }

  isLeftOut(key: string): boolean {
    return this.known.get(key)?.state === 'left out';
  }

  /** Whether an alias of a page is the key or an alias of another page. */
  isDuplicate(key: string, aliases: string[]): boolean {
    return aliases.some((alias) => {
      const owner = this.aliases.get(alias);
      if (owner !== undefined) return owner !== key;
      const known = this.known.get(alias);
      return alias !== key && known?.owner !== undefined && known.state !== 'left out';
    });
  }

  finish(key: string, aliases: string[], isLeftOut: boolean): void {
    const known = this.known.get(key);
    if (!known) return;
    this.close(known, isLeftOut);
    if (!isLeftOut) for (const alias of aliases) this.setAlias(alias, key);
    const next = this.releaseNext();
    if (next.length > 0) this.granted.set(key, next);
  }

  /** The pages that the end of a page has released and that are not finished. */
  grantedBy(key: string): PageTask[] {
    const granted = this.granted.get(key) ?? [];
    return granted.filter(({ state }) => state === 'open').map(({ task }) => task);
  }

  private setAlias(alias: string, key: string): void {
    if (!this.aliases.has(alias)) this.aliases.set(alias, key);
  }

  private close(known: Known, isLeftOut: boolean): void {
    known.state = isLeftOut ? 'left out' : 'done';
    this.finished += 1;
    if (isLeftOut) this.leftOut += 1;
  }

  private get hasRoom(): boolean {
    return this.released - this.finished < this.atOnce && this.released - this.leftOut < this.limit;
  }

  private remember(task: PageTask, parent: string, queued: PageTask[]): boolean {
    const known: Known = { task, owner: undefined, state: 'open' };
    if (this.hasRoom) {
      known.owner = parent;
      this.released += 1;
      queued.push(task);
    } else if (this.known.size - this.leftOut < 2 * this.limit + 100) {
      this.pending.push(known);
    } else {
      return false;
    }
    this.known.set(task.key, known);
    return true;
  }

  private releaseNext(): Known[] {
    let count = 0;
    for (; count < this.pending.length && this.hasRoom; count++) {
      (this.pending[count] as Known).owner = '+';
      this.released += 1;
    }
    return this.pending.splice(0, count);
  }
}
