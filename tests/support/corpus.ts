import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { withoutScripts } from '../../bench/pages/pages.mjs';

/** Real pages, for measuring only; they are not part of the project, so the folder may be missing. */
const FOLDER = new URL('../../../shared/corpus/', import.meta.url);

export interface CorpusPage {
  file: string;
  /** As served, without its scripts. */
  html: string;
}

/** The pages sorted by name; null where the folder is missing. */
export const corpusPages = (): CorpusPage[] | null => {
  if (!existsSync(FOLDER)) return null;
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.html'));
  return files
    .sort()
    .map((file) => ({ file, html: withoutScripts(readFileSync(new URL(file, FOLDER), 'utf8')) }));
};
