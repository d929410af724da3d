import type {
  RefEntry,
  RenderOptions,
  SnapshotDelta,
  SnapshotMeta,
  SnapshotNode,
  SnapshotStats,
  SnapshotText,
  SnapshotTree,
} from '../../contract.ts';
import { renderSnapshot, resolveRenderOptions } from '../../render/index.ts';
import { type Agent, type Failure, fail, isFailure, metaOf } from '../agent.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { createPass, type Pass } from '../dom/pass.ts';
import { contains, findAll, fromDocument, hasAttr, tagOf } from '../dom/read.ts';
import { isRendered } from '../dom/rendered.ts';
import { createViewport, type Viewport } from '../dom/view-box.ts';
import { Budget } from './budget.ts';
import { countRest } from './count-rest.ts';
import { compare, isMuchSmaller, keepRevision, type Revision, recordNodes, refsIn } from './delta.ts';
import { isModal, openDialogs } from './dialogs.ts';
import { append, createDraft, type Draft, finish } from './draft.ts';
import { createDelegated, type Delegated, readAround, readRecords } from './handlers.ts';
import { lookUp } from './lookup.ts';
import { optionsKey, type ResolvedOptions, resolveOptions } from './options.ts';
import { knownRef, likenessOf, normalizeRef, refFor } from './refs.ts';
import { assignRefs, markRefs } from './refs-of-tree.ts';
import { documentScroll } from './scroll.ts';
import { cut } from './text.ts';
import { Walk } from './walk.ts';
import { topFrame } from './walk-frame.ts';

export type SnapshotSuccess = SnapshotTree | SnapshotDelta | SnapshotText;

const FORMATS_IN_PAGE = /^(?!json$)/;

/** A page as it was read: what was found, before it is told. */
export interface Reading {
  root: Draft;
  refs: Record<string, RefEntry>;
  stats: SnapshotStats;
  meta: SnapshotMeta;
  options: ResolvedOptions;
  rendering: RenderOptions | undefined;
  /** What may still be added. */
  budget: Budget;
  viewport: Viewport;
}

/** Where a reading is bounded by frames of other origins, whose refs belong to others. */
export interface Bounds {
  scope?: Element;
  after?: Element;
}

/** Reads the page. All reading comes before the only write, the refs' mirror. */
export const takeSnapshot = (agent: Agent, given: unknown): SnapshotSuccess | Failure => {
  const started = now();
  const reading = readPage(agent, given);
  if (isFailure(reading)) return reading;
  const told = tellReading(agent, reading);
  reading.stats.jsTimeMs = Math.round((now() - started) * 10) / 10;
  return told;
};

/** Reads the page without telling what was found. */
export const readPage = (agent: Agent, given: unknown, bounds: Bounds = {}): Reading | Failure => {
  const options = resolveOptions(given);
  if ('code' in options) return { error: options };
  const rendering = renderOptionsOf(given);
  if (isFailure(rendering)) return rendering;
  const scope = bounds.scope ?? findScope(agent, options);
  if (isFailure(scope)) return scope;
  const after = bounds.after ?? (options.after === undefined ? undefined : lookUp(agent, options.after));
  if (after && isFailure(after)) return after;
  const last = after && 'element' in after ? after.element : after;
  const reading = { ...collect(agent, options, scope, last), rendering };
  agent.state.lastOptions = { ...(given as Record<string, unknown> | undefined), since: undefined };
  return reading;
};

/** Tells what was read, or what of it is new since a revision in `history`. Reads nothing more of the page. */
export const tellReading = (
  agent: Agent,
  reading: Reading,
  history: Revision[] = agent.state.history,
): SnapshotSuccess => {
  const { root, refs, stats, meta, options, rendering } = reading;
  const whole: SnapshotTree = {
    ok: true,
    type: 'snapshot',
    version: 1,
    meta,
    stats,
    refs,
    tree: finish(root),
  };
  const result = sinceRevision(agent, root, whole, options, history);
  return rendering ? asText(result, rendering) : result;
};

