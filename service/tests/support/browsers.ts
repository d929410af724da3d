import { descendants } from '../../../tests/cli/support.ts';

/** Browsers that a process has started and that still run. */
export const browsersOf = (pid: number): number[] =>
  descendants(pid)
    .filter(({ command, state }) => /chrom|headless/i.test(command) && !state.startsWith('Z'))
    .map((one) => one.pid);
