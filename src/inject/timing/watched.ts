import { Causes } from './causes.ts';
import type { CloseWatcher } from './close-watchers.ts';

/** What is kept about a page between actions. */
export interface Watched {
  readonly causes: Causes;
  /** The documents whose windows are watched: a frame has a new document after each navigation. */
  documents: WeakSet<Document>;
  /** The functions that end the watching. */
  readonly undo: (() => void)[];
  /** Nodes that change all the time. */
  readonly restless: WeakSet<Node>;
  /** The close watchers that the page has created. */
  readonly closeWatchers: CloseWatcher[];
}

export const createWatched = (): Watched => ({
  causes: new Causes(),
  documents: new WeakSet(),
  undo: [],
  restless: new WeakSet(),
  closeWatchers: [],
});
