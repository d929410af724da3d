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

/** A line of the file: a queued run, the begin of one, or the end of one. `begun` without `times` is of an old version. */
type Line = { id: string; task: RunTask } | { begun: string; times?: number } | { done: string };

interface Unfinished {
  id: string;
  task: RunTask;
  /** How often a process has died while it executed the run. */
  interruptions: number;
}

interface Open extends Unfinished {
  /** Size of its first line in the file. */
  bytes: number;
}

/** The file is rewritten when its lines of done runs exceed this (bytes) and also exceed those of open runs. */
const MOST_DONE = 16_000_000;

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** The queued runs on disk: runs that are not done when the process ends are queued again by the next one. */
export class RunLog {
  private readonly open = new Map<string, Open>();
  /** Size of the whole file. */
  private bytes = 0;
  /** Size of the first lines of the open runs. */
  private openBytes = 0;

  constructor(
    private readonly file: string,
    private readonly mostDone = MOST_DONE,
  ) {
    mkdirSync(dirname(file), { recursive: true });
  }

  /** Reads the file. @returns the runs that earlier processes did not finish */
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

  /** Adds a run, unless it is queued already. */
  add(id: string, task: RunTask): void {
    if (this.open.has(id)) return;
    this.remember(id, task, this.write({ id, task }));
  }

  /** Records that a run begins. @param times how often it has been interrupted if the process dies now */
  begin(id: string, times: number): void {
    this.note(id, times);
    this.write({ begun: id, times });
  }

  done(id: string): void {
    this.forget(id);
    const doneBytes = this.bytes - this.openBytes;
    // Webhook messages hold whole documents, so the lines of done runs are removed instead of growing without end.
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

  /** Replaces the file by one with only the open runs. */
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

  /** Appends a line. @returns its size in bytes */
  private write(line: Line, file: string | number = this.file): number {
    const text = `${JSON.stringify(line)}\n`;
    appendFileSync(file, text);
    const bytes = Buffer.byteLength(text);
    this.bytes += bytes;
    return bytes;
  }
}

/** The complete lines of a file. Text after the last newline is left out: it was not written completely. */
async function* wholeLines(file: string): AsyncIterable<string> {
  if (!existsSync(file)) return;
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: CHUNK })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
