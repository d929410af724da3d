import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FilePayload } from '../../../src/host/index.ts';

/** Most bytes of one file: it is handed to the script in the page as base64. */
const MAX_BYTES = 20_000_000;

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
};

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
};

const pathOf = (given: string): string => (given.startsWith('file:') ? fileURLToPath(given) : given);

/** The paths that a given path may stand for: itself if absolute, else one in each folder. */
const candidates = (given: string, folders: readonly string[]): string[] =>
  isAbsolute(given) ? [given] : folders.map((folder) => join(folder, given));

const realOrNone = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

/**
 * Reads a file for a page. Symbolic links are resolved before the check that it is in one of the folders.
 *
 * @throws {Error} with a message for a model
 */
export const readUpload = async (given: string, folders: readonly string[]): Promise<FilePayload> => {
  if (folders.length === 0)
    throw new Error(
      'No folder is shared. Ask the user to start the server with --files FOLDER, or to share a root in the client',
    );
  const roots = (await Promise.all(folders.map((folder) => realOrNone(pathOf(folder))))).filter(
    (root) => root !== undefined,
  );
  for (const candidate of candidates(pathOf(given), roots)) {
    const path = await realOrNone(candidate);
    if (path === undefined || !roots.some((root) => isWithin(root, path))) continue;
    const info = await stat(path);
    if (!info.isFile()) throw new Error(`${basename(path)} is no file`);
    if (info.size > MAX_BYTES) throw new Error(`${basename(path)} is larger than ${MAX_BYTES / 1e6} MB`);
    const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
    return { name: basename(path), type, base64: (await readFile(path)).toString('base64') };
  }
  const name = basename(given).slice(0, 100);
  throw new Error(`There is no file ${JSON.stringify(name)} in the folders that are shared with pages`);
};
