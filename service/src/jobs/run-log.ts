import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunTask } from '../contract/index.ts';

type Line = { id: string; task: RunTask } | { begun: string } | { done: string };

interface Unfinished {
  id: string;
  task: RunTask;
  /** It was begun, and the process ended. */
  wasBegun: boolean;
}

/** Runs that are queued, on disk: what is not done when the process ends is queued again by the next. */
export class RunLog {
  private open = 0;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true });
  }

  restore(): Unfinished[] {
    const unfinished = new Map<string, Unfinished>();
    const text = existsSync(this.file) ? readFileSync(this.file, 'utf8') : '';
    // What follows the last line's end was not written whole.
    for (const json of text.split('\n').slice(0, -1)) {
      const line = JSON.parse(json) as Line;
      if ('task' in line) unfinished.set(line.id, { ...line, wasBegun: false });
      else if ('done' in line) unfinished.delete(line.done);
      else {
        const begun = unfinished.get(line.begun);
        if (begun) begun.wasBegun = true;
      }
    }
    const lines = [...unfinished.values()].flatMap(({ id, task, wasBegun }): Line[] =>
      wasBegun ? [{ id, task }, { begun: id }] : [{ id, task }],
    );
    writeFileSync(`${this.file}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    renameSync(`${this.file}.new`, this.file);
    this.open = unfinished.size;
    return [...unfinished.values()];
  }

  add(id: string, task: RunTask): void {
    this.open += 1;
    this.write({ id, task });
  }

  begin(id: string): void {
    this.write({ begun: id });
  }

  done(id: string): void {
    this.open -= 1;
    // Messages to webhooks hold whole documents: nothing of them is kept.
    if (this.open === 0) writeFileSync(this.file, '');
    else this.write({ done: id });
  }

  private write(line: Line): void {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`);
  }
}
