import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { RunTask } from '../contract/index.ts';

/** A line without `times` is one of an earlier version. */
type Line = { id: string; task: RunTask } | { begun: string; times?: number } | { done: string };

interface Unfinished {
  id: string;
  task: RunTask;
  /** How often a process has ended in the middle of it. */
  interruptions: number;
}

interface Open extends Unfinished {
  /** What its first line takes of the file. */
  bytes: number;
}

/** So much of the file may belong to what is done (bytes), or as much as to what is open. */
const MOST_DONE = 16_000_000;

/** Read at once (bytes). */
const CHUNK = 1 << 20;

/** Runs that are queued, on disk: what is not done when the process ends is queued again by the next. */
export class RunLog {
  private readonly open = new Map<string, Open>();
  /** Of the whole file. */
  private bytes = 0;
  /** Of the first lines of what is open. */
  private openBytes = 0;

  constructor(
    private readonly file: string,
    private readonly mostDone = MOST_DONE,
  ) {
    mkdirSync(dirname(file), { recursive: true });
  }

  /** Reads what processes before have left. */
  async restore(): Promise<Unfinished[]> {
    for await (const json of wholeLines(this.file)) {
      const line = JSON.parse(json) as Line;
      if ('task' in line) this.remember(line.id, line.task, Buffer.byteLength(json) + 1);
      else if ('done' in line) this.forget(line.done);
      else this.note(line.begun, line.times ?? 1);
    }
    this.rewrite();
    return [...this.open.values()];
  }

  /** A run that is queued already is not added again. */
  add(id: string, task: RunTask): void {
    if (this.open.has(id)) return;
    this.remember(id, task, this.write({ id, task }));
  }

  /** @param times how often it has been interrupted if the process ends now */
  begin(id: string, times: number): void {
    this.note(id, times);
    this.write({ begun: id, times });
  }

  done(id: string): void {
    this.forget(id);
    const doneBytes = this.bytes - this.openBytes;
    // Messages to webhooks hold whole documents: nothing of them is kept.
    if (this.open.size === 0 || doneBytes > Math.max(this.mostDone, this.openBytes)) this.rewrite();
    else this.write({ done: id });
  }

  private remember(id: string, task: RunTask, bytes: number): void {
    this.forget(id);
    this.open.set(id, { id, task, interruptions: 0, bytes });
    this.openBytes += bytes;
  }

  private note(id: string, interruptions: number): void {
    const open = this.open.get(id);
    if (open) open.interruptions = interruptions;
  }

  private forget(id: string): void {
    this.openBytes -= this.open.get(id)?.bytes ?? 0;
    this.open.delete(id);
  }

  /** Only what is open. */
  private rewrite(): void {
    this.bytes = 0;
    const file = openSync(`${this.file}.new`, 'w');
    for (const { id, task, interruptions } of this.open.values()) {
      this.write({ id, task }, file);
      if (interruptions > 0) this.write({ begun: id, times: interruptions }, file);
    }
    closeSync(file);
    renameSync(`${this.file}.new`, this.file);
  }

  /** @returns how many bytes it takes */
  private write(line: Line, file: string | number = this.file): number {
    const text = `${JSON.stringify(line)}\n`;
    appendFileSync(file, text);
    const bytes = Buffer.byteLength(text);
    this.bytes += bytes;
    return bytes;
  }
}

/** What follows the last line's end was not written whole. */
async function* wholeLines(file: string): AsyncIterable<string> {
  if (!existsSync(file)) return;
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
