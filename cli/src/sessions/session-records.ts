import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptContext } from './browser-pool.ts';
import type { SessionSettings } from './session-settings.ts';
import { writeWhole } from './whole-file.ts';

/** What the next server needs to resume a session whose server was killed. */
export interface SessionRecord {
  name: string;
  settings: SessionSettings;
  createdAt: number;
  /** The key of the scripts in its documents; absent where frames of other origins are left out. */
  channelKey?: string;
  /** A ref or CSS selector that snapshots are limited to. */
  scope?: string;
  /** The browser and context of its pages; absent for a browser that was connected to. */
  kept?: KeptContext;
  /** Oldest first; `target` is the browser's own id. */
  tabs: { id: string; target: string }[];
  /** Id of the tab that calls go to. */
  active: string;
  /** How many tabs there have been: their ids are not used again. */
  tabCount: number;
}

/** Version of the file's layout: a file of another version is ignored. */
const LAYOUT = 1;

/** The sessions of a server as a file: readable for this user only (settings may hold passwords), and always whole. */
export class SessionRecords {
  readonly #path: string;
  #written = '';

  constructor(folder: string) {
    this.#path = join(folder, 'sessions.json');
  }

  /** The records of the server before; none where the file is missing or can't be read. */
  read(): SessionRecord[] {
    try {
      const { layout, sessions } = JSON.parse(readFileSync(this.#path, 'utf8'));
      return layout === LAYOUT && Array.isArray(sessions) ? sessions : [];
    } catch {
      return [];
    }
  }

  /** Writes the records if they have changed. Where that fails (a full disk) the sessions go on without a record. */
  write(sessions: readonly SessionRecord[]): void {
    const text = JSON.stringify({ layout: LAYOUT, sessions });
    if (text === this.#written) return;
    try {
      if (sessions.length === 0) rmSync(this.#path, { force: true });
      else writeWhole(this.#path, text);
      this.#written = text;
    } catch (thrown) {
      console.error(`The record of the sessions could not be written: ${(thrown as Error).message}`);
    }
  }
}
