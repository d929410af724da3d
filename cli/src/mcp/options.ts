import type { SessionManager, SessionSettings } from '../sessions/index.ts';

/** How the server for streamable HTTP listens. */
export interface McpHttpOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 8931; 0: a free one. */
  port?: number;
  /**
   * The token that clients must send as `Authorization: Bearer ...`. Default: none on a loopback address, else a random
   * one, which is printed.
   */
  token?: string;
  /** Names by which the server is reached (`Host`), besides the loopback ones and `host`. */
  allowedHosts?: readonly string[];
  /** Origins of web pages that may send requests: `https://app.example`. Default: only the server's own. */
  allowedOrigins?: readonly string[];
  /** Most clients at once, of all protocols; those that share a browser count once. Default 20. */
  maxClients?: number;
  /**
   * Time (ms) without a request and without an open stream after which a client's browser is closed. Default 30
   * minutes.
   */
  idleMs?: number;
}

export interface McpOptions {
  /** How browsers are started, or which browser is connected to. */
  settings?: SessionSettings;
  /**
   * Name of the session that all clients share. Default: each client has one of its own; over HTTP, clients of
   * 2026-07-28 that can't be told apart share one.
   */
  session?: string;
  /** Hosts that may be opened, with their subdomains. Default: any. */
  allow?: readonly string[];
  /**
   * Opt-in tools: `eval` is `web_eval`; `page-tools` lists the tools of the open page among the server's own, and gives
   * pages `document.modelContext` to offer them with.
   */
  caps?: readonly McpCapability[];
  /** Folders whose files `web_upload` may give to pages, besides the client's roots. */
  files?: readonly string[];
  /** Holds the sessions. Default: a manager of the server's own, which ends with it. */
  manager?: SessionManager;
  /** Prints a message for a person; never to stdout, which is the protocol's. Default: stderr. */
  log?: (line: string) => void;
}

export const MCP_CAPABILITIES = ['eval', 'page-tools'] as const;
export type McpCapability = (typeof MCP_CAPABILITIES)[number];
