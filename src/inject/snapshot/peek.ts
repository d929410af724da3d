import type { SnapshotOptions } from '../../contract.ts';
import type { Agent, Failure } from '../agent.ts';
import { type SnapshotSuccess, takeSnapshot } from './snapshot.ts';

/** A snapshot that leaves no trace: what a host's own snapshots are compared with stays as it was. */
export const peek = (agent: Agent, options: SnapshotOptions): SnapshotSuccess | Failure => {
  const { state } = agent;
  const { revision, lastOptions } = state;
  const history = state.history.slice();
  try {
    return takeSnapshot(agent, { ...options, markRefs: false });
  } finally {
    Object.assign(state, { revision, history, lastOptions });
  }
};
