import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { GuardProxy } from '../../../cli/src/guard/guard-proxy.ts';

const OPTIONS: AgentOptions = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' };

/** Node's internal method by which an agent opens a socket. */
type Connect = (options: { port?: number | string; lookup?: unknown }, done?: unknown) => unknown;

/**
 * HTTP agents with keep-alive, whose sockets resolve host names by the lookup of the guard: they connect only to IP
 * addresses that it has checked, so that a name cannot resolve to another address after the check (DNS rebinding).
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
