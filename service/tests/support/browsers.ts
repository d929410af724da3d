import { descendants } from '../../../tests/cli/support.ts';

/** Processes of browsers that a process has started and that still run: all, or the one of each that started the others. */
export const browsersOf = (pid: number, which: 'all' | 'main' = 'all'): number[] =>
  descendants(pid)
    .filter(({ command, state }) => /chrom|headless/i.test(command) && !state.startsWith('Z'))
    .filter(({ command }) => which === 'all' || !/--type=|crashpad/.test(command))
    .map((one) => one.pid);
