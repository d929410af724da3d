import { z } from 'zod';
import type { Job, JobStore } from '../contract/index.ts';
import { toClientDocument } from './job-answers.ts';

/** Most bytes of the documents in one answer; a single document may be larger. */
const PAGE_BYTES = 10_000_000;

/** How many documents are read from the store at once. */
const CHUNK = 25;

export const statusQuery = z.object({
  /** How many documents to skip. */
  skip: z.coerce.number().int().min(0).default(0),
  /** Most documents in this answer. */
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
});

export interface DocumentPage {
  /** Each document as JSON text. */
  documents: string[];
  /** `skip` of the next answer; absent if there are no more documents yet. */
  next?: number;
}

/** Documents of a job after the first `skip`, as many as one answer holds. */
export const readDocuments = async (
  store: JobStore,
  { id }: Job,
  { skip, limit = Infinity }: z.infer<typeof statusQuery>,
): Promise<DocumentPage> => {
  const documents: string[] = [];
  let bytes = 0;
  for (;;) {
    const from = skip + documents.length;
    const chunk = await store.documents(id, from, CHUNK);
    for (const document of chunk) {
      const text = JSON.stringify(toClientDocument(document));
      bytes += Buffer.byteLength(text);
      const isFull = documents.length >= limit || (bytes > PAGE_BYTES && documents.length > 0);
      if (isFull) return { documents, next: skip + documents.length };
      documents.push(text);
    }
    if (chunk.length < CHUNK) return { documents };
  }
};

/** JSON text of an answer: `fields`, and `data` with documents that are JSON text already. */
export const withDocuments = (fields: object, documents: readonly string[]): string =>
  `${JSON.stringify(fields).slice(0, -1)},"data":[${documents.join(',')}]}`;
