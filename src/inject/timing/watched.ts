import { Causes } from './causes.ts';
import type { CloseWatcher } from './close-watchers.ts';

/** What an agent knows of a page from one action to the next. */
export interface Watched {
  readonly causes: Causes;
  /** The documents in whose windows it is watched: a frame has another one after each navigation. */
  documents: WeakSet<Document>;
  /** How to take that back. */
  readonly undo: (() => void)[];
  /** What changes all the time. */
  readonly restless: WeakSet<Node>;
  /** What the page has made to hear close requests. */
  readonly closeWatchers: CloseWatcher[];
}

export const createWatched = (): Watched => ({
  causes: new Causes(),
  documents: new WeakSet(),
  undo: [],
  restless: new WeakSet(),
  closeWatchers: [],
});
