/**
 * The wire types between a page and its host. JSON only: no functions, no DOM types, no code.
 * Everything else in this project speaks them; other languages port exactly these files.
 *
 * Conventions: a field that has nothing to say is absent (never `null`, never an empty array or object).
 * Lengths are UTF-16 code units, positions and sizes are CSS px in the top document's viewport, times are ms.
 */

export type * from './contract/action.ts';
export type * from './contract/jobs.ts';
export type * from './contract/page.ts';
export type * from './contract/page-tools.ts';
export type * from './contract/query.ts';
export type * from './contract/results.ts';
export type * from './contract/snapshot.ts';
