import type { Omitted, RefEntry, SnapshotMeta, SnapshotStats } from '../../contract.ts';
import { type Agent, metaOf } from '../agent.ts';
import { nameOf } from '../aria/name.ts';
import { roleOf } from '../aria/role.ts';
import { cut } from '../dom/cut.ts';
import { createDomCache, type DomCache, styleInfoOf } from '../dom/dom-cache.ts';
import { ancestors, elementById, flatParentAcrossFrames } from '../dom/flat-tree.ts';
import { deepActiveElement } from '../dom/hit-test.ts';
import { findMainContent } from '../dom/main-content.ts';
import { attr, bodyOf, contains, findAll, hasAttr, tagOf } from '../dom/read.ts';
import { isDrawnByEngine, isRendered, OPAQUE } from '../dom/rendered.ts';
import { createViewport, type Viewport } from '../dom/view-box.ts';
import { hiddenReasonOf, ONE_PIXEL } from '../dom/visibility.ts';
import { isModal, openDialogs } from '../element/dialogs.ts';
import { knownRef } from '../element/refs.ts';
import { documentScroll } from '../element/scroll-state.ts';
import { type Failure, isFailure } from '../result.ts';
import {
  type AccessibilityNode,
  append,
  createNode,
  isInteractive,
  someBelow,
} from './accessibility-node.ts';
import { type Built, build } from './build.ts';
import { markCaptions } from './captions.ts';
import { collect } from './collect.ts';
import { addDetails, assignRefs } from './commit.ts';
import { markAsides } from './distill/asides.ts';
import { distill } from './distill/distill.ts';
import { mergeLinksToSameTarget } from './distill/same-target.ts';
import type { Collected } from './facts.ts';
import { guess } from './guess/guess.ts';
import { insertNew, type LeftOut, MAX_FORM_CHARS } from './left-out.ts';
import { type Request, resolveRequest } from './request.ts';
import { countUnread, isEnough, isUrgentUnread, maxInteractiveRead, nodesWanted } from './unread.ts';

/** What was read of a page: all of it, before anything is limited, recorded or written. */
export interface Reading {
  readonly request: Request;
  readonly root: AccessibilityNode;
  readonly byRef: Map<string, AccessibilityNode>;
  /** Entries of refs in frames of other origins, as those reported them. */
  readonly foreign: Map<string, RefEntry>;
  readonly stats: SnapshotStats;
  /** Counts of what was not read because the result has no room for it; undefined: all was read. */
  readonly unread: Omitted | undefined;
  /** Texts that were read and are not in the tree. */
  readonly leftOut: readonly LeftOut[];
  readonly meta: Omit<SnapshotMeta, 'revision'>;
  readonly cache: DomCache;
  readonly viewport: Viewport;
}

/** Whether the body is hidden by what is above it: `<html>`, a frame. */
const isHiddenFromAbove = (body: Element, cache: DomCache): boolean => {
  const parent = flatParentAcrossFrames(body);
  return !!parent && (hasAttr(parent, 'inert') || !isRendered(parent, cache));
};

/** The focused element and its `aria-activedescendant`. */
const focusedElements = (): Set<Element> => {
  const active = deepActiveElement();
  const inside = active && elementById(active, attr(active, 'aria-activedescendant') || '');
  return new Set([active, inside].filter((el) => !!el));
};

/** The element with the main content, where the page is about one article. */
const mainContentIn = (body: Element | null, cache: DomCache): Element | undefined => {
  const isShown = (el: Element): boolean =>
    isDrawnByEngine(el, OPAQUE, cache) ||
    (!styleInfoOf(el, cache).isInvisible && !hiddenReasonOf(el, cache, ONE_PIXEL));
  return body ? findMainContent(body, isShown)?.content : undefined;
};

/** Adds open dialogs outside of the scope by name and size, without their content. */
const nameDialogsOutside = (
  root: AccessibilityNode,
  dialogs: readonly Element[],
  { scopes, options }: Request,
  cache: DomCache,
): void => {
  for (const dialog of dialogs) {
    if (scopes.some((scope) => contains(scope, dialog) || contains(dialog, scope))) continue;
    const name = cut(nameOf(dialog, cache), options.maxTextPerNode);
    const more = { nodes: findAll(dialog, '*').length };
    append(
      root,
      createNode({ tag: tagOf(dialog), role: roleOf(dialog, cache), ...(name && { name }), more }, dialog),
    );
  }
};

