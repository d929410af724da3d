import { observeAll } from '../dom/mutations.ts';
import type { Script } from './script.ts';

export interface Changes {
  /** Whether a mutation that counts has happened since the last call. */
  seen(): boolean;
  stop(): void;
}

/** Watches the document for mutations that `counts` accepts. */
export const watchChanges = (counts: (record: MutationRecord) => boolean = () => true): Changes => {
  let hasChanged = false;
  const note = (records: MutationRecord[]): void => {
    hasChanged ||= records.some(counts);
  };
  const observer = observeAll([document], note);
  return {
    seen() {
      note(observer.takeRecords());
      const was = hasChanged;
      hasChanged = false;
      return was;
    },
    stop: () => observer.disconnect(),
  };
};

const PAUSE_MS = 10;

/** Waits for a change and about a frame more, or `atMostMs` if nothing changes. */
export function* waitForChange(changes: Changes, atMostMs = 200): Script<void> {
  for (let waited = 0; waited < atMostMs && !changes.seen(); waited += PAUSE_MS) yield PAUSE_MS;
  yield PAUSE_MS;
}
