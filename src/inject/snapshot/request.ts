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

/** Type by option name, from the defaults; most are booleans. */
const TYPES: Record<string, string> = {};
for (const name of Object.keys(DEFAULTS)) TYPES[name] = typeof DEFAULTS[name as keyof ResolvedOptions];

/** What a snapshot's options may be: those of the collector, and those of the renderer. */
const OPTION_TYPES: Readonly<Record<keyof (CollectOptions & RenderOptions), string>> = {
  ...(TYPES as Record<keyof ResolvedOptions, string>),
  maxNodes: COUNT,
  maxJsonBytes: COUNT,
  after: 'string',
  maxTextPerNode: COUNT,
  maxAttrValueLen: COUNT,
  scope: 'string',
  viewport: 'all|visible or {buffer}',
  minElementSize: '{width, height}',
  since: 'number from 0',
  timeBudgetMs: 'number',
  format: FORMATS.join('|'),
  maxCharsTotal: COUNT,
  maxDepth: COUNT,
  compact: 'boolean',
  boundary: 'string',
};

/** Whether the result is rendered in the page, so that the tree does not cross the bridge. */
const isRendered = (format: unknown): boolean => format !== undefined && format !== 'json';

/** Characters of one text in a JSON snapshot for reading; rendered texts are not cut. */
const READING_TEXT = 4000;

/** The options with defaults filled in. `undefined` values count as absent. */
const resolveOptions = (given: Readonly<Record<string, unknown>>): ResolvedOptions => {
  const resolved: Record<string, unknown> = { ...DEFAULTS };
  for (const name of Object.keys(given)) if (given[name] !== undefined) resolved[name] = given[name];
  const isTextFormat = isRendered(given.format);
  if (given.maxTextPerNode === undefined && resolved.interactiveOnly === false)
    resolved.maxTextPerNode = isTextFormat ? Infinity : READING_TEXT;
  if (given.maxJsonBytes === undefined && (given.maxNodes !== undefined || isTextFormat))
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
  if (!isRendered(given.format)) return undefined;
  const { format } = resolved;
  if (!agent.parts.formats[format]) return partMissing(agent, `The format ${format}`, 'formats').error;
  // For reading the budget is in characters: a line may be a single word.
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
      const lookedUp = lookUp(agent, ref);
      if (isFailure(lookedUp)) return lookedUp;
      found.push(lookedUp.element);
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

/** The resolved request for a snapshot. */
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

/** Resolves the options of a snapshot against the page. `within`: where reading begins, in place of `scope`. */
export const resolveRequest = (agent: Agent, given: unknown, within?: Element): Request | Failure => {
  if (given && !isRecord(given))
    return wrongArgument('options', 'snapshot takes one object with options.', Object.keys(OPTION_TYPES));
  const payload = readPayload('snapshot', given, OPTION_TYPES);
  if (isFailure(payload)) return payload;
  const options = resolveOptions(payload);
  const rendering = renderOptionsOf(agent, payload);
  if (rendering && 'code' in rendering) return { error: rendering };
  const scopes = within ? [within] : options.scope === undefined ? undefined : scopesOf(agent, options.scope);
  if (scopes && isFailure(scopes)) return scopes;
  const body = bodyOf();
  return {
    options,
    rendering,
    scopes: scopes || (body ? [body] : []),
    isScoped: !!scopes,
    given: payload,
  };
};

/** Options that do not change what is shown. `maxJsonBytes` has another default for text. */
const NOT_IN_KEY: readonly (keyof CollectOptions)[] = [
  'since',
  'after',
  'markRefs',
  'timeBudgetMs',
  'maxJsonBytes',
];

/** Key of the options: snapshots with the same key can be compared. */
export const optionsKey = (options: ResolvedOptions): string => {
  let key = '';
  for (const name of Object.keys(OPTION_TYPES) as (keyof CollectOptions)[]) {
    if (NOT_IN_KEY.includes(name) || RENDER_OPTIONS.includes(name)) continue;
    const value = options[name];
    key += `${isRecord(value) ? Object.keys(value).map((k) => value[k as never]) : value}|`;
  }
  return key;
};
