import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler, type RequestId } from '@modelcontextprotocol/server';
import type { SessionManager } from '../sessions/index.ts';
import type { McpOptions } from './options.ts';
import { connectClient, type McpConnection, ServedBrowser } from './server.ts';

/** What {@link Client} and {@link Shared} have in common: they are ended when they have not been used for `idleMs`. */
export interface Used {
  browser: { readonly running: number };
  usedAt: number;
  /** How many responses are open, streams of notifications among them. */
  open: number;
  /** Closes the browser. A later request of the client is answered as that of a new one. */
  end(): void;
}

const isInUse = ({ browser, open }: Used): boolean => open > 0 || browser.running > 0;

/** A client of the protocols of 2025, which have sessions. */
export interface Client extends Used {
  browser: McpConnection;
  transport: NodeStreamableHTTPServerTransport;
  /** Ids of the requests that are being answered. Those of a batch are left out: they share a stream. */
  calls: Set<RequestId>;
  /** Ids of the requests whose stream the client has left: nobody can get their answers any more. */
  left: Set<RequestId>;
}

/**
 * The browser of a client of the protocol of 2026-07-28, which has no sessions. Clients that can't be told apart share
 * it.
 */
export interface Shared extends Used {
  browser: ServedBrowser;
  handler: McpHttpHandler;
  pass: ReturnType<typeof toNodeHandler>;
}

/** The clients of a server and their browsers, of all versions of the protocol under one limit. */
export class HttpClients {
  readonly #clients = new Map<string, Client>();
  readonly #shared = new Map<string, Shared>();
  readonly #manager: SessionManager;
  readonly #options: McpOptions;
  readonly #max: number;

  constructor(manager: SessionManager, options: McpOptions, max: number) {
    this.#manager = manager;
    this.#options = options;
    this.#max = max;
  }

  /** The client of a session. */
  get(sessionId: string): Client | undefined {
    return this.#clients.get(sessionId);
  }

  /** A new client with a session; undefined at the limit. */
  connect(): Client | undefined {
    if (!this.#tryMakeRoom()) return undefined;
    const id = randomUUID();
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const name = this.#options.session ?? `mcp-${id.slice(0, 8)}`;
    const browser = connectClient(transport, this.#manager, name, this.#options);
    const clients = this.#clients;
    const client = {
      transport,
      browser,
      usedAt: Date.now(),
      open: 0,
      calls: new Set<RequestId>(),
      left: new Set<RequestId>(),
      end() {
        clients.delete(id);
        browser.close().catch(() => undefined);
      },
    };
    clients.set(id, client);
    browser.closed.catch(() => undefined).finally(() => clients.delete(id));
    return client;
  }

  /** The browser of the client, or clients, that a name stands for; undefined for a new one at the limit. */
  share(who: string): Shared | undefined {
    const shared = this.#shared;
    const known = shared.get(who);
    if (known || !this.#tryMakeRoom()) return known;
    const name = this.#options.session ?? (who ? `mcp-${who}` : 'mcp');
    const browser = new ServedBrowser(this.#manager, name, this.#options);
    const handler: McpHttpHandler = createMcpHandler(() => browser.server('modern', handler.notify), {
      legacy: 'reject',
    });
    const one = {
      browser,
      handler,
      pass: toNodeHandler(handler),
      usedAt: Date.now(),
      open: 0,
      end() {
        shared.delete(who);
        Promise.all([handler.close(), browser.end()]).catch(() => undefined);
      },
    };
    shared.set(who, one);
    return one;
  }

  /** Ends those that are not in use and have not been for so many ms. */
  endIdle(idleMs: number): void {
    for (const one of this.#idle()) if (one.usedAt < Date.now() - idleMs) one.end();
  }

  async close(): Promise<void> {
    const sharing = [...this.#shared.values()];
    await Promise.allSettled([
      ...sharing.map(({ browser }) => browser.giveUp()),
      ...[...this.#clients.values()].map(({ browser }) => browser.close()),
    ]);
    await Promise.allSettled(sharing.map(({ handler }) => handler.close()));
    await Promise.allSettled(sharing.map(({ browser }) => browser.end()));
  }

  #idle(): Used[] {
    return [...this.#clients.values(), ...this.#shared.values()].filter((one) => !isInUse(one));
  }

  /**
   * Whether one more client may connect. At the limit it ends the least recently used of the browsers that are not in
   * use: clients of 2026-07-28 can't say that they have gone, and many of 2025 don't. A server may end a session at any
   * time (2025-11-25, Transports, Session Management).
   */
  #tryMakeRoom(): boolean {
    if (this.#clients.size + this.#shared.size < this.#max) return true;
    const [oldest] = this.#idle().sort((a, b) => a.usedAt - b.usedAt);
    oldest?.end();
    return oldest !== undefined;
  }
}
