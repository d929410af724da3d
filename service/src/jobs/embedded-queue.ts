/** A task with its state in the queue. */
interface Entry<Task> {
  task: Task;
  id: string;
  isUrgent: boolean;
  attempts: number;
  interruptions: number;
}

/** Result of a delivery: undefined if the task is done, else the delay after which it is delivered again (ms). */
export type Delivered = undefined | { againMs: number };

/** A queue in this process: urgent tasks first, the others in their order, delayed ones when their time has come. */
export class EmbeddedQueue<Task> {
  private urgent: Entry<Task>[] = [];
  private waiting: Entry<Task>[] = [];
  private readonly known = new Set<string>();
  private readonly timers = new Map<NodeJS.Timeout, Entry<Task>>();
  private readonly active = new Set<Promise<void>>();
  private deliver: ((task: Task, interruptions: number, attempts: number) => Promise<Delivered>) | undefined;
  private concurrency = 0;

  /** @param onDone is called with the id of each task that is done */
  constructor(private readonly onDone: (id: string) => void = () => undefined) {}

  /** Queues a task, unless one with the same id is queued or being handled. */
  add(
    id: string,
    task: Task,
    options: { isUrgent?: boolean; delayMs?: number; interruptions?: number } = {},
  ): void {
    if (this.known.has(id)) return;
    this.known.add(id);
    const { isUrgent = false, delayMs = 0, interruptions = 0 } = options;
    this.place({ task, id, isUrgent, attempts: 0, interruptions }, delayMs);
  }

  start(
    concurrency: number,
    deliver: (task: Task, interruptions: number, attempts: number) => Promise<Delivered>,
  ): void {
    this.concurrency = concurrency;
    this.deliver = deliver;
    this.next();
  }

  /** Delivers no more tasks, and waits for those that are being handled. */
  async stop(): Promise<void> {
    this.deliver = undefined;
    await Promise.all(this.active);
  }

  close(): void {
    for (const timer of this.timers.keys()) clearTimeout(timer);
    this.timers.clear();
  }

  get counts() {
    return {
      waiting: this.urgent.length + this.waiting.length,
      active: this.active.size,
      delayed: this.timers.size,
    };
  }

  private place(entry: Entry<Task>, delayMs: number): void {
    if (delayMs > 0) {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.place(entry, 0);
      }, delayMs);
      this.timers.set(timer, entry);
      return;
    }
    (entry.isUrgent ? this.urgent : this.waiting).push(entry);
    this.next();
  }

  private next(): void {
    while (this.deliver && this.active.size < this.concurrency) {
      const entry = this.urgent.shift() ?? this.waiting.shift();
      if (!entry) return;
      const work = this.work(entry, this.deliver).finally(() => {
        this.active.delete(work);
        this.next();
      });
      this.active.add(work);
    }
  }

  private async work(entry: Entry<Task>, deliver: NonNullable<typeof this.deliver>): Promise<void> {
    entry.attempts += 1;
    const delivered = await deliver(entry.task, entry.interruptions, entry.attempts);
    if (delivered) {
      this.place(entry, Math.max(1, delivered.againMs));
    } else {
      this.known.delete(entry.id);
      this.onDone(entry.id);
    }
  }
}
