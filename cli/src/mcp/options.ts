import type { SessionManager, SessionSettings } from '../sessions/index.ts';

/** How the server for streamable HTTP listens. */
export interface McpHttpOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 8931; 0: one that is free. */
  port?: number;
  /**
   * What clients send as `Authorization: Bearer ...`. Default: none on a loopback address, else one that is made up and
   * printed.
   */
  token?: string;
  /** Names in `Host` that are answered besides the loopback ones and `host`: those under which the server is reached. */
  allowedHosts?: readonly string[];
  /** Origins of web pages that may call: `https://app.example`. Default: none but the server's own. */
  allowedOrigins?: readonly string[];
  /** Most clients of 2025 at once. Default 20. */
  maxClients?: number;
  /** A browser whose client has sent nothing for so long, and listens to nothing, is closed (ms). Default 30 minutes. */
  idleMs?: number;
}

export interface McpOptions {
  /** How browsers are started, or which one is connected to. */
  settings?: SessionSettings;
  /**
   * Name of the session that all clients share. Default: each client has one of its own; over HTTP those of 2026-07-28
   * share one.
   */
  session?: string;
  /** Hosts that may be opened, with all that is below them. Default: any. */
  allow?: readonly string[];
  /**
   * Tools that are only there when asked for: `eval` is `web_eval`; `page-tools` lists the tools of the page among the
   * server's own while it is open, and gives pages `document.modelContext` to offer them with.
   */
  caps?: readonly McpCapability[];
  /** Folders whose files `web_upload` may give to pages, besides the client's roots. */
  files?: readonly string[];
  /** Keeps the sessions. Default: one of the server's own, which ends with it. */
  manager?: SessionManager;
  /** Where news for a person go; never stdout. Default: stderr. */
  log?: (line: string) => void;
}

export const MCP_CAPABILITIES = ['eval', 'page-tools'] as const;
export type McpCapability = (typeof MCP_CAPABILITIES)[number];
