import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { GuardProxy } from '../../../cli/src/guard/guard-proxy.ts';

const OPTIONS: AgentOptions = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' };

/** What agents hand to their sockets. */
type Connect = (options: { port?: number | string; lookup?: unknown }, done?: unknown) => unknown;

/**
 * Connections that are kept for the next page, each to an address that the guard has seen: names are resolved by it, and
 * connected to is just what it has checked.
 */
export const guardedAgents = (guard: GuardProxy): { http: HttpAgent; https: HttpsAgent } => {
  const agents = { http: new HttpAgent(OPTIONS), https: new HttpsAgent(OPTIONS) };
  for (const agent of Object.values(agents)) {
    const connect = (agent as unknown as { createConnection: Connect }).createConnection.bind(agent);
    const guarded: Connect = (options, done) =>
      connect({ ...options, lookup: guard.lookupFor(Number(options.port)) }, done);
    Object.assign(agent, { createConnection: guarded });
  }
  return agents;
};
