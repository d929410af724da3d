import { observeAll } from '../dom/mutations.ts';
import type { Script } from './script.ts';

export interface Changes {
  /** Whether something that counts has happened since the last call. */
  seen(): boolean;
  stop(): void;
}

/** Watches the page from now on. */
export const watchChanges = (
  counts: (record: MutationRecord) => boolean,
  roots: readonly Node[] = [document],
): Changes => {
  let found = false;
  const hear = (records: MutationRecord[]): void => {
    found ||= records.some(counts);
  };
  const observer = observeAll(roots, hear);
  return {
    seen() {
      hear(observer.takeRecords());
      const was = found;
      found = false;
      return was;
    },
    stop: () => observer.disconnect(),
  };
};

const PAUSE_MS = 10;

/** Until something has changed, and about a frame more; or nothing has for a while (ms). */
export function* waitForChange(changes: Changes, atMostMs = 200): Script<void> {
  for (let waited = 0; waited < atMostMs && !changes.seen(); waited += PAUSE_MS) yield PAUSE_MS;
  yield PAUSE_MS;
}
