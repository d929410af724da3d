import type { SnapshotDelta } from '../../contract.ts';
import type { Agent } from '../agent.ts';
import { allElements } from '../dom/all-elements.ts';
import type { DomCache } from '../dom/dom-cache.ts';
import { isVisibleByStyle } from '../dom/rendered.ts';
import { isFailure } from '../result.ts';
import { type AccessibilityNode, toSnapshotNode } from './accessibility-node.ts';
import { type Behind, compare, isMuchSmaller, keepRevision, type Revision } from './delta.ts';
import { areInOrder, insertNew, keySetOf } from './left-out.ts';
import type { Whole } from './limit.ts';
import { type Reading, readPage } from './read-page.ts';
import { type Identities, identityOf, recordNodes, type Shown } from './record-nodes.ts';
import { optionsKey } from './request.ts';

/**
 * What was there before and is still visible, though not read any more: a popup hides it only from assistive
 * technology. Undefined where the page has replaced all of it.
 */
const stillVisible = (
  { nodes, leftOut }: Revision,
  now: Revision['nodes'],
  { byElement }: Identities,
  cache: DomCache,
): Behind | undefined => {
  const seen = new Set(
    allElements(document).map((el) => byElement.has(el) && isVisibleByStyle(el, cache) && byElement.get(el)),
  );
  const stillShown = new Map<string, Shown>();
  let hasSeenRef = false;
  let hasLostRef = false;
  let isUnread = false;
  nodes.forEach((shown, key) => {
    const isSeen = seen.has(key);
    if (isSeen || seen.has(shown.above)) stillShown.set(key, shown);
    if (isSeen && !now.has(key)) isUnread = true;
    if (shown.node.ref && isSeen) hasSeenRef = true;
    else if (shown.node.ref) hasLostRef = true;
  });
  return (hasSeenRef ? isUnread : !hasLostRef) ? { nodes: stillShown, leftOut } : undefined;
};

/** A revision joined with what was behind a popup: once that is read again it is no news. */
const withBehind = (
  base: Revision,
  { nodes: before, leftOut: leftOutBehind = new Set() }: Behind,
): Revision => {
  const nodes = new Map(before);
  base.nodes.forEach((shown, key) => {
    nodes.set(key, shown);
  });
  return { ...base, nodes, leftOut: new Set([...leftOutBehind, ...(base.leftOut || [])]), behind: undefined };
};

/**
 * Records the revision, and returns the change since an earlier one where that is asked for and much smaller than the
 * whole.
 */
export const sinceRevision = (
  agent: Agent,
  { request, root, unread, leftOut, cache }: Reading,
  whole: Whole,
  history: Revision[],
): Whole | SnapshotDelta => {
  const { options } = request;
  const { identities } = agent.state;
  const key = optionsKey(options);
  const nodes = recordNodes(root, identities);
  let base = history.find((revision) => revision.number === options.since);
  const { tools = [], ...meta } = whole.meta;
  const texts = keySetOf(leftOut);
  const revision: Revision = {
    number: meta.revision,
    options: key,
    tools: tools.join(),
    nodes,
    leftOut: texts,
    isPartial: !!unread,
  };
  keepRevision(history, revision);
  if (!options.since) return whole;
  if (!base || base.isPartial) return { ...whole, whole: 'unknown_revision' };
  if (base.options !== key) return { ...whole, whole: 'other_options' };
  let delta = compare(options.since, base, revision);
  if (base.behind && !isMuchSmaller(delta, whole.tree)) {
    base = withBehind(base, base.behind);
    delta = compare(options.since, base, revision);
  }
  const isDelta = isMuchSmaller(delta, whole.tree);
  revision.behind = isDelta ? base.behind : stillVisible(base, nodes, identities, cache);
  const known = base.leftOut || texts;
  if (!isDelta) {
    agent.state.knownTexts = known;
    return { ...whole, whole: 'not_smaller' };
  }
  const oldNodes = base.nodes;
  const isKept = ({ el, node }: AccessibilityNode): boolean => {
    const old = el && oldNodes.get(identityOf(el, identities));
    return !!old && old.node.name === node.name && old.node.value === node.value;
  };
  // The inserted texts are not recorded: they are news only once.
  const hasNew = insertNew(root, leftOut, known, options.maxTextPerNode, undefined, isKept);
  // A new text may be in a new node, which is printed with all in it.
  if (hasNew) toSnapshotNode(root);
  const { unchanged, ...changes } = hasNew
    ? compare(options.since, base, { ...revision, nodes: recordNodes(root, identities) })
    : delta;
  const { ok, type, version, stats } = whole;
  const hasOtherTools = tools.join() !== (base.tools || '');
  return {
    ok,
    type,
    version,
    meta: { ...meta, ...(hasOtherTools && { tools }) },
    stats,
    refs: {},
    delta: {
      ...changes,
      ...(unchanged && !hasOtherTools && (areInOrder(known, texts) ? { unchanged } : { texts: 'changed' })),
    },
  };
};

/** Reads the part that the last snapshot had no room for, so that an action's changes there are known. */
export const readRest = (agent: Agent): void => {
  const { history, lastOptions, lastRevision, identities } = agent.state;
  const last = history.find(({ number }) => number === lastRevision);
  if (!last?.isPartial) return;
  const reading = readPage(agent, lastOptions, { isWhole: true });
  if (isFailure(reading)) return;
  last.nodes = recordNodes(reading.root, identities);
  last.leftOut = keySetOf(reading.leftOut);
  last.isPartial = false;
};
