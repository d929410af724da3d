import type { SnapshotDelta } from '../../contract.ts';
import { type Agent, isFailure } from '../agent.ts';
import { compare, isMuchSmaller, keepRevision, type Revision } from './delta.ts';
import type { Whole } from './limit.ts';
import { type Reading, readPage } from './read-page.ts';
import { recordNodes } from './record-nodes.ts';
import { optionsKey } from './request.ts';

/** Keeps the revision, and gives the change since an earlier one where that is asked for and worth it. */
export const sinceRevision = (
  agent: Agent,
  { request, root, unread }: Reading,
  whole: Whole,
  history: Revision[],
): Whole | SnapshotDelta => {
  const { options } = request;
  const key = optionsKey(options);
  const nodes = recordNodes(root, agent.state.identities);
  const base = history.find((revision) => revision.number === options.since);
  const { tools = [], ...meta } = whole.meta;
  keepRevision(history, {
    number: meta.revision,
    options: key,
    tools: tools.join(),
    nodes,
    isPartial: unread !== undefined,
  });
  if (options.since === undefined) return whole;
  if (!base || base.isPartial) return { ...whole, whole: 'unknown_revision' };
  if (base.options !== key) return { ...whole, whole: 'other_options' };
  const delta = compare(options.since, base.nodes, nodes);
  if (!isMuchSmaller(delta, whole.tree)) return { ...whole, whole: 'not_smaller' };
  const { ok, type, version, stats } = whole;
  if (tools.join() === (base.tools ?? '')) return { ok, type, version, meta, stats, refs: {}, delta };
  const { unchanged: _, ...changes } = delta;
  return { ok, type, version, meta: { ...meta, tools }, stats, refs: {}, delta: changes };
};

/** Reads what the last snapshot had no room for, so that it is known what an action changes. */
export const readRest = (agent: Agent): void => {
  const { history, lastOptions, identities } = agent.state;
  const last = history[history.length - 1];
  if (!last?.isPartial) return;
  const reading = readPage(agent, lastOptions, { isWhole: true });
  if (isFailure(reading)) return;
  last.nodes = recordNodes(reading.root, identities);
  last.isPartial = false;
};
