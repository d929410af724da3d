import { descendants } from '../../../tests/cli/support.ts';

/** Processes of browsers that a process has started and that still run: all, or only the first one of each. */
export const browsersOf = (pid: number, which: 'all' | 'first' = 'all'): number[] =>
  descendants(pid)
    .filter(({ command, state }) => /chrom|headless/i.test(command) && !state.startsWith('Z'))
    .filter(({ parent }) => which === 'all' || parent === pid)
    .map((one) => one.pid);
