import type { SnapshotDelta } from '../../contract.ts';
import { type Agent, isFailure } from '../agent.ts';
import { compare, isMuchSmaller, keepRevision, type Revision } from './delta.ts';
import { insertNew, wordsOf } from './left-out.ts';
import type { Whole } from './limit.ts';
import { type Reading, readPage } from './read-page.ts';
import { recordNodes } from './record-nodes.ts';
import { optionsKey } from './request.ts';

/** Keeps the revision, and gives the change since an earlier one where that is asked for and worth it. */
export const sinceRevision = (
  agent: Agent,
  { request, root, unread, leftOut }: Reading,
  whole: Whole,
  history: Revision[],
): Whole | SnapshotDelta => {
  const { options } = request;
  const { identities } = agent.state;
  const key = optionsKey(options);
  const nodes = recordNodes(root, identities);
  const base = history.find((revision) => revision.number === options.since);
  const { tools = [], ...meta } = whole.meta;
  keepRevision(history, {
    number: meta.revision,
    options: key,
    tools: tools.join(),
    nodes,
    leftOut: wordsOf(leftOut),
    isPartial: unread !== undefined,
  });
  if (!options.since) return whole;
  if (!base || base.isPartial) return { ...whole, whole: 'unknown_revision' };
  if (base.options !== key) return { ...whole, whole: 'other_options' };
  const delta = compare(options.since, base.nodes, nodes);
  const isDelta = isMuchSmaller(delta, whole.tree);
  const known = base.leftOut ?? wordsOf(leftOut);
  if (!isDelta) {
    agent.state.knownTexts = known;
    return { ...whole, whole: 'not_smaller' };
  }
  // Not kept: it is news only once.
  const hasNew = insertNew(root, leftOut, known, options.maxTextPerNode);
  const { unchanged, ...changes } = hasNew
    ? compare(options.since, base.nodes, recordNodes(root, identities))
    : delta;
  const { ok, type, version, stats } = whole;
  const hasOtherTools = tools.join() !== (base.tools ?? '');
  return {
    ok,
    type,
    version,
    meta: { ...meta, ...(hasOtherTools && { tools }) },
    stats,
    refs: {},
    delta: { ...changes, ...(unchanged && !hasOtherTools && { unchanged }) },
  };
};

/** Reads what the last snapshot had no room for, so that it is known what an action changes. */
export const readRest = (agent: Agent): void => {
  const { history, lastOptions, identities } = agent.state;
  const last = history[history.length - 1];
  if (!last?.isPartial) return;
  const reading = readPage(agent, lastOptions, { isWhole: true });
  if (isFailure(reading)) return;
  last.nodes = recordNodes(reading.root, identities);
  last.leftOut = wordsOf(reading.leftOut);
  last.isPartial = false;
};
