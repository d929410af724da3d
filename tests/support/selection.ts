import { ENGINE } from './engine.ts';

/**
 * With FULL=1 every row of a table is tested; otherwise rows that differ little are left out, to keep the gate short.
 */
export const IS_FULL = Boolean(process.env.FULL);

/** Every `share`th row of a table, beginning with number `from`; all with FULL=1. */
export const some = <T>(rows: readonly T[], share: number, from = 0): readonly T[] =>
  IS_FULL ? rows : rows.filter((_, i) => (i + from) % share === 0);

/**
 * The rows of a table that this engine tries: in Chromium all of them; another engine, which has the same code to run
 * and differs in few of its answers, every third one.
 */
export const rowsHere = <T>(rows: readonly T[]): readonly T[] =>
  ENGINE === 'chromium' ? rows : some(rows, 3);
