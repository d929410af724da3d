/** The Model Context Protocol: the tools of a model over stdio or streamable HTTP. */
import type { Transport } from '@modelcontextprotocol/server';
import { SessionManager } from '../sessions/index.ts';
import type { McpOptions } from './options.ts';
import { connectClient, type McpConnection } from './server.ts';

export { DEFAULT_PORT, type McpHttpServer, serveHttp } from './http.ts';
export { MCP_CAPABILITIES, type McpCapability, type McpHttpOptions, type McpOptions } from './options.ts';
export { type RunMcpOptions, runMcp } from './run.ts';
export type { McpConnection } from './server.ts';

/** Serves one client over any transport of the SDK: `const connection = serveMcp(transport)`. */
export const serveMcp = (transport: Transport, options: McpOptions = {}): McpConnection => {
  const manager = options.manager ?? new SessionManager();
  const connection = connectClient(transport, manager, options.session ?? 'mcp', options);
  if (options.manager) return connection;
  const closed = connection.closed.finally(() => manager.end());
  // No unhandled rejection: whoever awaits `closed` gets the error.
  closed.catch(() => undefined);
  return {
    get running() {
      return connection.running;
    },
    closed,
    async close() {
      await connection.close();
      await closed;
    },
  };
};
