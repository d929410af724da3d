import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file atomically, readable for this user only: a reader gets the whole old file or the whole new one.
 *
 * @throws where it can't be written; the old file stays then
 */
export const writeWhole = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
};
