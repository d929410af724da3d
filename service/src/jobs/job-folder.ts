import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../contract/index.ts';

/** The lists of a job. `pages`: known pages and limits, see `PageLine` of embedded-job.ts. */
export type LogName = 'pages' | 'documents' | 'errors' | 'events';

/** Bytes that are read at once to find the lines of a file. */
const CHUNK = 1 << 16;
const NEWLINE = 10;

/** The files of one job: `job.json`, and lists as JSON lines. Memory holds only the offsets of the lines. */
export class JobFolder {
  private readonly starts = new Map<LogName, number[]>();

  constructor(readonly path: string) {
    mkdirSync(path, { recursive: true });
  }

  /** The job; undefined if the process that created the folder died before it wrote the job. */
  readJob(): Job | undefined {
    const file = join(this.path, 'job.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Job) : undefined;
  }

  writeJob(job: Job): void {
    const file = join(this.path, 'job.json');
    writeFileSync(`${file}.new`, JSON.stringify(job));
    renameSync(`${file}.new`, file);
  }

  append(name: LogName, ...values: unknown[]): void {
    if (values.length === 0) return;
    const starts = this.index(name);
    const lines = values.map((value) => Buffer.from(`${JSON.stringify(value)}\n`));
    appendFileSync(this.file(name), Buffer.concat(lines));
    for (const line of lines) starts.push((starts.at(-1) as number) + line.length);
  }

  count(name: LogName): number {
    return this.index(name).length - 1;
  }

  /** The parsed lines of a list. @param from index of the first line, from 0 */
  read<T>(name: LogName, from = 0, count = Number.POSITIVE_INFINITY): T[] {
    const starts = this.index(name);
    const to = Math.min(from + count, starts.length - 1);
    if (to <= from) return [];
    const begin = starts[from] as number;
    const bytes = Buffer.alloc((starts[to] as number) - begin);
    const file = openSync(this.file(name), 'r');
    readSync(file, bytes, 0, bytes.length, begin);
    closeSync(file);
    const lines = bytes.toString('utf8').split('\n');
    return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  private file(name: LogName): string {
    return join(this.path, `${name}.jsonl`);
  }

  /** Offsets of the line starts and of the end of the last line. An incomplete last line is cut off the file. */
  private index(name: LogName): number[] {
    const known = this.starts.get(name);
    if (known) return known;
    const starts = existsSync(this.file(name)) ? lineStarts(this.file(name)) : [0];
    this.starts.set(name, starts);
    return starts;
  }
}

function lineStarts(path: string): number[] {
  const starts = [0];
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; at < size; at += CHUNK) {
    const length = readSync(file, chunk, 0, CHUNK, at);
    for (let i = chunk.indexOf(NEWLINE); i >= 0 && i < length; i = chunk.indexOf(NEWLINE, i + 1)) {
      starts.push(at + i + 1);
    }
  }
  closeSync(file);
  const end = starts.at(-1) as number;
  if (end < size) truncateSync(path, end);
  return starts;
}