/** The render options among the given ones, if a format other than JSON is wanted. */
const renderOptionsOf = (given: unknown): RenderOptions | undefined | Failure => {
  const all = (given ?? {}) as Record<string, unknown>;
  const wanted: Record<string, unknown> = {};
  for (const name of ['format', 'maxCharsTotal', 'maxNodes', 'maxDepth', 'compact', 'boundary']) {
    if (all[name] !== undefined) wanted[name] = all[name];
  }
  const resolved = resolveRenderOptions(wanted);
  if ('code' in resolved) return { error: resolved };
  return wanted.format !== undefined && FORMATS_IN_PAGE.test(String(wanted.format))
    ? (wanted as RenderOptions)
    : undefined;
};

const asText = (result: SnapshotTree | SnapshotDelta, options: RenderOptions): SnapshotText => {
  const { text, truncated, truncateReasons, nodes, refs, omitted } = renderSnapshot(result, options);
  const { ok, type, version, meta, stats } = result;
  const format = options.format === 'text' || !options.format ? 'tree' : options.format;
  const some = omitted.nodes + omitted.interactive + omitted.textChars > 0;
  return {
    ok,
    type,
    version,
    meta,
    stats,
    format,
    text,
    truncated,
    ...(truncateReasons.length > 0 && { truncateReasons }),
    nodes,
    refs,
    ...(some && { omitted }),
  };
};

const findScope = (agent: Agent, { scope }: ResolvedOptions): Element | undefined | Failure => {
  if (scope === undefined) return undefined;
  if (normalizeRef(scope)) {
    const found = lookUp(agent, scope);
    return isFailure(found) ? found : found.element;
  }
  let found: ArrayLike<Element>;
  try {
    found = findAll(document, scope);
  } catch {
    return fail('invalid_argument', `scope "${cut(scope, 60)}" is neither a ref nor a CSS selector.`, {
      argument: 'scope',
    });
  }
  const first = found[0];
  return (
    first ??
    fail('invalid_argument', `Nothing in the page matches the scope "${cut(scope, 60)}".`, {
      argument: 'scope',
    })
  );
};

/** The root of what is shown: the body, or what stands in its place. */
const rootElement = (): Element | null =>
  fromDocument(document, 'body') ?? fromDocument(document, 'documentElement');

const collect = (
  agent: Agent,
  options: ResolvedOptions,
  scope: Element | undefined,
  after: Element | undefined,
): Omit<Reading, 'rendering'> => {
  const started = now();
  const pass = createPass(document, options.maxTextPerNode);
  const viewport = createViewport();
  const delegated = createDelegated();
  readRecords(document, delegated);
  const deadline = Date.now() + (options.timeBudgetMs ?? Number.POSITIVE_INFINITY);
  const budget = new Budget(options.maxNodes, options.maxJsonBytes, deadline);
  const walk = new Walk(pass, viewport, options, delegated, budget);
  const body = rootElement();
  const root = createDraft({ tag: body ? tagOf(body) : 'body', role: 'document' }, body ?? undefined);
  root.reserved = true;
  if (body) walkAll(walk, root, body, { scope, after, options, pass, delegated });
  const { refs, marked } = assignRefs(root, agent.state.refs, pass, viewport, options);
  const stats = statsOf(walk, scope ?? document, agent, pass, started);
  const meta = snapshotMeta(agent, viewport);
  if (options.markRefs) markRefs(marked);
  return { root, refs, stats, meta, options, budget, viewport };
};

const now = (): number => (typeof performance === 'object' ? performance.now() : Date.now());

interface Plan {
  scope: Element | undefined;
  after: Element | undefined;
  options: ResolvedOptions;
  pass: Pass;
  delegated: Delegated;
}

/** Of what stands above the body only this counts. */
const hidesAll = (body: Element, pass: Pass): boolean => {
  const above = flatParentAcrossFrames(body);
  return above !== null && (hasAttr(above, 'inert') || !isRendered(above, pass));
};

