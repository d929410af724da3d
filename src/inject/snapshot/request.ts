import type { CollectOptions, ErrorInfo, RenderOptions } from '../../contract.ts';
import { FORMATS, RENDER_OPTIONS, resolveRenderOptions } from '../../render/core.ts';
import type { Agent } from '../agent.ts';
import { cut } from '../dom/cut.ts';
import { bodyOf, elementsIn } from '../dom/read.ts';
import { ONE_PIXEL } from '../dom/visibility.ts';
import { readLocator } from '../element/locator.ts';
import { lookUp } from '../element/lookup.ts';
import { normalizeRef } from '../element/refs.ts';
import { partMissing } from '../part-missing.ts';
import { isRecord, noneInScope, readPayload, wrongArgument } from '../payload.ts';
import { type Failure, isFailure } from '../result.ts';

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
  urls: false,
  markRefs: true,
};

const COUNT = 'number from 1';

/** What most of them are: on or off. */
const TYPES: Record<string, string> = {};
for (const name of Object.keys(DEFAULTS)) TYPES[name] = typeof DEFAULTS[name as keyof ResolvedOptions];

/** The options of the collector, and those that the renderer reads. */
const SPEC: Readonly<Record<keyof (CollectOptions & RenderOptions), string>> = {
  ...(TYPES as Record<keyof ResolvedOptions, string>),
  maxNodes: COUNT,
  maxJsonBytes: COUNT,
  after: 'string',
  maxTextPerNode: COUNT,
  maxAttrValueLen: COUNT,
  scope: 'string',
  viewport: 'all|visible or {buffer: px}',
  minElementSize: '{width, height}',
  since: 'number from 0',
  timeBudgetMs: 'number',
  format: FORMATS.join('|'),
  maxCharsTotal: COUNT,
  maxDepth: COUNT,
  compact: 'boolean',
  boundary: 'string',
};

/** Rendered in the page: the tree does not cross the bridge. */
const isText = (format: unknown): boolean => format !== undefined && format !== 'json';

/** Longest text for reading in JSON; a text in the page's own formats is whole. */
const READING_TEXT = 4000;

/** The options with defaults filled in. `undefined` values count as absent. */
const resolveOptions = (given: Readonly<Record<string, unknown>>): ResolvedOptions => {
  const resolved: Record<string, unknown> = { ...DEFAULTS };
  for (const name of Object.keys(given)) if (given[name] !== undefined) resolved[name] = given[name];
  const isRendered = isText(given.format);
  if (given.maxTextPerNode === undefined && resolved.interactiveOnly === false)
    resolved.maxTextPerNode = isRendered ? Infinity : READING_TEXT;
  if (given.maxJsonBytes === undefined && (given.maxNodes !== undefined || isRendered))
    resolved.maxJsonBytes = Infinity;
  return resolved as unknown as ResolvedOptions;
};

/** The render options among the given ones, if a format other than JSON is wanted. */
const renderOptionsOf = (
  agent: Agent,
  given: Readonly<Record<string, unknown>>,
): RenderOptions | undefined | ErrorInfo => {
  const wanted: Record<string, unknown> = {};
  for (const name of RENDER_OPTIONS) if (given[name] !== undefined) wanted[name] = given[name];
  const resolved = resolveRenderOptions(wanted);
  if ('code' in resolved) return resolved;
  if (!isText(given.format)) return undefined;
  const { format } = resolved;
  if (!agent.parts.formats[format]) return partMissing(agent, `The format ${format}`, 'formats').error;
  // For reading, characters are what counts: a line may be a word.
  return given.interactiveOnly === false && given.maxNodes === undefined
    ? { ...wanted, maxNodes: Infinity }
    : (wanted as RenderOptions);
};

/** The elements that a scope means, in its order: refs, or a selector. */
const scopesOf = (agent: Agent, scope: string): readonly Element[] | Failure => {
  if (readLocator(scope)) {
    const found = lookUp(agent, scope);
    return isFailure(found) ? found : [found.element];
  }
  const refs = scope.split(',').map((part) => normalizeRef(part, agent.state.refs.letters));
  if (refs.every((ref) => ref !== undefined)) {
    const found: Element[] = [];
    for (const ref of refs) {
      const one = lookUp(agent, ref);
      if (isFailure(one)) return one;
      found.push(one.element);
    }
    return found;
  }
  try {
    const [first] = elementsIn(document, scope);
    return first ? [first] : noneInScope(scope);
  } catch {
    return wrongArgument('scope', `scope "${cut(scope, 60)}" is neither a ref nor a CSS selector.`);
  }
};

/** What a snapshot is to show. */
export interface Request {
  readonly options: ResolvedOptions;
  /** Absent: the tree itself is wanted. */
  readonly rendering: RenderOptions | undefined;
  /** Where reading begins: the body, unless a scope is given. */
  readonly scopes: readonly Element[];
  readonly isScoped: boolean;
  /** As the host gave it. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** What the options of a snapshot mean in this page. `within`: where it begins, in place of `scope`. */
export const resolveRequest = (agent: Agent, given: unknown, within?: Element): Request | Failure => {
  if (given && !isRecord(given))
    return wrongArgument('options', 'snapshot takes one object with options.', Object.keys(SPEC));
  const all = readPayload('snapshot', given, SPEC);
  if (isFailure(all)) return all;
  const options = resolveOptions(all);
  const rendering = renderOptionsOf(agent, all);
  if (rendering && 'code' in rendering) return { error: rendering };
  const scopes = within ? [within] : options.scope === undefined ? undefined : scopesOf(agent, options.scope);
  if (scopes && isFailure(scopes)) return scopes;
  const body = bodyOf();
  return {
    options,
    rendering,
    scopes: scopes || (body ? [body] : []),
    isScoped: !!scopes,
    given: all,
  };
};

/** They say how and how long is read, not what is shown. `maxJsonBytes` is another one by default for text. */
const NOT_SHOWN: readonly (keyof CollectOptions)[] = [
  'since',
  'after',
  'markRefs',
  'timeBudgetMs',
  'maxJsonBytes',
];

/** Whether two snapshots show the same kind of thing, so that one can be printed as a change of the other. */
export const optionsKey = (options: ResolvedOptions): string => {
  let key = '';
  for (const name of Object.keys(SPEC) as (keyof CollectOptions)[]) {
    if (NOT_SHOWN.includes(name) || RENDER_OPTIONS.includes(name)) continue;
    const value = options[name];
    key += `${isRecord(value) ? Object.keys(value).map((k) => value[k as never]) : value}|`;
  }
  return key;
};
