import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only this user can read; who reads it meanwhile gets all of the one before.
 *
 * @throws where it can't be written; nothing is left of it then
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
