import type { CollectOptions, ErrorInfo } from '../../contract.ts';
import { ONE_PIXEL } from '../dom/hidden.ts';
import { cut } from './text.ts';

/** The collector's options with their defaults. */
export type ResolvedOptions = Required<Omit<CollectOptions, 'after' | 'scope' | 'since' | 'timeBudgetMs'>> &
  Pick<CollectOptions, 'after' | 'scope' | 'since' | 'timeBudgetMs'>;

const DEFAULTS: ResolvedOptions = {
  interactiveOnly: true,
  maxNodes: 500,
  maxJsonBytes: 100_000,
  maxTextPerNode: 200,
  maxAttrValueLen: 150,
  viewport: 'all',
  minElementSize: ONE_PIXEL,
  includeHidden: false,
  cursorInteractive: true,
  frames: true,
  shadow: true,
  paths: false,
  boxes: false,
  occlusion: false,
  description: false,
  urls: true,
  markRefs: true,
};

type Check = readonly [isRight: (value: unknown) => boolean, wanted: string];

const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FLAG: Check = [(value) => typeof value === 'boolean', 'true or false'];
const COUNT: Check = [(value) => isNumber(value) && value >= 1, 'a number from 1 up'];
const SIZE: Check = [
  (value) => isObject(value) && isNumber(value.width) && isNumber(value.height),
  '{width, height} in px',
];
const VIEWPORT: Check = [
  (value) => value === 'all' || value === 'visible' || (isObject(value) && isNumber(value.buffer)),
  '"all", "visible" or {buffer: px}',
];

const CHECKS: { readonly [K in keyof Required<CollectOptions>]: Check } = {
  interactiveOnly: FLAG,
  maxNodes: COUNT,
  maxJsonBytes: COUNT,
  after: [(value) => typeof value === 'string', 'a ref such as "e8"'],
  maxTextPerNode: COUNT,
  maxAttrValueLen: COUNT,
  scope: [(value) => typeof value === 'string' && value !== '', 'a ref or a CSS selector'],
  viewport: VIEWPORT,
  minElementSize: SIZE,
  includeHidden: FLAG,
  cursorInteractive: FLAG,
  frames: FLAG,
  shadow: FLAG,
  paths: FLAG,
  boxes: FLAG,
  occlusion: FLAG,
  description: FLAG,
  urls: FLAG,
  markRefs: FLAG,
  since: [(value) => isNumber(value) && value >= 0, 'a revision (number)'],
  timeBudgetMs: [(value) => isNumber(value) && value >= 0, 'milliseconds (number)'],
};

/** Names of the options that only the renderer reads; it checks their values itself. */
const RENDER_OPTIONS = ['format', 'maxCharsTotal', 'maxDepth', 'compact', 'boundary'];

const wrong = (argument: string, message: string, valid: string[]): ErrorInfo => ({
  code: 'invalid_argument',
  message,
  argument,
  valid,
});

/** A name from outside of this script, as one word of a sentence. */
const quoted = (name: string): string => `"${cut(name.replace(/[^ -!#-~]+/g, '?'), 60)}"`;

/** Rendered in the page: the tree does not cross the bridge. */
const isText = (format: unknown): boolean => format !== undefined && format !== 'json';

/** The options with defaults filled in, or what is wrong with them. `undefined` values count as absent. */
export const resolveOptions = (given: unknown): ResolvedOptions | ErrorInfo => {
  if (given === undefined || given === null) return DEFAULTS;
  const names = Object.keys(CHECKS).concat(RENDER_OPTIONS);
  if (!isObject(given)) return wrong('options', 'snapshot takes one object with options.', names);
  const resolved: Record<string, unknown> = { ...DEFAULTS };
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value === undefined || RENDER_OPTIONS.includes(name)) continue;
    const check = Object.keys(CHECKS).includes(name) ? CHECKS[name as keyof CollectOptions] : undefined;
    if (!check)
      return wrong(name, `There is no snapshot option ${quoted(name)}. Valid: ${names.join(', ')}.`, names);
    const [isRight, wanted] = check;
    if (!isRight(value)) return wrong(name, `The snapshot option ${name} must be ${wanted}.`, [wanted]);
    resolved[name] = value;
  }
  const unbound = given.maxJsonBytes === undefined && (given.maxNodes !== undefined || isText(given.format));
  if (unbound) resolved.maxJsonBytes = Number.POSITIVE_INFINITY;
  return resolved as unknown as ResolvedOptions;
};

/** They say how and how long is read, not what is shown. `maxJsonBytes` is another one by default for text. */
const NOT_SHOWN: readonly (keyof CollectOptions)[] = ['since', 'markRefs', 'timeBudgetMs', 'maxJsonBytes'];

/** Whether two snapshots show the same kind of thing, so that one can be told as a change of the other. */
export const optionsKey = (options: ResolvedOptions): string => {
  let key = '';
  for (const name of Object.keys(CHECKS) as (keyof CollectOptions)[]) {
    if (NOT_SHOWN.includes(name)) continue;
    const value = options[name];
    key += `${isObject(value) ? Object.keys(value).map((k) => value[k as never]) : value}|`;
  }
  return key;
};
