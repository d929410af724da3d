import { descendants } from '../../../tests/cli/support.ts';

/** The running browser processes that a process has started: all, or only the first one of each browser. */
export const browsersOf = (pid: number, which: 'all' | 'first' = 'all'): number[] =>
  descendants(pid)
    .filter(({ command, state }) => /chrom|headless/i.test(command) && !state.startsWith('Z'))
    .filter(({ parent }) => which === 'all' || parent === pid)
    .map((one) => one.pid);
