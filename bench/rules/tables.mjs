/**
 * The places of the rules of reading: arrays whose entries are rules, and functions that are rules. `off` is the value that
 * such a function returns when the rule is left out.
 *
 * @typedef {'interactivity' | 'distillation' | 'name'} RuleKind
 * @typedef {{ kind: RuleKind, file: string, table: string }} RuleTable
 * @typedef {{ kind: RuleKind, file: string, exported: string, off: string }} RuleFunction
 */

/** @type {RuleTable[]} */
export const tables = [
  { kind: 'interactivity', file: 'src/inject/element/classify.ts', table: 'RULES' },
  { kind: 'distillation', file: 'src/inject/snapshot/distill/distill.ts', table: 'VISITORS' },
  { kind: 'name', file: 'src/inject/snapshot/guess/guess.ts', table: 'GUESSES' },
];

const guesses = 'src/inject/snapshot/guess';

/** @type {RuleFunction[]} */
export const functions = [
  { kind: 'name', file: `${guesses}/replaced-select.ts`, exported: 'nameByReplaced', off: 'undefined' },
  { kind: 'name', file: `${guesses}/current.ts`, exported: 'markCurrent', off: 'undefined' },
  { kind: 'name', file: `${guesses}/states-by-class.ts`, exported: 'markStates', off: 'undefined' },
  { kind: 'name', file: `${guesses}/context.ts`, exported: 'describeByContext', off: "''" },
  { kind: 'distillation', file: 'src/inject/snapshot/captions.ts', exported: 'markCaptions', off: '[]' },
  {
    kind: 'distillation',
    file: 'src/inject/snapshot/distill/asides.ts',
    exported: 'markAsides',
    off: 'undefined',
  },
];