/** Open modal dialogs first, so that they are never what a budget cuts; then the page in document order. */
const walkAll = (walk: Walk, root: Draft, body: Element, plan: Plan): void => {
  const { scope, after, options, pass, delegated } = plan;
  if (!options.includeHidden && hidesAll(body, pass)) return;
  const dialogs = openDialogs(pass);
  const whole = !options.interactiveOnly;
  const top = (sink: Draft, children: ArrayLike<Node>) => topFrame(sink, body, children, whole);
  const start = after ?? scope;
  if (start) readAround(start, delegated);
  // Only what the walk comes by on its way: nothing above the body.
  if (after)
    for (let at: Element | null = after; at; at = at === body ? null : flatParentAcrossFrames(at))
      walk.skipping.add(at);
  else if (!scope) {
    for (const dialog of dialogs) {
      if (!isModal(dialog)) continue;
      readAround(dialog, delegated);
      const sink = createDraft({ role: 'document' }, body);
      sink.reserved = true;
      walk.run(top(sink, [dialog]));
      for (const { el, node } of sink.children) if (el === dialog) node.modal = true;
      walk.prepared.set(dialog, sink);
    }
    walk.last = undefined;
  }
  const before = walk.last;
  walk.run(top(root, [scope ?? body]));
  walk.last ??= before;
  walk.prepared.forEach((sink) => {
    for (const child of sink.children) append(root, child);
  });
  if (scope) announceDialogs(dialogs, scope, root, pass, options.maxTextPerNode);
};

/** Dialogs outside of the scope are named, not shown. */
const announceDialogs = (dialogs: Element[], scope: Element, root: Draft, pass: Pass, max: number): void => {
  for (const dialog of dialogs) {
    if (contains(scope, dialog) || contains(dialog, scope)) continue;
    const name = cut(nameOf(dialog, pass), max);
    const node: SnapshotNode = { tag: tagOf(dialog), role: roleOf(dialog, pass), ...(name && { name }) };
    if (isModal(dialog)) node.modal = true;
    node.more = { nodes: findAll(dialog, '*').length };
    append(root, createDraft(node, dialog));
  }
};

const statsOf = (
  walk: Walk,
  root: Document | Element,
  agent: Agent,
  pass: Pass,
  started: number,
): SnapshotStats => {
  const stats: SnapshotStats = {
    nodesVisited: walk.visited,
    nodesEmitted: walk.budget.emitted,
    nodesHidden: walk.hidden,
    interactive: walk.interactive,
    truncated: walk.budget.stopped !== undefined,
    jsTimeMs: now() - started,
  };
  if (walk.budget.stopped) {
    stats.truncateReasons = [walk.budget.stopped.reason];
    stats.omitted = countRest(root, walk.budget.stopped.at, pass);
    if (walk.last) stats.next = refOf(agent, walk.last, pass);
  }
  return stats;
};

/** The ref of an element, a new one if need be, so that a next page can start there. */
const refOf = (agent: Agent, el: Element, pass: Pass): string =>
  knownRef(agent.state.refs, el) ??
  refFor(agent.state.refs, el, likenessOf(el, roleOf(el, pass), cut(nameOf(el, pass), 200), pass));

const snapshotMeta = (agent: Agent, viewport: Viewport): SnapshotMeta => {
  const active = deepActiveElement();
  const focus = active && knownRef(agent.state.refs, active);
  return {
    ...metaOf(agent),
    revision: ++agent.state.revision,
    viewport: { width: viewport.width, height: viewport.height },
    scroll: documentScroll(viewport),
    ...(focus && { focus }),
  };
};

/** Keeps the revision, and tells the change since an earlier one where that is asked for and worth it. */
const sinceRevision = (
  agent: Agent,
  root: Draft,
  whole: SnapshotTree,
  options: ResolvedOptions,
  history: Revision[],
): SnapshotTree | SnapshotDelta => {
  const { identities } = agent.state;
  const key = optionsKey(options);
  const nodes = recordNodes(root, identities);
  const base = history.find((revision) => revision.number === options.since);
  keepRevision(history, { number: whole.meta.revision, options: key, nodes });
  if (options.since === undefined) return whole;
  if (!base) return { ...whole, whole: 'unknown_revision' };
  if (base.options !== key) return { ...whole, whole: 'other_options' };
  const delta = compare(options.since, base.nodes, nodes);
  if (!isMuchSmaller(delta, whole.tree)) return { ...whole, whole: 'not_smaller' };
  const { ok, type, version, meta, stats, refs } = whole;
  return { ok, type, version, meta, stats, refs: refsIn(delta, refs), delta };
};