const statsOf = (
  root: AccessibilityNode,
  { visited, hidden, stopped }: Collected,
  unread: Omitted | undefined,
): SnapshotStats => {
  const isLate = stopped?.limit === 'timeBudget';
  let { interactive = 0 } = unread || {};
  someBelow(root, (node) => {
    if (isInteractive(node)) interactive++;
    return false;
  });
  return {
    nodesVisited: visited,
    nodesEmitted: 0,
    nodesHidden: hidden,
    interactive,
    truncated: isLate,
    ...(isLate && { truncateReasons: ['timeBudget' as const] }),
    jsTimeMs: 0,
  };
};

/** The tree of a page, or of as much of it as the result has room for. */
interface PartialTree extends Built {
  readonly collected: Collected;
}

/**
 * Remembers the ancestors of the element where reading stopped: they were not set aside. When the rest is read they
 * must not be set aside either, or what was printed before the cursor would move behind it.
 */
const rememberNotAside = (stoppedAt: Element, judged: WeakSet<Element>): void => {
  for (const at of ancestors(stoppedAt)) judged.add(at);
};

/**
 * collect, classify, name, build, distill: reads the page and writes nothing to it (elements only get numbers in the
 * table of refs). What has no room in a result for acting is only counted, unless `isWhole`.
 */
export const readPage = (
  agent: Agent,
  given: unknown,
  { within, isWhole = false }: { within?: Element | undefined; isWhole?: boolean } = {},
): Reading | Failure => {
  const request = resolveRequest(agent, given, within);
  if (isFailure(request)) return request;
  const { options, scopes } = request;
  const cache = createDomCache(options.maxTextPerNode);
  const viewport = createViewport();
  const body = bodyOf();
  const isHidden = !options.includeHidden && !!body && isHiddenFromAbove(body, cache);
  const dialogs = openDialogs(cache);
  const modals = new Map(dialogs.map((dialog) => [dialog, isModal(dialog, cache)]));
  const context = { options, cache, viewport };
  const wanted = isWhole || dialogs[0] ? Infinity : nodesWanted(request);
  const { judged } = agent.state;
  const read = (maxInteractive: number): PartialTree => {
    const collected = collect(
      { options, scopes: isHidden ? [] : scopes, most: maxInteractive },
      cache,
      viewport,
    );
    if (collected.stopped?.limit === 'maxNodes' && isUrgentUnread(collected.stopped.at, cache))
      return read(Infinity);
    const built = build(collected.root, { options, cache, focused: focusedElements(), modals });
    const { root, leftOut } = built;
    distill(root, context);
    guess(root, options.interactiveOnly ? markCaptions(root, leftOut, cache) : [], context);
    mergeLinksToSameTarget(root);
    if (options.interactiveOnly) insertNew(root, leftOut, undefined, options.maxTextPerNode, MAX_FORM_CHARS);
    if (request.isScoped) nameDialogsOutside(root, dialogs, request, cache);
    else if (options.interactiveOnly) markAsides(root, false, undefined, judged);
    else markAsides(root, true, mainContentIn(body, cache));
    return collected.stopped?.limit === 'maxNodes' && !isEnough(root, wanted)
      ? read(Infinity)
      : { ...built, collected };
  };
  const { root, leftOut, collected } = read(maxInteractiveRead(wanted));
  const unread = collected.stopped?.limit === 'maxNodes' ? collected.stopped.at : undefined;
  if (unread) rememberNotAside(unread, judged);
  const byRef = assignRefs(root, agent.state.refs);
  addDetails(root, options, cache);
  const active = deepActiveElement();
  const focus = active && knownRef(agent.state.refs, active);
  const tools = agent.toolNames?.() || [];
  const meta = {
    ...metaOf(agent),
    viewport: { width: viewport.width, height: viewport.height },
    scroll: documentScroll(viewport),
    ...(focus && { focus }),
    ...(tools.length > 0 && { tools: tools.slice() }),
  };
  const unreadCounts = unread && countUnread(unread, cache);
  return {
    request,
    root,
    byRef,
    foreign: new Map(),
    stats: statsOf(root, collected, unreadCounts),
    unread: unreadCounts,
    leftOut,
    meta,
    cache,
    viewport,
  };
};
